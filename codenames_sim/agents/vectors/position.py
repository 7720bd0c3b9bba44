"""A position as the spymaster rules need it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from codenames_sim.agents.vectors.similarity import Points

Places = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Position:
    """The facts that a spymaster decides by. Indices of uncovered words are in deal order."""

    own: Places
    opponent: Places
    bystander: Places
    assassin: Places
    earlier: Points | None
    """The points of each word against the team's open clues; None if no clue is open."""
    extra_guess: bool
    """Whether the rules allow a guess beyond the clue's number."""
    highest: int
    """The highest number that the rules allow."""
    zero: bool
    """Whether the rules allow the number 0."""
    unlimited: bool

    @property
    def others(self) -> Places:
        """All words except the team's own."""
        return np.concatenate([self.opponent, self.bystander, self.assassin])


class Idea(NamedTuple):
    """A candidate clue whose legality has not been checked."""

    column: int
    """The column of its word in the ranked points."""
    number: int | None
    targets: tuple[int, ...]
    """Indices of the intended words, the closest first."""


class Rule(Protocol):
    """A way to compare clues. `points` has a row for each word on the board."""

    def outline(self, points: Points, position: Position) -> NDArray[np.int32]:
        """A fast estimate for each column, to select the clues that `rank` examines."""
        ...

    def rank(self, points: Points, position: Position) -> Iterator[Idea]:
        """The candidate clues, best first."""
        ...
