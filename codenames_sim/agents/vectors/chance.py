"""Weighted choices and noise with the same results on every machine."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Context, Decimal, localcontext
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from codenames_sim.agents.rng import Rng
from codenames_sim.agents.vectors.similarity import POINTS

_LEVEL = 2.0**22
"""The weight of an option with as many points as the reference."""
_HIGHEST = 2.0**45
"""The maximum weight: such an option is almost certain to be chosen over the reference."""
_FURTHEST = 2 * POINTS
_STEEPEST = 30
"""The maximum exponent per point: here a lead of one point is decisive."""

_STEP = np.uint64(0x9E3779B97F4A7C15)
_SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31))
_FACTORS = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
_UNIFORMS = 4


def weigh(
    points: NDArray[np.int16], reference: NDArray[np.int16] | int, temperature: float
) -> NDArray[np.float64]:
    """The weights of options: each is chosen with a probability proportional to its weight.

    The weight is proportional to e^(score / temperature), as in Luce's choice rule (equivalently,
    the best option after adding Gumbel noise is chosen). `reference` sets the scale: an option with
    these points has the weight 2^22, and an option far below it has 0. Weights are integers, and
    their sum over any board is below 2^53, so sums are exact in any order.
    """
    above: NDArray[np.intp] = points.astype(np.intp) - reference
    return _weights(temperature)[above + _FURTHEST]


@lru_cache(64)
def _weights(temperature: float) -> NDArray[np.float64]:
    """The weights by points above the reference, from -2 · POINTS to 2 · POINTS."""
    if temperature == 0:
        return np.concatenate([np.zeros(_FURTHEST), [_LEVEL], np.full(_FURTHEST, _HIGHEST)])
    # Computed once, with decimals: the last bit of exp() differs between platforms.
    with localcontext(Context(prec=28)):
        step = float(min(1 / (Decimal(temperature) * POINTS), Decimal(_STEEPEST)).exp())
    above, below = [_LEVEL], [_LEVEL]
    for _ in range(_FURTHEST):
        above.append(min(above[-1] * step, _HIGHEST))
        below.append(below[-1] / step)
    return np.rint([*below[:0:-1], *above])


def choose(options: Sequence[float], rng: Rng) -> int:
    """An index, drawn with probability proportional to its weight. Not all weights may be 0."""
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
    """`count` independent, nearly normal numbers with mean 0 and standard deviation 1.

    Each is a scaled sum of four uniform numbers. Additions give the same bits on every platform.
    """
    start = np.uint64(rng.getrandbits(64))
    x = start + _STEP * np.arange(1, count * _UNIFORMS + 1, dtype=np.uint64)
    x = (x ^ (x >> _SHIFTS[0])) * _FACTORS[0]
    x = (x ^ (x >> _SHIFTS[1])) * _FACTORS[1]
    uniforms = ((x ^ (x >> _SHIFTS[2])) >> np.uint64(11)) * 2.0**-53
    rows = uniforms.reshape(_UNIFORMS, count)
    drawn: NDArray[np.float64] = (rows[0] + rows[1]) + (rows[2] + rows[3]) - 2
    return drawn * math.sqrt(3)
