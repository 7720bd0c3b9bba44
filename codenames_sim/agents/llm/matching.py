"""Which word of the table is meant by what a model wrote."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz.distance import OSA

from codenames_sim.clues.spelling import fold, runs

_LONGEST_SAID = 100
"""Characters; what is longer is no word."""
_SHORT, _LONG = 4, 8
"""Letters from which a word may be written with one slip, and with two."""


def match_word(text: str, words: Sequence[str]) -> str | None:
    """The word that `text` is, whatever its case, marks and spaces, or that it is a slip away from.

    A slip is a letter too many, too few or wrong, or two swapped: one from four letters on, two
    from eight. None where no word or more than one is that close.
    """
    if text in words:
        return text
    if len(text) > _LONGEST_SAID:
        return None
    spelled = _letters(text)
    letters = {word: _letters(word) for word in words}
    if not (near := [word for word in words if letters[word] == spelled]):
        most = (len(spelled) >= _SHORT) + (len(spelled) >= _LONG)
        near = [
            word
            for word in words
            if most and OSA.distance(spelled, letters[word], score_cutoff=most) <= most
        ]
    return near[0] if len(near) == 1 else None


def _letters(word: str) -> str:
    return "".join(runs(fold(word, "")))
