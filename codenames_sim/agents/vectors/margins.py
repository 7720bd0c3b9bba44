"""The simple spymaster's rule: fixed margins of safety."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codenames_sim.agents.vectors.mind import POINTS, Points
from codenames_sim.agents.vectors.position import Idea, Places, Position

ASSASSIN, OPPONENT, BYSTANDER, LEAST, MOST = 0.1, 0.15, 0.0, 0.15, 9
"""What does best against the planning spymaster: `experiments/minds.py margins` found it."""

_FOR_EACH_WORD = 50 * POINTS
"""What one more word outweighs: the points of 25 words above any level."""


@dataclass(frozen=True)
class Margins:
    """The clue for the most words that are safely closer to it than any other word.

    A word is safe if its points are above those of every assassin by `assassin`, of the
    opponents' agents by `opponent`, of bystanders by `bystander`, and above `least`. Of clues for
    equally many words, the one whose safe words are furthest above all that counts most.
    """

    assassin: int
    opponent: int
    bystander: int
    least: int
    most: int
    """The highest number said."""

    def outline(self, points: Points, position: Position) -> NDArray[np.int32]:
        """The very value that `rank` goes by."""
        own = points[position.own]
        above = own - self._level(points, position)
        safe = np.maximum(above, 0).sum(axis=0, dtype=np.int32)
        count = np.minimum((above > 0).sum(axis=0), self._most(position))
        value = count * _FOR_EACH_WORD + safe
        best: NDArray[np.int32] = np.where(count > 0, value, above.max(axis=0))
        return best

    def rank(self, points: Points, position: Position) -> Iterator[Idea]:
        """The best first; where no word is safe, the one that is nearest to it, with number 1."""
        value = self.outline(points, position)
        level = self._level(points, position)
        for column in np.argsort(-value, kind="stable").tolist():
            scores = points[position.own, column]
            safe = min(self._most(position), int((scores > level[column]).sum()))
            number = max(1, safe)
            order = position.own[np.argsort(-scores, kind="stable")[:number]]
            yield Idea(column, number, tuple(order.tolist()))

    def _most(self, position: Position) -> int:
        return min(self.most, position.highest, len(position.own))

    def _level(self, points: Points, position: Position) -> Points:
        level = np.full(points.shape[1], self.least, np.int16)
        risks: tuple[tuple[Places, int], ...] = (
            (position.assassin, self.assassin),
            (position.opponent, self.opponent),
            (position.bystander, self.bystander),
        )
        for places, margin in risks:
            if len(places):
                level = np.maximum(level, points[places].max(axis=0) + np.int16(margin))
        return level
