"""The word table of a language: the lemmas, roots and parts of each word."""

from __future__ import annotations

import zlib
from bisect import bisect_right
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple


class Word(NamedTuple):
    """The entry of one spelling. Homographs share an entry."""

    lemmas: frozenset[str]
    """The words that it is a form of: leaf and leave for `leaves`."""
    roots: frozenset[str]
    """The words from which its lemmas are ultimately derived: paint for `painters`."""
    parts: frozenset[str]
    """The roots of the words in a compound: wood and peck for `woodpecker`."""


class WordTable:
    """A sorted, compressed table of words. A lookup decompresses one block of rows.

    The file is a sequence of gzip members, so that any gzip tool reads it as one text. The first
    member is the index. It has a line for each other member: its first spelling and its size in
    bytes. The other members have rows `spelling TAB lemmas TAB roots TAB parts`. Lemmas equal to
    the spelling, roots equal to the lemmas, and empty parts are left out.
    """

    def __init__(self, path: Path):
        unpacker = zlib.decompressobj(_GZIP)
        lines = unpacker.decompress(path.read_bytes()).splitlines()
        self._packed = unpacker.unused_data
        self._first = [line.partition(b"\t")[0] for line in lines]
        self._starts = [0, *accumulate(int(line.partition(b"\t")[2]) for line in lines)]

    def find(self, spelling: str) -> Word | None:
        """The entry of a folded spelling; None if it is not in the table."""
        key = spelling.encode()
        number = max(bisect_right(self._first, key) - 1, 0)
        packed = self._packed[self._starts[number] : self._starts[number + 1]]
        block = b"\n" + zlib.decompress(packed, _GZIP)
        start = block.find(b"\n" + key + b"\t")
        if start < 0:
            return None
        row = block[start + 1 : block.find(b"\n", start + 1)].decode().split("\t")
        lemmas, roots, parts = (frozenset(field.split()) for field in (*row[1:], "", "", "")[:3])
        lemmas = lemmas or frozenset({spelling})
        return Word(lemmas, roots or lemmas, parts)


_GZIP = zlib.MAX_WBITS | 16
"""The `wbits` value with which zlib reads the gzip format."""
