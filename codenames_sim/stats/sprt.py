"""The sequential probability ratio test between two differences in strength."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

UNSEEN = 1e-3
"""The count of 0, ½ and 1 if they have not been observed, so that no likelihood is 0."""

Hypothesis = Literal["elo0", "elo1"]


def expected_score(elo: float) -> float:
    """The mean score, 0 to 1, of a player `elo` points stronger: 1 / (1 + 10^(-elo/400))."""
    return float(1 / (1 + 10 ** (-elo / 400)))


@dataclass(frozen=True)
class Sprt:
    """A test of `elo0` against `elo1`, two rating differences of the player whose scores are used.

    `alpha` is the probability of accepting elo1 if elo0 is true, and `beta` that of accepting elo0
    if elo1 is true. The test is Wald's (Annals of Mathematical Statistics 16, 1945) with the
    generalised likelihood ratio: the distribution of scores is estimated under each hypothesis.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds: elo0 is accepted at or below the first, elo1 at or above the second."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def llr(self, counts: Mapping[float, float]) -> float:
        """The log-likelihood ratio of elo1 to elo0, from how often each score occurred."""
        return log_likelihood_ratio(counts, expected_score(self.elo0), expected_score(self.elo1))

    def accepted(self, llr: float) -> Hypothesis | None:
        """The hypothesis that a log-likelihood ratio accepts, if any."""
        low, high = self.bounds
        return "elo0" if llr <= low else "elo1" if llr >= high else None

    def expected_pairs(self, elo: float, variance: float) -> float:
        """The mean number of scores of this variance that the test takes if `elo` is true.

        Wald's approximation assumes that the ratio ends exactly on a bound. Each score moves the
        ratio by (s - (s0 + s1) / 2) (s1 - s0) / variance on average, where s, s0 and s1 are the
        expected scores at `elo`, elo0 and elo1.
        """
        s, s0, s1 = (expected_score(each) for each in (elo, self.elo0, self.elo1))
        low, high = self.bounds
        drift = (s - (s0 + s1) / 2) * (s1 - s0) / variance
        spread = (s1 - s0) ** 2 / variance
        if math.isclose(drift, 0, abs_tol=1e-12):
            return -low * high / spread
        tilt = -2 * drift / spread
        up = (1 - math.exp(tilt * low)) / (math.exp(tilt * high) - math.exp(tilt * low))
        return (up * high + (1 - up) * low) / drift


def log_likelihood_ratio(counts: Mapping[float, float], mean0: float, mean1: float) -> float:
    """The log of the largest likelihood with mean `mean1`, minus the log of that with `mean0`.

    Scores are from 0 to 1, and both means are strictly between 0 and 1. The likelihood allows any
    distribution on the observed scores and 0, ½ and 1. It is the empirical likelihood of Owen
    (Biometrika 75, 1988).
    """
    known = {0.0: 0.0, 0.5: 0.0, 1.0: 0.0, **counts}
    seen = {score: max(count, UNSEEN) for score, count in known.items()}
    return _profile(seen, mean1) - _profile(seen, mean0)


def _profile(counts: Mapping[float, float], mean: float) -> float:
    """The largest log-likelihood with this mean, up to a constant.

    The best probabilities are count / (n (1 + t (score - mean))), with the one t that gives them
    this mean.
    """
    from scipy.optimize import brentq

    terms = [(score - mean, count) for score, count in counts.items()]

    def slope(t: float) -> float:
        return sum([count * off / (1 + t * off) for off, count in terms])

    total = sum(counts.values())
    # Outside this range of t a probability would exceed 1; the root is inside or at its ends.
    inside = 1 - min(counts.values()) / total
    t = float(brentq(slope, -inside / (1 - mean), inside / mean, xtol=1e-10, rtol=1e-10))
    return -sum([count * math.log1p(t * off) for off, count in terms])
