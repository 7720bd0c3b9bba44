"""What may be played at a decision, besides FORFEIT."""

from __future__ import annotations

import msgspec

from codenames_sim.clues import Profile


class ClueOptions(msgspec.Struct, frozen=True):
    """Any word may be said, for an illegal one is play too; the number lies within these bounds."""

    lowest: int
    highest: int
    unlimited: bool
    """Whether `Clue(word, None)` may be given."""
    profile: Profile
    """By which profile of `check_clue` the clue will be judged."""


class GuessOptions(msgspec.Struct, frozen=True):
    """The words that may be guessed, in deal order."""

    words: tuple[str, ...]
    may_stop: bool


class CoverOptions(msgspec.Struct, frozen=True):
    """The seat's own agents that are not covered yet, in deal order."""

    words: tuple[str, ...]
    may_skip: bool
