"""Shared code of the languages' scripts: word families from related pairs, and the table file."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

LINES_IN_A_BLOCK = 128


def listed(words: str) -> tuple[str, ...]:
    """The words of a text, for lists written as lines of text."""
    return tuple(words.split())


@dataclass
class Lemma:
    """The entry of a dictionary form."""

    bases: set[str] = field(default_factory=set)
    """Words from which it is derived."""
    parts: set[str] = field(default_factory=set)
    """Words of which it is a compound."""
    forms: set[str] = field(default_factory=set)
    """Its inflected forms."""


class Families:
    """The transitive roots and parts of lemmas."""

    def __init__(self, lemmas: Mapping[str, Lemma]):
        self._lemmas = lemmas

    @cache  # noqa: B019 (lives as long as the script)
    def ancestors(self, word: str) -> frozenset[str]:
        """The word, its bases, their bases, and so on."""
        result: set[str] = set()
        ahead = [word]
        while ahead:
            current = ahead.pop()
            if current not in result:
                result.add(current)
                ahead += self._lemmas[current].bases if current in self._lemmas else ()
        return frozenset(result)

    @cache  # noqa: B019
    def roots(self, word: str) -> frozenset[str]:
        """The ancestors without a base. Of a cycle, the shortest word is the root."""
        return frozenset(
            min(self.ancestors(ancestor), key=lambda w: (len(w), w))
            for ancestor in self.ancestors(word)
            if all(ancestor in self.ancestors(further) for further in self.ancestors(ancestor))
        )

    def parts(self, word: str) -> frozenset[str]:
        """The roots of the parts of the word and of its ancestors, and recursively their parts."""
        result: set[str] = set()
        ahead = [word]
        seen: set[str] = set()
        while ahead:
            current = ahead.pop()
            if current not in seen:
                seen.add(current)
                for ancestor in self.ancestors(current):
                    parts = self._lemmas[ancestor].parts if ancestor in self._lemmas else ()
                    ahead += parts
                    result.update(*(self.roots(part) for part in parts))
        return frozenset(result)


def write_table(lemmas: Mapping[str, Lemma], path: Path) -> None:
    """Write `form TAB lemmas TAB roots TAB parts`, sorted, as a sequence of gzip members.

    A line with only a form means that the form is its own lemma. Roots are omitted if they equal
    the lemmas, and parts are omitted if there are none. The first member is the index, with the
    first form and the size in bytes of each other member.
    """
    families = Families(lemmas)
    lemmas_of: dict[str, set[str]] = {}
    for word, lemma in lemmas.items():
        for form in {word, *lemma.forms}:
            lemmas_of.setdefault(form, set()).add(word)
    lines = sorted(_line(form, owners, families).encode() for form, owners in lemmas_of.items())
    blocks = [
        lines[start : start + LINES_IN_A_BLOCK] for start in range(0, len(lines), LINES_IN_A_BLOCK)
    ]
    packed = [gzip.compress(b"\n".join([*block, b""]), 9, mtime=0) for block in blocks]
    index = b"".join(
        b"%b\t%d\n" % (block[0].partition(b"\t")[0], len(member))
        for block, member in zip(blocks, packed, strict=True)
    )
    path.write_bytes(gzip.compress(index, 9, mtime=0) + b"".join(packed))
    print(f"{path}: {len(lemmas)} lemmas, {len(lines)} forms, {path.stat().st_size / 1e6:.2f} MB")


def _line(form: str, owners: set[str], families: Families) -> str:
    roots = frozenset().union(*(families.roots(owner) for owner in owners))
    parts = frozenset().union(*(families.parts(owner) for owner in owners))
    fields = [
        form,
        "" if owners == {form} else _listed(owners),
        "" if roots == owners else _listed(roots),
        _listed(parts),
    ]
    return "\t".join(fields).rstrip("\t") + ("\t" if not any(fields[1:]) else "")


def _listed(words: Iterable[str]) -> str:
    return " ".join(sorted(words))
