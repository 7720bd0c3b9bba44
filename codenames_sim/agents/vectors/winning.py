"""The chance to win a game, by how many agents each team has left and whose turn it is."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Pace(NamedTuple):
    """How turns go."""

    right: tuple[tuple[float, ...], ...]
    """For 1, 2, ... own agents left at a turn's start, the last for any more: the chance that its
    first guess is right, its second one if the first was, ...; 0 beyond."""
    opponent: float
    """Of guesses that end a turn (a stop counts as one), the share that hit an opposing agent."""
    assassin: float

    def chance(self, left: int, found: int) -> float:
        """That one more is right, after `found` right ones in a turn that began with `left`."""
        row = self.right[min(left, len(self.right)) - 1]
        return row[found] if found < len(row) else 0.0


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
"""What `experiments/minds.py pace` measures, smoothed: the last words left are the hardest."""


@lru_cache(32)
def win_chances(most: int, pace: Pace = PACE) -> NDArray[np.float64]:
    """The chance to win for the team whose turn begins: rows are the agents it has left, columns
    those of its opponents, each from 0 to `most`.

    Both teams play at the same pace. A team with none left has won; (0, 0) means nothing.
    """
    # From the end back. A turn in which nothing is found leads from (a, b) to (b, a), and so back.
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
    """The chance to win but for the turns that change nothing, and the chance of such a turn."""
    won, passed, reached = 0.0, 0.0, 1.0
    for found in range(own):
        right = pace.chance(own, found)
        ended = reached * (1 - right)
        left = own - found
        if opponent > 1:
            won += ended * pace.opponent * (1 - float(chance[opponent - 1, left]))
        quiet = ended * (1 - pace.opponent - pace.assassin)
        if found == 0:
            passed = quiet
        else:
            won += quiet * (1 - float(chance[opponent, left]))
        reached *= right
    return won + reached, passed
