"""The probability of winning a game, by the agents each team has left and whose turn it is."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Pace(NamedTuple):
    """The probabilities of what happens in a turn."""

    right: tuple[tuple[float, ...], ...]
    """Row i is for turns that start with i + 1 own agents left; the last row also covers more. It
    holds the probability that the first guess is right, that the second is right if the first was,
    and so on; beyond the row it is 0."""
    opponent: float
    """The share of turn-ending guesses (or stops) that hit an opposing agent."""
    assassin: float
    """The share of turn-ending guesses (or stops) that hit the assassin."""

    def chance(self, left: int, result: int) -> float:
        """The probability of another right guess after `result` right ones, in a turn that started
        with `left` own agents."""
        row = self.right[min(left, len(self.right)) - 1]
        return row[result] if result < len(row) else 0.0


PACE = Pace(
    right=(
        (0.94,),
        (0.92, 0.53),
        (0.93, 0.58, 0.28),
        (0.92, 0.69, 0.32, 0.20),
        (0.93, 0.72, 0.46, 0.20, 0.10),
        (0.94, 0.79, 0.54, 0.28, 0.15),
        (0.94, 0.80, 0.61, 0.36, 0.20, 0.10),
        (0.94, 0.80, 0.65, 0.42, 0.22, 0.12),
        (0.94, 0.84, 0.67, 0.42, 0.22, 0.15),
    ),
    opponent=0.16,
    assassin=0.03,
)
"""Measured by `experiments/vector_bots.py pace`, and smoothed. The last words are the hardest."""


@lru_cache(32)
def win_chances(most: int, pace: Pace = PACE) -> NDArray[np.float64]:
    """The probability of winning for the team whose turn begins. Rows are the agents it has left,
    columns are those of its opponents, each from 0 to `most`.

    Both teams play at the same pace. A team with no agents left has won; (0, 0) has no meaning.
    """
    # Backward from the end. A turn in which nothing is found leads from (a, b) to (b, a), from
    # where another such turn leads back, so both are solved together.
    chance = np.zeros((most + 1, most + 1))
    chance[0, :] = 1
    for total in range(2, 2 * most + 1):
        for own in range(max(1, total - most), total // 2 + 1):
            opponent = total - own
            here, passed = _turn(chance, own, opponent, pace)
            there, back = _turn(chance, opponent, own, pace)
            chance[own, opponent] = (here + passed * (1 - there - back)) / (1 - passed * back)
            chance[opponent, own] = there + back * (1 - chance[own, opponent])
    return chance


def _turn(chance: NDArray[np.float64], own: int, opponent: int, pace: Pace) -> tuple[float, float]:
    """The probability of winning by turns that change something, and the probability of a turn
    that changes nothing."""
    won, passed, reached = 0.0, 0.0, 1.0
    for result in range(own):
        right = pace.chance(own, result)
        ended = reached * (1 - right)
        left = own - result
        if opponent > 1:
            won += ended * pace.opponent * (1 - float(chance[opponent - 1, left]))
        quiet = ended * (1 - pace.opponent - pace.assassin)
        if result == 0:
            passed = quiet
        else:
            won += quiet * (1 - float(chance[opponent, left]))
        reached *= right
    return won + reached, passed
