"""A language of clues: a folder of files under `languages/`, read on first use."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

from codenames_sim.clues.words import Word, WordTable
from codenames_sim.errors import InputError

_LANGUAGES = Path(__file__).parent / "languages"

_SHORTEST_PART = 3
"""In letters, of the parts an unknown word is taken apart into."""


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """What the clue rules know of one language."""

    code: str
    alphabet: str
    """The letters words are spelled with; marks on other letters are folded away."""
    prefixes: tuple[str, ...]
    """Beginnings that make a word of the same family."""
    suffixes: tuple[tuple[str, str], ...]
    """Endings that make a word of the same family, each with what it stands in place of."""
    links: tuple[tuple[str, str], ...]
    """What stands between the parts of a compound, and what it stands in place of."""
    sentences: dict[str, str]
    """A sentence for each reason, and for `legal`, with {clue}, {board_word} and {part} in it."""
    table: WordTable

    def word(self, spelling: str) -> Word:
        """What is known of a folded spelling, or can be told from words that are known."""
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
        """Spellings the unknown one may be derived from by one affix."""
        stems = [spelling.removeprefix(p) for p in self.prefixes if spelling.startswith(p)]
        stems += [
            spelling.removesuffix(suffix) + instead
            for suffix, instead in self.suffixes
            if spelling.endswith(suffix)
        ]
        return [stem for stem in stems if len(stem) >= _SHORTEST_PART]

    def _parts(self, spelling: str) -> frozenset[str]:
        """The roots of two known words the unknown one is put together from."""
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
    """The codes of the languages there are files for, sorted."""
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
    """The language of that code.

    Raises:
        InputError: there is no such language.
    """
    if code not in available_languages():
        known = ", ".join(available_languages())
        raise InputError(f"no clue rules for the language {code!r}; there are: {known}")
    return _load(code)
