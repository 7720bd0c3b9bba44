"""The words of a language: what each is a form of, comes from and is put together from."""

from __future__ import annotations

import gzip
from bisect import bisect_right
from pathlib import Path
from typing import NamedTuple


class Word(NamedTuple):
    """What is known of one spelling; homographs share it."""

    lemmas: frozenset[str]
    """The words it is a form of: `leaves` of leaf and leave."""
    roots: frozenset[str]
    """The words its lemmas are derived from in the end: `painters` comes from paint."""
    parts: frozenset[str]
    """The roots of the words it is put together from: `woodpecker` of wood and peck."""


class WordTable:
    """A sorted table of words, kept as text: a row is read when its word is asked for.

    A row is `spelling TAB lemmas TAB roots TAB parts`. Lemmas that are the spelling, roots that
    are the lemmas, and no parts, are left out. Rows come in blocks with a blank line between.
    """

    def __init__(self, path: Path):
        self._blocks = gzip.decompress(path.read_bytes()).split(b"\n\n")

    def find(self, spelling: str) -> Word | None:
        """What is known of a folded spelling, None if it is not in the table."""
        key = spelling.encode() + b"\t"
        block = b"\n" + self._blocks[max(bisect_right(self._blocks, key + b"\xff") - 1, 0)]
        start = block.find(b"\n" + key)
        if start < 0:
            return None
        end = block.find(b"\n", start + 1)
        row = block[start + 1 : end if end > 0 else None].decode().split("\t")
        lemmas, roots, parts = (frozenset(field.split()) for field in (*row[1:], "", "", "")[:3])
        lemmas = lemmas or frozenset({spelling})
        return Word(lemmas, roots or lemmas, parts)
