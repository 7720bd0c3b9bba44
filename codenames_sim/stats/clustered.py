"""Means of several groups whose observations share clusters, and their differences."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from codenames_sim.stats.distributions import t_quantile, t_tail


@dataclass(frozen=True)
class Estimate:
    """An estimate with its standard error."""

    value: float
    error: float
    df: int
    """Degrees of freedom of Student's t."""

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """Low and high: value ± t × error. Infinite without degrees of freedom."""
        if self.df < 1:
            return -math.inf, math.inf
        half = t_quantile((1 + level) / 2, self.df) * self.error
        return self.value - half, self.value + half

    def p_value(self, index: float = 0.0) -> float:
        """The p-value of the two-sided t-test that the true value is `index`."""
        if self.df < 1:
            return 1.0
        if self.error == 0:
            return 1.0 if math.isclose(self.value, index) else 0.0
        return 2 * t_tail(abs(self.value - index) / self.error, self.df)


@dataclass(frozen=True)
class Means:
    """The means of K groups and their covariance."""

    values: NDArray[np.float64]
    """(K,)"""
    covariance: NDArray[np.float64]
    """(K, K)"""
    clusters: NDArray[np.int64]
    """(K, K): the number of clusters that two groups share; on the diagonal, that a group has."""

    def contrast(self, plus: int, minus: int | None = None) -> Estimate:
        """The mean of group `plus`, or its difference from that of `minus`, paired by cluster."""
        if minus is None:
            return self._estimate(float(self.values[plus]), plus, plus, self.covariance[plus, plus])
        variance = (
            self.covariance[plus, plus]
            + self.covariance[minus, minus]
            - 2 * self.covariance[plus, minus]
        )
        return self._estimate(float(self.values[plus] - self.values[minus]), plus, minus, variance)

    def _estimate(self, value: float, one: int, other: int, variance: float) -> Estimate:
        df = int(min(self.clusters[one, one], self.clusters[other, other])) - 1
        return Estimate(value, math.sqrt(max(0.0, float(variance))), df)


def clustered_means(values: ArrayLike, groups: ArrayLike, clusters: ArrayLike) -> Means:
    """The mean of each group, and the covariance of the means if clusters span groups.

    `values` (n,) are numbers, `groups` (n,) integers from 0, and `clusters` (n,) any labels. The
    covariance is cluster-robust (Liang and Zeger, Biometrika 73, 1986). A cluster contributes to a
    group the sum of its deviations, divided by the group's n. The products of contributions are
    summed over clusters. A group with G clusters has the correction G / (G - 1). A cluster need not
    have observations in every group. Raises ValueError for a group without observations.
    """
    x = np.asarray(values, dtype=np.float64)
    group = np.asarray(groups, dtype=np.int64)
    _, cluster = np.unique(np.asarray(clusters), return_inverse=True)
    count = np.bincount(group)
    if len(x) == 0 or not count.all():
        raise ValueError("there is a group without observations")
    means = np.bincount(group, weights=x) / count
    shape = (int(cluster.max()) + 1, len(count))
    index = cluster * shape[1] + group
    size = shape[0] * shape[1]
    text = np.bincount(index, weights=(x - means[group]) / count[group], minlength=size).reshape(
        shape
    )
    there = (np.bincount(index, minlength=size) > 0).reshape(shape).astype(np.int64)
    shared = there.T @ there
    own = np.diag(shared)
    with np.errstate(divide="ignore"):
        factor = np.where(own > 1, np.sqrt(own / (own - 1)), 0.0)
    return Means(means, np.outer(factor, factor) * (text.T @ text), shared)
