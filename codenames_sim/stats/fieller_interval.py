"""Confidence sets for the ratio of two correlated estimates."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from codenames_sim.stats.distributions import t_quantile


@dataclass(frozen=True)
class RatioSet:
    """The ratios that the data do not reject."""

    estimate: float
    kind: Literal["bounded", "outside", "everything"]
    """`bounded`: from low to high. `outside`: up to low, and from high. `everything`: all."""
    low: float
    high: float

    def __contains__(self, ratio: float) -> bool:
        match self.kind:
            case "bounded":
                return self.low <= ratio <= self.high
            case "outside":
                return ratio <= self.low or ratio >= self.high
            case "everything":
                return True

    def plus(self, offset: float) -> RatioSet:
        """This set shifted by an offset."""
        return RatioSet(self.estimate + offset, self.kind, self.low + offset, self.high + offset)


def fieller(
    numerator: float, denominator: float, covariance: ArrayLike, df: int, level: float = 0.95
) -> RatioSet:
    """The ratios r for which numerator - r × denominator does not differ significantly from 0.

    `covariance` (2, 2) is the covariance of numerator and denominator. This is Fieller's set
    (Journal of the Royal Statistical Society B 16, 1954). If the denominator does not differ
    significantly from 0, the set is unbounded: all numbers, or all numbers outside an interval.
    """
    estimate = math.nan if denominator == 0 else numerator / denominator
    everything = RatioSet(estimate, "everything", -math.inf, math.inf)
    if df < 1:
        return everything
    (vn, vnd), (_, vd) = np.asarray(covariance, dtype=np.float64).tolist()
    t2 = t_quantile((1 + level) / 2, df) ** 2
    # The set is a r² - 2 b r + c <= 0.
    a, b, c = denominator**2 - t2 * vd, numerator * denominator - t2 * vnd, numerator**2 - t2 * vn
    if a == 0:
        return everything
    inside = b * b - a * c
    if inside <= 0 and a < 0:
        return everything
    root = math.sqrt(max(0.0, inside))
    low, high = sorted(((b - root) / a, (b + root) / a))
    return RatioSet(estimate, "bounded" if a > 0 else "outside", low, high)
