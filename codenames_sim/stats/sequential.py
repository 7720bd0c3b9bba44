"""Intervals that stay true however often they are looked at, and whenever one stops."""

from __future__ import annotations

import math
from dataclasses import dataclass

from codenames_sim.stats.intervals import Interval


@dataclass(frozen=True, slots=True)
class ConfidenceSequence:
    """What is known of the mean of scores from 0 to 1, seen one after another.

    With probability `level` the mean is inside every one of the intervals that come up, so a rule
    that stops at one of them takes nothing away. This is the predictable plug-in empirical
    Bernstein sequence of Waudby-Smith and Ramdas (Journal of the Royal Statistical Society B 86,
    2024, theorem 2), which assumes nothing about how scores are spread. Its weights may be any that
    depend on earlier scores alone; these are the best for stopping at a half-width of `aim`:
    aim / (aim + variance). That takes about `expected_n` scores, at 95 % twice what an interval
    takes that may be looked at only once.
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
        """This sequence and one more score."""
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
        """About how many scores of this variance it takes to come to its aim.

        With the weights that a known variance v would have: L / (aim - v log(1 + aim / v)), where
        L = log(2 / (1 - level)); for a small aim 2 v L / aim^2.
        """
        gain = self.aim - variance * math.log1p(self.aim / variance)
        return math.log(2 / (1 - self.level)) / gain

    @property
    def half_width(self) -> float:
        """Of the present interval, before it is cut to 0 and 1; infinite without scores."""
        if self.n == 0:
            return math.inf
        return (math.log(2 / (1 - self.level)) + self._spent) / self._weights

    @property
    def interval(self) -> Interval:
        """The present interval around the weighted mean; each score is a cluster of its own."""
        if self.n == 0:
            return Interval(0.5, 0.0, 1.0, 0, 0)
        mean, half = self._weighted / self._weights, self.half_width
        return Interval(mean, max(0.0, mean - half), min(1.0, mean + half), self.n, self.n)
