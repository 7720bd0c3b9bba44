"""Chance that is the same on every machine: weighted choices, and noise."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Context, Decimal, localcontext
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from codenames_sim.agents.rng import Rng
from codenames_sim.agents.vectors.mind import POINTS

_LEVEL = 2.0**22
"""The weight of what is level with the reference."""
_HIGHEST = 2.0**45
"""No weight is higher: such an option is all but certain against the reference already."""
_FURTHEST = 2 * POINTS
_STEEPEST = 30
"""One point at this exponent decides everything."""

_STEP = np.uint64(0x9E3779B97F4A7C15)
_SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31))
_FACTORS = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
_UNIFORMS = 4


def weigh(
    points: NDArray[np.int16], reference: NDArray[np.int16] | int, temperature: float
) -> NDArray[np.float64]:
    """The weight of options by their points: one is chosen with a chance in proportion to it.

    It is e^(points / temperature), as in Luce's choice rule; picking the best after Gumbel noise
    is the same. `reference` sets the scale: what has these points weighs 2^22, and what is far
    below 0. Weights are whole numbers and the sum of any table's is below 2^53, so sums are exact
    in any order.
    """
    above: NDArray[np.intp] = points.astype(np.intp) - reference
    return _weights(temperature)[above + _FURTHEST]


@lru_cache(64)
def _weights(temperature: float) -> NDArray[np.float64]:
    """By points above the reference, from -2 · POINTS to 2 · POINTS."""
    if temperature == 0:
        return np.concatenate([np.zeros(_FURTHEST), [_LEVEL], np.full(_FURTHEST, _HIGHEST)])
    # Taken once, in decimals: the last bit of a platform's own exponential may differ.
    with localcontext(Context(prec=28)):
        step = float(min(1 / (Decimal(temperature) * POINTS), Decimal(_STEEPEST)).exp())
    above, below = [_LEVEL], [_LEVEL]
    for _ in range(_FURTHEST):
        above.append(min(above[-1] * step, _HIGHEST))
        below.append(below[-1] / step)
    return np.rint([*below[:0:-1], *above])


def choose(options: Sequence[float], rng: Rng) -> int:
    """The place of one of several weights, in proportion to them; not all are 0."""
    left = rng.random() * sum(options)
    chosen = -1
    for place, weight in enumerate(options):
        if weight > 0:
            chosen = place
            left -= weight
            if left < 0:
                break
    return chosen


def noise(count: int, rng: Rng) -> NDArray[np.float64]:
    """So many independent numbers of mean 0 and standard deviation 1, nearly normal.

    Each is the sum of four uniform numbers: additions alone, so no last bit differs anywhere.
    """
    start = np.uint64(rng.getrandbits(64))
    x = start + _STEP * np.arange(1, count * _UNIFORMS + 1, dtype=np.uint64)
    x = (x ^ (x >> _SHIFTS[0])) * _FACTORS[0]
    x = (x ^ (x >> _SHIFTS[1])) * _FACTORS[1]
    uniforms = ((x ^ (x >> _SHIFTS[2])) >> np.uint64(11)) * 2.0**-53
    rows = uniforms.reshape(_UNIFORMS, count)
    drawn: NDArray[np.float64] = (rows[0] + rows[1]) + (rows[2] + rows[3]) - 2
    return drawn * math.sqrt(3)
