"""The chance to win a game, by how many agents each team has left and whose turn it is."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Pace(NamedTuple):
    """How turns go. At each guess, one of these happens; the chances are those of one guess."""

    right: tuple[float, ...]
    """The chance that the first guess of a turn is right, the second if the first was, ..."""
    opponent: float
    """Of guesses that end a turn (a stop counts as one), the share that hit an opposing agent."""
    assassin: float


PACE = Pace(right=(0.93, 0.74, 0.52, 0.37, 0.12), opponent=0.15, assassin=0.02)
"""As `experiments/minds.py pace` measures it. Twice or half the pace won no fewer games."""


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
            there, _ = _turn(chance, opponent, own, pace)
            chance[own, opponent] = (here + passed * (1 - there - passed)) / (1 - passed**2)
            chance[opponent, own] = there + passed * (1 - chance[own, opponent])
    return chance


def _turn(chance: NDArray[np.float64], own: int, opponent: int, pace: Pace) -> tuple[float, float]:
    """The chance to win but for the turns that change nothing, and the chance of such a turn."""
    won, passed, reached = 0.0, 0.0, 1.0
    for found in range(own):
        right = pace.right[found] if found < len(pace.right) else 0.0
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
