"""How many clusters an answer takes."""

from __future__ import annotations

import math

from codenames_sim.stats.distributions import normal_quantile


def clusters_for_width(variance: float, half_width: float, level: float = 0.95) -> int:
    """Clusters for an interval of ± `half_width`, where a cluster's value has this variance.

    z² × variance / half_width², at least 2. Raises ValueError for a half-width not above 0.
    """
    if not half_width > 0:
        raise ValueError("a half-width is above 0")
    z = normal_quantile((1 + level) / 2)
    return max(2, math.ceil(variance * (z / half_width) ** 2))


def clusters_for_effect(
    variance: float, effect: float, power: float = 0.8, level: float = 0.95
) -> int:
    """Clusters for a two-sided test at 1 - `level` that finds a true `effect` with this power.

    (z + z_power)² × variance / effect², at least 2. Raises ValueError for an effect not above 0.
    """
    if not effect > 0:
        raise ValueError("an effect is above 0")
    z = normal_quantile((1 + level) / 2) + normal_quantile(power)
    return max(2, math.ceil(variance * (z / effect) ** 2))


def clusters_for_equivalence(
    variance: float, margin: float, power: float = 0.8, alpha: float = 0.05
) -> int:
    """Clusters for two one-sided tests that find equivalence where there is no difference at all.

    (z_(1 - alpha) + z_((1 + power) / 2))² × variance / margin², at least 2 (Julious, Statistics in
    Medicine 23, 2004). Raises ValueError for a margin not above 0.
    """
    if not margin > 0:
        raise ValueError("a margin is above 0")
    z = normal_quantile(1 - alpha) + normal_quantile((1 + power) / 2)
    return max(2, math.ceil(variance * (z / margin) ** 2))
