"""Means of several groups whose observations share clusters, and what follows from them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from codenames_sim.stats.distributions import t_quantile, t_tail


@dataclass(frozen=True)
class Estimate:
    """A number that was estimated, with its standard error."""

    value: float
    error: float
    df: int
    """Degrees of freedom of Student's t."""

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """Low and high: value ± t × error. Without degrees of freedom nothing is known."""
        if self.df < 1:
            return -math.inf, math.inf
        half = t_quantile((1 + level) / 2, self.df) * self.error
        return self.value - half, self.value + half

    def p_value(self, at: float = 0.0) -> float:
        """Of the two-sided t-test that the true value is `at`."""
        if self.df < 1:
            return 1.0
        if self.error == 0:
            return 1.0 if math.isclose(self.value, at) else 0.0
        return 2 * t_tail(abs(self.value - at) / self.error, self.df)


@dataclass(frozen=True)
class Means:
    """The means of K groups and their covariance."""

    values: NDArray[np.float64]
    """(K,)"""
    covariance: NDArray[np.float64]
    """(K, K)"""
    clusters: NDArray[np.int64]
    """(K, K): how many clusters two groups share; on the diagonal, how many a group has."""

    def contrast(self, plus: int, minus: int | None = None) -> Estimate:
        """The mean of a group, or by how much it is above another's, paired on clusters."""
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
    """The mean of each group, and the covariance of the means where clusters go across groups.

    `values` (n,) are numbers, `groups` (n,) whole numbers from 0, `clusters` (n,) anything.
    The covariance is the cluster-robust one (Liang and Zeger, Biometrika 73, 1986): of a group, a
    cluster says the sum of its deviations over the group's n; products are summed over clusters,
    times G / (G - 1) with G the clusters of the group. Clusters need not hold every group.
    Raises ValueError for a group without observations.
    """
    x = np.asarray(values, dtype=np.float64)
    group = np.asarray(groups, dtype=np.int64)
    _, cluster = np.unique(np.asarray(clusters), return_inverse=True)
    count = np.bincount(group)
    if len(x) == 0 or not count.all():
        raise ValueError("there is a group without observations")
    means = np.bincount(group, weights=x) / count
    shape = (int(cluster.max()) + 1, len(count))
    at = cluster * shape[1] + group
    size = shape[0] * shape[1]
    said = np.bincount(at, weights=(x - means[group]) / count[group], minlength=size).reshape(shape)
    there = (np.bincount(at, minlength=size) > 0).reshape(shape).astype(np.int64)
    shared = there.T @ there
    own = np.diag(shared)
    with np.errstate(divide="ignore"):
        factor = np.where(own > 1, np.sqrt(own / (own - 1)), 0.0)
    return Means(means, np.outer(factor, factor) * (said.T @ said), shared)
