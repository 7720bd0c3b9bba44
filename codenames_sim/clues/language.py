"""A language of the clue rules: a folder of files under `languages/`, read on first use."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

from codenames_sim.clues.words import Word, WordTable
from codenames_sim.errors import InputError

_LANGUAGES = Path(__file__).parent / "languages"

_SHORTEST_PART = 3
"""In letters: the shortest part into which an unknown word is split."""


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """What the clue rules know of one language."""

    code: str
    alphabet: str
    """The letters of the language. Diacritics on all other letters are removed."""
    prefixes: tuple[str, ...]
    """Prefixes that form a word of the same family."""
    suffixes: tuple[tuple[str, str], ...]
    """Suffixes that form a word of the same family, each with the ending that it replaces."""
    links: tuple[tuple[str, str], ...]
    """Linking elements between the parts of a compound, each with the ending that it replaces."""
    sentences: dict[str, str]
    """A sentence for each reason and for `legal`, with fields {clue}, {board_word} and {part}."""
    table: WordTable

    def word(self, spelling: str) -> Word:
        """The table's entry for a folded spelling, or an entry derived from other entries."""
        known = self.table.find(spelling)
        if known is not None:
            return known
        bases = [word for stem in self._stems(spelling) if (word := self.table.find(stem))]
        if bases:
            itself = frozenset({spelling})
            roots = frozenset().union(*(base.roots for base in bases))
            return Word(itself, roots, frozenset().union(*(base.parts for base in bases)))
        alone = frozenset({spelling})
        return Word(alone, alone, self._parts(spelling))

    def _stems(self, spelling: str) -> list[str]:
        """Spellings from which an unknown one may be derived with one affix."""
        stems = [spelling.removeprefix(p) for p in self.prefixes if spelling.startswith(p)]
        stems += [
            spelling.removesuffix(suffix) + instead
            for suffix, instead in self.suffixes
            if spelling.endswith(suffix)
        ]
        return [stem for stem in stems if len(stem) >= _SHORTEST_PART]

    def _parts(self, spelling: str) -> frozenset[str]:
        """The roots of two known words that form the unknown one, if there are two."""
        for cut in range(_SHORTEST_PART, len(spelling) - _SHORTEST_PART + 1):
            second = self.table.find(spelling[cut:])
            if second is None:
                continue
            for link, instead in self.links:
                start = spelling[:cut]
                first = self.table.find(start.removesuffix(link) + instead)
                if start.endswith(link) and first is not None:
                    parts = (first.roots, first.parts, second.roots, second.parts)
                    return frozenset().union(*parts)
        return frozenset()


@cache
def available_languages() -> tuple[str, ...]:
    """The codes of the languages that have files, sorted."""
    return tuple(sorted(path.parent.name for path in _LANGUAGES.glob("*/language.yaml")))


@cache
def _load(code: str) -> Language:
    import yaml

    folder = _LANGUAGES / code
    settings = yaml.safe_load((folder / "language.yaml").read_text(encoding="utf-8"))
    sentences = yaml.safe_load((folder / "sentences.yaml").read_text(encoding="utf-8"))
    return Language(
        code=code,
        alphabet=settings["alphabet"],
        prefixes=tuple(settings["prefixes"]),
        suffixes=_replacements(settings["suffixes"]),
        links=_replacements(settings["links"]),
        sentences=sentences,
        table=WordTable(folder / "words.txt.gz"),
    )


def _replacements(table: dict[str, list[str]]) -> tuple[tuple[str, str], ...]:
    return tuple(pair for ending, instead in table.items() for pair in product([ending], instead))


def load_language(code: str) -> Language:
    """The language with that code.

    Raises:
        InputError: the language does not exist.
    """
    if code not in available_languages():
        known = ", ".join(available_languages())
        raise InputError(f"there are no clue rules for the language {code!r}; known: {known}")
    return _load(code)
