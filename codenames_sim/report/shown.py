"""Words that agents and files said, made fit for a terminal."""

from __future__ import annotations


def shown(text: object, most: int = 200) -> str:
    """`text` with nothing in it that could move a cursor or hide what follows, and not too long."""
    said = str(text)
    visible = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in said[:most])
    return visible + "…" if len(said) > most else visible
