"""Logistic regression on one variable, for clustered observations."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit

from codenames_sim.stats.clustered import Means
from codenames_sim.stats.distributions import chi2_tail
from codenames_sim.stats.fieller_interval import RatioSet, fieller

STEPS = 50


@dataclass(frozen=True)
class Line:
    """logit P(success | x) = intercept + slope × x."""

    intercept: float
    slope: float
    covariance: NDArray[np.float64]
    """(2, 2): the cluster-robust covariance of intercept and slope."""
    df: int

    def rate(self, x: ArrayLike) -> NDArray[np.float64]:
        """The fitted rate at each x."""
        return np.asarray(expit(self.intercept + self.slope * np.asarray(x, dtype=np.float64)))

    def even(self, level: float = 0.95) -> RatioSet:
        """The x at which the rate is one half, -intercept / slope, with Fieller's set."""
        flipped = self.covariance * np.array([[1.0, -1.0], [-1.0, 1.0]])
        return fieller(-self.intercept, self.slope, flipped, self.df, level)


def clustered_logistic(x: ArrayLike, successes: ArrayLike, clusters: ArrayLike) -> Line | None:
    """The maximum-likelihood line, with the cluster-robust covariance of Liang and Zeger.

    `x` (n,) are numbers, `successes` (n,) zeros and ones, and `clusters` (n,) labels of any type.
    The covariance is H⁻¹ (Σ s sᵀ) H⁻¹ × G / (G - 1), where H is the information and s the score of
    a cluster. None if the maximum does not exist: there are fewer than two different x or clusters,
    or a value of x separates successes from failures.
    """
    index = np.asarray(x, dtype=np.float64)
    y = np.asarray(successes, dtype=np.float64)
    _, cluster = np.unique(np.asarray(clusters), return_inverse=True)
    if len(y) == 0 or cluster.max() == 0 or _parted(index, y):
        return None
    design = np.column_stack([np.ones_like(index), index])
    beta = np.zeros(2)
    for _ in range(STEPS):
        p = expit(design @ beta)
        information = (design * (p * (1 - p))[:, None]).T @ design
        step = np.linalg.solve(information, design.T @ (y - p))
        beta = beta + step
        if float(np.abs(step).max()) < 1e-10:
            break
    groups = int(cluster.max()) + 1
    residual = y - expit(design @ beta)
    scores = np.column_stack(
        [np.bincount(cluster, weights=residual * column) for column in design.T]
    )
    bread = np.linalg.inv(information)
    covariance = bread @ (scores.T @ scores) @ bread * groups / (groups - 1)
    return Line(float(beta[0]), float(beta[1]), covariance, groups - 1)


def misfit(line: Line, x: ArrayLike, means: Means) -> float | None:
    """The p-value of the hypothesis that the rates at each `x` (K,) lie on a line in the logit.

    The statistic is the smallest distance of the logits of `means` from any line, under their
    covariance. It is compared with chi-square with K - 2 degrees of freedom (the minimum-chi-square
    test of Berkson, Journal of the American Statistical Association 50, 1955, with a cluster-robust
    covariance). None if there are fewer than three x, or if a rate is 0 or 1.
    """
    index = np.asarray(x, dtype=np.float64)
    rates = means.values
    if len(index) < 3 or not ((rates > 0) & (rates < 1)).all():
        return None
    scale = 1 / (rates * (1 - rates))
    weight = np.linalg.pinv(means.covariance * np.outer(scale, scale))
    design = np.column_stack([np.ones_like(index), index])
    off = np.log(rates / (1 - rates)) - (line.intercept + line.slope * index)
    nearer = np.linalg.lstsq(design.T @ weight @ design, design.T @ weight @ off, rcond=None)[0]
    left = off - design @ nearer
    return chi2_tail(float(left @ weight @ left), len(index) - 2)


def _parted(x: NDArray[np.float64], y: NDArray[np.float64]) -> bool:
    won, lost = x[y == 1], x[y == 0]
    if len(won) == 0 or len(lost) == 0 or x.min() == x.max():
        return True
    return bool(won.min() >= lost.max() or lost.min() >= won.max())
