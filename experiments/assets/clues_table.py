"""What the scripts of all languages share: families from pairs of kin, and the word table's file."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

LINES_IN_A_BLOCK = 64


@dataclass
class Lemma:
    """A word as a dictionary lists it."""

    bases: set[str] = field(default_factory=set)
    """Words it is derived from."""
    parts: set[str] = field(default_factory=set)
    """Words it is put together from."""
    forms: set[str] = field(default_factory=set)
    """Its inflected forms."""


class Families:
    """Roots and parts of lemmas, followed to their ends."""

    def __init__(self, lemmas: Mapping[str, Lemma]):
        self._lemmas = lemmas
        self._roots: dict[str, frozenset[str]] = {}

    def roots(self, word: str) -> frozenset[str]:
        """The words at the ends of the chains of derivation; the word itself if it has no base."""
        if word not in self._roots:
            bases = self._lemmas[word].bases if word in self._lemmas else ()
            ends = (self.roots(base) for base in bases if _simpler(base, word))
            self._roots[word] = frozenset().union(*ends) or frozenset({word})
        return self._roots[word]

    def parts(self, word: str) -> frozenset[str]:
        """The roots of the parts of the word and of the words it is derived from."""
        if word not in self._lemmas:
            return frozenset()
        lemma = self._lemmas[word]
        own = (self.roots(part) for part in lemma.parts)
        deeper = (self.parts(part) for part in lemma.parts if _simpler(part, word))
        inherited = (self.parts(base) for base in lemma.bases if _simpler(base, word))
        return frozenset().union(*own, *deeper, *inherited)


def _simpler(base: str, word: str) -> bool:
    """Bases are shorter, or earlier in the alphabet, so that no chain runs in a circle."""
    return (len(base), base) < (len(word), word)


def write_table(lemmas: Mapping[str, Lemma], path: Path) -> None:
    """Writes `form TAB lemmas TAB roots TAB parts`, sorted, in blocks with blank lines between.

    A lone form is its own lemma; roots that are the lemmas, and no parts, are left out.
    """
    families = Families(lemmas)
    lemmas_of: dict[str, set[str]] = {}
    for word, lemma in lemmas.items():
        for form in {word, *lemma.forms}:
            lemmas_of.setdefault(form, set()).add(word)
    lines = sorted(_line(form, owners, families).encode() for form, owners in lemmas_of.items())
    blocks = (
        b"\n".join(lines[start : start + LINES_IN_A_BLOCK])
        for start in range(0, len(lines), LINES_IN_A_BLOCK)
    )
    with path.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed:
        packed.write(b"\n\n".join(blocks))
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
