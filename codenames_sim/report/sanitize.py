"""Sanitizes untrusted text for a terminal."""

from __future__ import annotations


def shown(text: object, most: int = 200) -> str:
    """`text` with non-printable characters replaced, cut off after `most` characters."""
    said = str(text)
    visible = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in said[:most])
    return visible + "…" if len(said) > most else visible
