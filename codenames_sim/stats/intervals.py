"""Intervals for rates of clustered observations."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from codenames_sim.stats.distributions import t_quantile


@dataclass(frozen=True)
class Interval:
    """An estimate with its confidence interval."""

    estimate: float
    low: float
    high: float
    n: int
    """The number of observations."""
    clusters: int


def clustered_rate(successes: ArrayLike, clusters: ArrayLike, level: float = 0.95) -> Interval:
    """The rate of successes, with an interval that accounts for clusters.

    `successes` are zeros and ones (or scores between them); `clusters` is the cluster of each. The
    interval is Wilson's score interval with two changes: the effective sample size n / deff instead
    of n, and Student's t with clusters - 1 degrees of freedom instead of the normal quantile. deff
    is the ratio of the cluster-robust variance of the mean to that of independent observations
    (Korn and Graubard, Survey Methodology 24, 1998; Dean and Pagano, Journal of Survey Statistics
    and Methodology 3, 2015). If all observations are equal, each cluster counts once. With one
    cluster the interval is 0 to 1. Raises ValueError if there are no observations.
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
