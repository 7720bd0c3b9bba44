"""Folds spellings so that they can be compared."""

from __future__ import annotations

import re
import unicodedata

_INVISIBLE = {"Cf", "Mn", "Me"}
_APOSTROPHES = str.maketrans("", "", "'’ʼ")
_TWO_LETTERS = {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
_RUN = re.compile(r"[^\W_]+")


def fold(text: str, alphabet: str) -> str:
    """`text` in the form in which spellings are compared.

    Folding removes case, width, apostrophes, invisible characters and diacritics. Letters of
    `alphabet` keep their diacritics. Folding a folded text does not change it.
    """
    if text.isascii():
        return text.lower().translate(_APOSTROPHES)
    composed = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return "".join(
        c if c.isascii() or c in alphabet else _without_marks(c) for c in composed
    ).translate(_APOSTROPHES)


def _without_marks(character: str) -> str:
    if character in _TWO_LETTERS:
        return _TWO_LETTERS[character]
    return "".join(
        c
        for c in unicodedata.normalize("NFKD", character)
        if unicodedata.category(c) not in _INVISIBLE
    )


def runs(folded: str) -> tuple[str, ...]:
    """The runs of letters and digits in a folded text: `new york` has two."""
    return tuple(_RUN.findall(folded))
