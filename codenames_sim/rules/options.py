"""The options of a decision, besides FORFEIT."""

from __future__ import annotations

import msgspec

from codenames_sim.clues import Profile


class ClueOptions(msgspec.Struct, frozen=True):
    """Any word is allowed, because an illegal clue is a move too. The number is limited."""

    lowest: int
    highest: int
    unlimited: bool
    """Whether `Clue(word, None)` may be given."""
    profile: Profile
    """The profile of `check_clue` that judges the clue."""


class GuessOptions(msgspec.Struct, frozen=True):
    """The words that may be guessed, in deal order."""

    words: tuple[str, ...]
    may_stop: bool


class CoverOptions(msgspec.Struct, frozen=True):
    """The seat's own agents that are not covered yet, in deal order."""

    words: tuple[str, ...]
    may_skip: bool
