"""Is a difference small enough to be called none? Two one-sided tests."""

from __future__ import annotations

from dataclasses import dataclass

from codenames_sim.stats.clustered import Estimate
from codenames_sim.stats.distributions import t_tail


@dataclass(frozen=True)
class Equivalence:
    """What the test of equivalence says."""

    p: float
    """Where the truth is at the margin or beyond, so small a p comes up no more often than p."""
    low: float
    high: float
    """The interval of 1 - 2 alpha: inside the margin exactly where the test rejects."""
    equivalent: bool


def equivalence(
    estimate: Estimate, target: float, margin: float, alpha: float = 0.05
) -> Equivalence:
    """Tests whether the true value is within `margin` of `target`: true only where that is shown.

    The two one-sided tests of Schuirmann (Journal of Pharmacokinetics and Biopharmaceutics 15,
    1987), each at `alpha`, with Student's t. Raises ValueError for a margin that is not positive.
    """
    if not margin > 0:
        raise ValueError("a margin of equivalence is above 0")
    low, high = estimate.interval(1 - 2 * alpha)
    if estimate.df < 1:
        return Equivalence(1.0, low, high, False)
    above, below = estimate.value - (target - margin), (target + margin) - estimate.value
    if estimate.error == 0:
        p = 0.0 if min(above, below) > 0 else 1.0
    else:
        p = t_tail(min(above, below) / estimate.error, estimate.df)
    return Equivalence(p, low, high, p <= alpha)
