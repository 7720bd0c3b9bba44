"""Analyses a clue or a board word once: its letters, its related words and its faults."""

from __future__ import annotations

import re
from typing import NamedTuple

from codenames_sim.clues.language import Language
from codenames_sim.clues.spelling import fold, runs
from codenames_sim.clues.verdict import Reason
from codenames_sim.clues.words import Word

_REMEMBERED = 1 << 15
"""Readings cached per language, of about 1 kB each. A full cache is cleared."""

_JOINED_WORDS = re.compile(r"[^\W_]+(?:[-‐–.][^\W_]+)*\.?")


class Reading(NamedTuple):
    """What the rules need to know about one text."""

    letters: str
    """Its folded letters and digits, without the characters between them."""
    word: Word
    """Its entry in the word table. If the text has several words, they are its parts."""
    related: frozenset[str]
    """Its roots and parts. Two words are related if they share one."""
    fault: Reason | None
    """Why it is not one word; None if it is."""
    fault_if_joined: Reason | None
    """The same if words joined by hyphens or dots are allowed."""


class Reader(dict[str, Reading]):
    """A cache of the readings in one language: `reader[text]` analyses a new text."""

    def __init__(self, language: Language):
        super().__init__()
        self._language = language

    def __missing__(self, text: str) -> Reading:
        if len(self) >= _REMEMBERED:
            self.clear()
        self[text] = reading = _read(text, self._language)
        return reading


def _read(text: str, language: Language) -> Reading:
    folded = fold(text.strip(), language.alphabet)
    spellings = runs(folded)
    letters = "".join(spellings)
    word = language.word(letters)
    if len(spellings) > 1:
        inner = [language.word(spelling) for spelling in spellings]
        parts = word.parts.union(*(w.roots | w.parts for w in inner))
        word = word._replace(parts=parts)
    fault = _fault(letters, language)
    return Reading(
        letters,
        word,
        word.roots | word.parts,
        fault if folded == letters else "not_one_word",
        fault if _JOINED_WORDS.fullmatch(folded) else "not_one_word",
    )


def _fault(letters: str, language: Language) -> Reason | None:
    if not any(c.isalpha() for c in letters):
        return "not_one_word"
    if any(c not in language.alphabet and c not in "0123456789" for c in letters):
        return "foreign_letters"
    return None
