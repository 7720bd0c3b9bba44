"""The simple spymaster rule: fixed safety margins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codenames_sim.agents.vectors.position import Idea, Places, Position
from codenames_sim.agents.vectors.similarity import POINTS, Points

ASSASSIN, OPPONENT, BYSTANDER, LEAST, MOST = 0.1, 0.15, 0.0, 0.15, 9
"""The best values against the planning spymaster, found by `experiments/vector_bots.py margins`."""

_FOR_EACH_WORD = 50 * POINTS
"""The value of one more word. It exceeds any sum of points of 25 words above the level."""


@dataclass(frozen=True)
class Margins:
    """Prefers the clue with the most safe words.

    A word is safe if its points exceed those of every assassin by more than `assassin`, of every
    opposing agent by `opponent`, of every bystander by `bystander`, and exceed `least`. Among clues
    with equally many safe words, the one whose safe words exceed these limits by the largest total
    is preferred.
    """

    assassin: int
    opponent: int
    bystander: int
    least: int
    most: int
    """The highest number of a clue."""

    def outline(self, points: Points, position: Position) -> NDArray[np.int32]:
        """The exact value by which `rank` orders clues."""
        own = points[position.own]
        above = own - self._level(points, position)
        safe = np.maximum(above, 0).sum(axis=0, dtype=np.int32)
        count = np.minimum((above > 0).sum(axis=0), self._most(position))
        value = count * _FOR_EACH_WORD + safe
        best: NDArray[np.int32] = np.where(count > 0, value, above.max(axis=0))
        return best

    def rank(self, points: Points, position: Position) -> Iterator[Idea]:
        """All clues, best first. A clue without a safe word is for its closest word, number 1."""
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
