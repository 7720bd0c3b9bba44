"""Sample sizes, in clusters."""

from __future__ import annotations

import math

from codenames_sim.stats.distributions import normal_quantile


def clusters_for_width(variance: float, half_width: float, level: float = 0.95) -> int:
    """The number of clusters for an interval of ± `half_width`.

    `variance` is the variance of a cluster's value. The number is z² × variance / half_width², and
    at least 2. Raises ValueError if `half_width` is not above 0.
    """
    if not half_width > 0:
        raise ValueError(f"the half-width must be above 0, not {half_width}")
    z = normal_quantile((1 + level) / 2)
    return max(2, math.ceil(variance * (z / half_width) ** 2))


def clusters_for_effect(
    variance: float, effect: float, power: float = 0.8, level: float = 0.95
) -> int:
    """The number of clusters for a two-sided test at 1 - `level` with this power at `effect`.

    `variance` is the variance of a cluster's value. The number is (z + z_power)² × variance /
    effect², and at least 2. Raises ValueError if `effect` is not above 0.
    """
    if not effect > 0:
        raise ValueError(f"the effect must be above 0, not {effect}")
    z = normal_quantile((1 + level) / 2) + normal_quantile(power)
    return max(2, math.ceil(variance * (z / effect) ** 2))


def clusters_for_equivalence(
    variance: float, margin: float, power: float = 0.8, alpha: float = 0.05
) -> int:
    """The number of clusters for two one-sided tests with this power if the difference is 0.

    `variance` is the variance of a cluster's value. The number is (z_(1 - alpha) +
    z_((1 + power) / 2))² × variance / margin², and at least 2 (Julious, Statistics in Medicine 23,
    2004). Raises ValueError if `margin` is not above 0.
    """
    if not margin > 0:
        raise ValueError(f"the margin must be above 0, not {margin}")
    z = normal_quantile(1 - alpha) + normal_quantile((1 + power) / 2)
    return max(2, math.ceil(variance * (z / margin) ** 2))
