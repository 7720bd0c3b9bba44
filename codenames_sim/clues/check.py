"""The clue rules: one word, and no kin of a word on the table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from codenames_sim.clues.language import Language, load_language
from codenames_sim.clues.spelling import fold, runs
from codenames_sim.clues.verdict import Reason, Verdict
from codenames_sim.errors import InputError

Profile = Literal["exact", "lenient", "standard", "strict"]
"""How much is forbidden; each profile forbids all that the one before it forbids."""

PROFILES: tuple[Profile, ...] = get_args(Profile)

LONGEST_CLUE = 60
"""In characters. The longest words of dictionaries have 45."""

_CACHED_SPELLINGS = 1 << 16

_JOINED_WORDS = re.compile(r"[^\W_]+(?:[-‐–.][^\W_]+)*\.?")


@dataclass(frozen=True, slots=True)
class _Forbids:
    """What a profile forbids beyond the same word."""

    joined: bool
    """Words joined by hyphens or dots: merry-go-round, U.S.A."""
    kin: bool
    """Forms, families and compounds of visible words."""
    substring: bool
    """Any spelling inside another."""


_FORBIDS: dict[str, _Forbids] = {
    "exact": _Forbids(joined=False, kin=False, substring=False),
    "lenient": _Forbids(joined=False, kin=True, substring=False),
    "standard": _Forbids(joined=True, kin=True, substring=False),
    "strict": _Forbids(joined=True, kin=True, substring=True),
}


class _Spelling(NamedTuple):
    """A clue or a board word, read once."""

    joined: str
    """Its folded letters and digits without what stands between them."""
    shape_faults: dict[bool, Reason | None]
    """Why it is no clue, whatever is on the table, by whether joined words are forbidden."""


@lru_cache(_CACHED_SPELLINGS)
def _read(text: str, language: Language) -> _Spelling:
    folded = fold(text, language.alphabet)
    joined = "".join(runs(folded))
    return _Spelling(
        joined,
        {
            forbidden: _shape_fault(folded, joined, language, forbidden)
            for forbidden in (True, False)
        },
    )


def _shape_fault(
    folded: str, joined: str, language: Language, joined_forbidden: bool
) -> Reason | None:
    one_word = folded == joined if joined_forbidden else _JOINED_WORDS.fullmatch(folded)
    if not one_word or not any(c.isalpha() for c in joined):
        return "not_one_word"
    if any(c not in language.alphabet and c not in "0123456789" for c in joined):
        return "foreign_letters"
    return None


def check_clue(
    clue: str,
    visible_words: Sequence[str],
    *,
    language: str = "en",
    profile: str = "standard",
) -> Verdict:
    """Says whether `clue` may be given while `visible_words` are on the table.

    Any text is a clue: what is no word is refused, never an error. The order of the visible words
    decides no more than which of them a verdict names.

    Raises:
        InputError: there is no such language or profile.
    """
    if profile not in _FORBIDS:
        raise InputError(f"no clue profile {profile!r}; there are: {', '.join(PROFILES)}")
    forbids = _FORBIDS[profile]
    rules = load_language(language)
    text = clue.strip()
    if len(text) > LONGEST_CLUE:
        return Verdict(clue, "not_one_word")
    spelling = _read(text, rules)
    visible = [(word, _read(word, rules)) for word in visible_words]
    if spelling.joined:
        for word, other in visible:
            if other.joined == spelling.joined:
                return Verdict(clue, "same_word", word)
    fault = spelling.shape_faults[forbids.joined]
    if fault is not None:
        return Verdict(clue, fault)
    if forbids.substring:
        for word, other in visible:
            if other.joined and (
                other.joined in spelling.joined or spelling.joined in other.joined
            ):
                return Verdict(clue, "substring", word)
    return Verdict(clue)
