"""The total of a finite population, from a sample of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats


@dataclass(frozen=True)
class Total:
    """A total that was estimated."""

    estimate: float
    interval: tuple[float, float] | None
    """Low and high; None where the sample can't tell how much its values differ."""


def stratified_total(
    values: ArrayLike, strata: ArrayLike, clusters: ArrayLike, sizes: ArrayLike, level: float = 0.95
) -> Total:
    """The total of non-negative values over all strata, from a sample of some values of each.

    `strata` is the stratum of each sampled value, from 0; `clusters` says which values go
    together; `sizes` is how many values each stratum has in all. The variance is that of a
    stratified sample without replacement (Cochran, Sampling Techniques, 3rd ed. 1977, 5.11), from
    residuals summed over clusters; degrees of freedom are Satterthwaite's (ibid. 5.4), at most one
    less than clusters. Where a stratum has only one value in the sample, its variance is unknown:
    all strata are then taken as one (collapsed strata, ibid. 5A.12), which makes the interval too
    wide rather than too narrow. Costs are skewed, so the interval is made on the scale of the
    logarithm, by the delta method: estimate / f to estimate * f with f = exp(t se / estimate). Its
    low end is never below the sum of the sampled values.

    The interval is unknown for one cluster, where a stratum has no value in the sample (its values
    then count as the mean of the others), and where the values show no difference; but not where
    nothing is left to sample. Raises ValueError for an empty sample.
    """
    x, stratum = np.asarray(values, dtype=np.float64), np.asarray(strata, dtype=np.int64)
    size = np.asarray(sizes, dtype=np.float64)
    if len(x) == 0:
        raise ValueError("there are no values to take a total of")
    count = np.bincount(stratum, minlength=len(size)).astype(np.float64)
    if not count[size > 0].all():
        return Total(float(x.mean() * size.sum()), None)
    weight = (size / np.maximum(count, 1))[stratum]
    estimate = float(weight @ x)
    if (count >= size).all():
        return Total(estimate, (estimate, estimate))
    if (count[size > count] < 2).any():
        group, n = np.zeros_like(stratum), np.array([float(len(x))])
        residual = x - estimate / size.sum()
    else:
        group, n = stratum, np.maximum(count, 2)
        residual = x - (np.bincount(stratum, x, len(size)) / np.maximum(count, 1))[stratum]
    left = np.sqrt(1 - count / np.maximum(size, count))[stratum]
    part = weight * left * np.sqrt(n / np.maximum(n - 1, 1))[group] * residual
    _, cluster = np.unique(np.asarray(clusters), return_inverse=True)
    groups = int(cluster.max()) + 1
    error = float(np.sqrt(np.square(np.bincount(cluster, part)).sum()))
    if groups == 1 or error <= 1e-9 * estimate:
        return Total(estimate, None)
    within = np.bincount(group, np.square(part), len(n))
    df = float(within.sum() ** 2 / (np.square(within) / (n - 1)).sum())
    t = float(stats.t.ppf((1 + level) / 2, min(df, groups - 1)))
    factor = float(np.exp(min(t * error / estimate, 50.0)))
    return Total(estimate, (max(float(x.sum()), estimate / factor), estimate * factor))
