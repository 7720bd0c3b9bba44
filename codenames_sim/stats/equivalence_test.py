"""Tests whether a difference is negligible, with two one-sided tests."""

from __future__ import annotations

from dataclasses import dataclass

from codenames_sim.stats.clustered import Estimate
from codenames_sim.stats.distributions import t_tail


@dataclass(frozen=True)
class Equivalence:
    """The result of a test of equivalence."""

    p: float
    """The p-value of the hypothesis that the true value is at the margin or beyond it."""
    low: float
    high: float
    """The ends of the 1 - 2 alpha interval, which is inside the margin if the test rejects."""
    equivalent: bool


def equivalence(
    estimate: Estimate, target: float, margin: float, alpha: float = 0.05
) -> Equivalence:
    """Tests whether the true value is within `margin` of `target`.

    `equivalent` is true if both one-sided tests of Schuirmann (Journal of Pharmacokinetics and
    Biopharmaceutics 15, 1987) reject at `alpha`, with Student's t. Raises ValueError for a margin
    that is not positive.
    """
    if not margin > 0:
        raise ValueError(f"the margin of equivalence must be above 0, not {margin}")
    low, high = estimate.interval(1 - 2 * alpha)
    if estimate.df < 1:
        return Equivalence(1.0, low, high, False)
    above, below = estimate.value - (target - margin), (target + margin) - estimate.value
    if estimate.error == 0:
        p = 0.0 if min(above, below) > 0 else 1.0
    else:
        p = t_tail(min(above, below) / estimate.error, estimate.df)
    return Equivalence(p, low, high, p <= alpha)
