"""The clue rules: a clue is one word that is not related to a word on the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple, get_args

from codenames_sim.clues.language import load_language
from codenames_sim.clues.reading import Reader, Reading
from codenames_sim.clues.verdict import Reason, Verdict
from codenames_sim.errors import InputError

Profile = Literal["exact", "lenient", "standard", "strict"]
"""How strict the rules are. Each profile forbids everything that the one before it forbids."""

PROFILES: tuple[Profile, ...] = get_args(Profile)

LONGEST_CLUE = 60
"""In characters. The longest dictionary words have 45."""


class _Forbids(NamedTuple):
    """What a profile forbids in addition to the same word."""

    joined: bool
    """Words joined by hyphens or dots: merry-go-round, U.S.A."""
    kin: bool
    """Inflections, derivations and compounds of visible words."""
    substring: bool
    """A clue whose spelling contains a visible word or is contained in one."""


_FORBIDS: dict[str, _Forbids] = {
    "exact": _Forbids(joined=False, kin=False, substring=False),
    "lenient": _Forbids(joined=False, kin=True, substring=False),
    "standard": _Forbids(joined=True, kin=True, substring=False),
    "strict": _Forbids(joined=True, kin=True, substring=True),
}


def check_clue(
    clue: str,
    visible_words: Sequence[str],
    *,
    language: str = "en",
    profile: str = "standard",
) -> Verdict:
    """Whether `clue` is legal while `visible_words` are on the table.

    Any text is accepted: a text that is not a word gets a verdict, not an error. The order of the
    visible words only decides which of them the verdict names.

    Raises:
        InputError: the language or the profile does not exist.
    """
    if profile not in _FORBIDS:
        known = ", ".join(PROFILES)
        raise InputError(f"there is no clue profile {profile!r}; known: {known}")
    forbids = _FORBIDS[profile]
    reader = _reader(language)
    if len(clue) > LONGEST_CLUE and len(clue.strip()) > LONGEST_CLUE:
        return Verdict(clue, "not_one_word")
    given = reader[clue]
    letters, related = given.letters, given.related
    kin = None
    for word in visible_words:
        other = reader[word]
        if other.letters == letters and letters:
            return Verdict(clue, "same_word", word)
        if kin is None and not related.isdisjoint(other.related):
            kin = word
    fault = given.fault if forbids.joined else given.fault_if_joined
    if fault is not None:
        return Verdict(clue, fault)
    if forbids.kin and kin is not None:
        return _kin(clue, given, kin, reader[kin])
    if forbids.substring:
        for word in visible_words:
            other = reader[word]
            if other.letters and (other.letters in letters or letters in other.letters):
                return Verdict(clue, "substring", word)
    return Verdict(clue)


@cache
def _reader(language: str) -> Reader:
    return Reader(load_language(language))


def _kin(clue: str, given: Reading, board_word: str, visible: Reading) -> Verdict:
    """The verdict on a clue that shares a root or a part with a visible word."""
    ours, theirs = given.word, visible.word
    reasons: list[tuple[Reason, frozenset[str]]] = [
        ("inflection", ours.lemmas & theirs.lemmas),
        ("derivation", ours.roots & theirs.roots),
        ("part_of_compound", ours.roots & theirs.parts),
        ("contains_word", ours.parts & theirs.roots),
        ("shares_part", ours.parts & theirs.parts),
    ]
    reason, common = next(result for result in reasons if result[1])
    return Verdict(clue, reason, board_word, min(common))
