"""The actions of a seat, as values."""

from __future__ import annotations

from typing import Literal

import msgspec

Team = Literal["first", "second"]
"""`first` is the team that starts."""
Role = Literal["spymaster", "operative"]
Kind = Literal["clue", "guess", "cover"]
"""What a decision asks for."""

LONGEST_CLUE = 100
"""Characters. A longer text, or one that is not valid Unicode, is rejected as a clue."""


class Clue(msgspec.Struct, frozen=True, tag=True):
    """A word and a number."""

    word: str
    number: int | None
    """None for an unlimited clue, if the rules allow one."""
    targets: tuple[str, ...] = ()
    """The words that the spymaster intends. Only the record keeps them; no seat sees them."""
    said: str | None = None
    """The clue as the agent wrote it, if that differs. Only the record keeps it."""


class Guess(msgspec.Struct, frozen=True, tag=True):
    """A word on the table, spelled as on the table."""

    word: str
    said: str | None = None
    """The word as the agent wrote it, if that differs. Only the record keeps it."""
    votes: tuple[str, ...] = ()
    """Each panel member's vote, in order of seats. Only the record keeps them."""
    reason: str | None = None
    """The agent's explanation. Only the record keeps it."""


class Stop(msgspec.Struct, frozen=True, tag=True):
    """No further guess this turn."""

    votes: tuple[str, ...] = ()
    reason: str | None = None


class Cover(msgspec.Struct, frozen=True, tag=True):
    """Covers one of the seat's own agents after the opponents' invalid clue."""

    word: str


class Skip(msgspec.Struct, frozen=True, tag=True):
    """Covers nothing after the opponents' invalid clue."""


class Forfeit(msgspec.Struct, frozen=True, tag=True):
    """Played for an agent that can't answer."""

    by: str | None = None
    """The seat that could not answer, if the team has several in this role."""


Action = Clue | Guess | Stop | Cover | Skip | Forfeit

STOP = Stop()
SKIP = Skip()
FORFEIT = Forfeit()
