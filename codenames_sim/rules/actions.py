"""What a seat may do, as values."""

from __future__ import annotations

from typing import Literal

import msgspec

Team = Literal["first", "second"]
"""`first` is the team that starts."""
Role = Literal["spymaster", "operative"]
Kind = Literal["clue", "guess", "cover"]
"""What a decision is about."""

LONGEST_CLUE = 100
"""Characters. What is longer, or not valid Unicode, is no clue but noise, and is refused."""


class Clue(msgspec.Struct, frozen=True, tag=True):
    """A word and a number."""

    word: str
    number: int | None
    """None is the unlimited clue, where the rules allow it."""
    targets: tuple[str, ...] = ()
    """The words the spymaster has in mind. Only the record keeps them; no seat ever sees them."""
    said: str | None = None
    """The word as the agent wrote it, where that differs. Only the record keeps it."""


class Guess(msgspec.Struct, frozen=True, tag=True):
    """A word on the table, spelled as on the table."""

    word: str
    said: str | None = None
    """The word as the agent wrote it, where that differs. For the record alone, as the rest is."""
    votes: tuple[str, ...] = ()
    reason: str | None = None


class Stop(msgspec.Struct, frozen=True, tag=True):
    """No further guess this turn."""

    votes: tuple[str, ...] = ()
    reason: str | None = None


class Cover(msgspec.Struct, frozen=True, tag=True):
    """After the opponents' invalid clue: one of one's own agents is covered."""

    word: str


class Skip(msgspec.Struct, frozen=True, tag=True):
    """After the opponents' invalid clue: nothing is covered."""


class Forfeit(msgspec.Struct, frozen=True, tag=True):
    """What is played for an agent that can't answer."""

    by: str | None = None
    """The seat that could not, where it is one of several."""


Action = Clue | Guess | Stop | Cover | Skip | Forfeit

STOP = Stop()
SKIP = Skip()
FORFEIT = Forfeit()
