"""Intervals for rates whose observations come in clusters."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from codenames_sim.stats.distributions import t_quantile


@dataclass(frozen=True)
class Interval:
    """An estimate and what it is known to."""

    estimate: float
    low: float
    high: float
    n: int
    """Observations."""
    clusters: int


def clustered_rate(successes: ArrayLike, clusters: ArrayLike, level: float = 0.95) -> Interval:
    """The rate of successes, and its interval where observations of one cluster go together.

    `successes` are zeros and ones (or scores between), `clusters` the cluster of each. Wilson's
    score interval with the effective sample size n / deff and Student's t of clusters - 1 degrees
    of freedom in the place of n and the normal quantile; deff is the ratio of the cluster-robust
    variance of the mean to that of independent observations (Korn and Graubard, Survey
    Methodology 24, 1998; Dean and Pagano, Journal of Survey Statistics and Methodology 3, 2015).
    Where all observations are equal, each cluster counts once. Of one cluster nothing is known.
    Raises ValueError for no observations.
    """
    values = np.asarray(successes, dtype=float)
    _, cluster = np.unique(np.asarray(clusters), return_inverse=True)
    n = len(values)
    if n == 0:
        raise ValueError("there are no observations to take a rate of")
    groups = int(cluster.max()) + 1
    rate = float(values.mean())
    if groups == 1:
        return Interval(rate, 0.0, 1.0, n, groups)
    sums = np.bincount(cluster, weights=values - rate)
    variance = groups / (groups - 1) * float(sums @ sums) / n**2
    effective = rate * (1 - rate) / variance if variance > 0 else float(groups)
    t = t_quantile((1 + level) / 2, groups - 1)
    spread = t * t / effective
    centre = (rate + spread / 2) / (1 + spread)
    half = math.sqrt(spread * (rate * (1 - rate) + spread / 4)) / (1 + spread)
    return Interval(rate, max(0.0, centre - half), min(1.0, centre + half), n, groups)
