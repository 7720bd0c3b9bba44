"""The words of a language: what each is a form of, comes from and is put together from."""

from __future__ import annotations

import zlib
from bisect import bisect_right
from itertools import accumulate
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
    """A sorted table of words, kept packed: a block of rows is unpacked when a word is asked for.

    The file is a chain of gzip members, so that any tool reads it as one text. The first member
    is the index: a line for each of the others, its first spelling and its size in bytes. A row
    of the others is `spelling TAB lemmas TAB roots TAB parts`; lemmas that are the spelling,
    roots that are the lemmas, and no parts, are left out.
    """

    def __init__(self, path: Path):
        unpacker = zlib.decompressobj(_GZIP)
        lines = unpacker.decompress(path.read_bytes()).splitlines()
        self._packed = unpacker.unused_data
        self._first = [line.partition(b"\t")[0] for line in lines]
        self._starts = [0, *accumulate(int(line.partition(b"\t")[2]) for line in lines)]

    def find(self, spelling: str) -> Word | None:
        """What is known of a folded spelling, None if it is not in the table."""
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
"""What zlib calls the format of gzip."""
