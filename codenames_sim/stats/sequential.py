"""Confidence intervals that stay valid under repeated analysis and optional stopping."""

from __future__ import annotations

import math
from dataclasses import dataclass

from codenames_sim.stats.intervals import Interval


@dataclass(frozen=True, slots=True)
class ConfidenceSequence:
    """A confidence sequence for the mean of scores from 0 to 1 that arrive one after another.

    With probability `level` the mean is inside all intervals of the sequence, so coverage holds for
    a rule that stops at any of them. This is the predictable plug-in empirical Bernstein sequence
    of Waudby-Smith and Ramdas (Journal of the Royal Statistical Society B 86, 2024, theorem 2). It
    assumes nothing about the distribution of scores. Its weights may be any function of earlier
    scores. These weights, aim / (aim + variance), are the best for stopping at a half-width of
    `aim`. That takes about `expected_n` scores. At 95 % this is twice the number for an interval
    that is used only once.
    """

    aim: float
    level: float = 0.95
    n: int = 0
    _total: float = 0.5
    _squares: float = 0.25
    _weights: float = 0.0
    _weighted: float = 0.0
    _spent: float = 0.0

    def plus(self, score: float) -> ConfidenceSequence:
        """This sequence with one more score."""
        mean, variance = self._total / (self.n + 1), self._squares / (self.n + 1)
        weight = self.aim / (self.aim + variance)
        total = self._total + score
        return ConfidenceSequence(
            self.aim,
            self.level,
            self.n + 1,
            total,
            self._squares + (score - total / (self.n + 2)) ** 2,
            self._weights + weight,
            self._weighted + weight * score,
            self._spent + (score - mean) ** 2 * (-math.log1p(-weight) - weight),
        )

    def expected_n(self, variance: float) -> float:
        """The approximate number of scores of this variance until the half-width is `aim`.

        It is computed with the weights for a known variance v: L / (aim - v log(1 + aim / v)), with
        L = log(2 / (1 - level)). For a small aim this is 2 v L / aim^2.
        """
        gain = self.aim - variance * math.log1p(self.aim / variance)
        return math.log(2 / (1 - self.level)) / gain

    @property
    def half_width(self) -> float:
        """The half-width of the current interval before clipping to 0 and 1; infinite if empty."""
        if self.n == 0:
            return math.inf
        return (math.log(2 / (1 - self.level)) + self._spent) / self._weights

    @property
    def interval(self) -> Interval:
        """The current interval around the weighted mean. Each score counts as one cluster."""
        if self.n == 0:
            return Interval(0.5, 0.0, 1.0, 0, 0)
        mean, half = self._weighted / self._weights, self.half_width
        return Interval(mean, max(0.0, mean - half), min(1.0, mean + half), self.n, self.n)
