"""The table as a spymaster's rule needs it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from codenames_sim.agents.vectors.mind import Points

Places = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Position:
    """What a spymaster decides on. Uncovered words are named by their place in deal order."""

    own: Places
    opponent: Places
    bystander: Places
    assassin: Places
    earlier: Points | None
    """The points of each word for the team's open clues; None where none is open."""
    extra_guess: bool
    """Whether there is a guess beyond the clue's number."""
    highest: int
    """The highest number that may be said."""
    zero: bool
    """Whether 0 may be said."""
    unlimited: bool

    @property
    def others(self) -> Places:
        """All words but the team's own."""
        return np.concatenate([self.opponent, self.bystander, self.assassin])


class Idea(NamedTuple):
    """A clue to give, if its word is legal."""

    column: int
    """The place of its word in what was ranked."""
    number: int | None
    targets: tuple[int, ...]
    """Places of the words it is for, the closest first."""


class Rule(Protocol):
    """How a spymaster compares clues. `points` has a row for each word on the table."""

    def outline(self, points: Points, position: Position) -> NDArray[np.int32]:
        """A quick value for each column: which clues are worth a closer look."""
        ...

    def rank(self, points: Points, position: Position) -> Iterator[Idea]:
        """The columns that are clues worth giving, the best first."""
        ...
