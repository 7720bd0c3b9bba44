"""The likelihood of log-odds that are linear in parameters: its maximum and its intervals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import linalg
from scipy.special import expit

from codenames_sim.stats.distributions import chi2_quantile

Array = NDArray[np.float64]

_CLOSE = 1e-16
"""Newton's method ends when a step would gain less log-likelihood than this."""
_SURE = 1e-6
"""A step that gains less than this is not checked, because the likelihood is nearly quadratic."""


@dataclass(frozen=True, eq=False)
class Likelihood:
    """Cells of trials with the same odds. `design` (cells, parameters) gives their log-odds.

    `successes` may be fractions. The likelihood must have a finite maximum. It has one if every
    parameter has a separate cell with half a success in one trial.
    """

    design: Array
    trials: Array
    successes: Array

    def maximum(self, offset: Array | None = None) -> Array:
        """The maximum-likelihood parameters, by Newton's method.

        `offset` is added to the log-odds of the cells.
        """
        shift = np.zeros(len(self.trials)) if offset is None else offset
        beta, gain = np.zeros(self.design.shape[1]), np.inf
        while gain > _CLOSE:
            log_odds = self.design @ beta + shift
            chance = expit(log_odds)
            slope = self.design.T @ (self.successes - self.trials * chance)
            step = linalg.solve(self._information(chance), slope, assume_a="pos")
            gain, before = float(slope @ step), self._value(log_odds)
            while gain > _SURE and self._value(self.design @ (beta + step) + shift) < before:
                step = step / 2
            beta = beta + step
        return beta

    def information(self, beta: Array) -> Array:
        """The information matrix (minus the second derivatives) at these parameters."""
        return self._information(expit(self.design @ beta))

    def profile_interval(
        self, beta: Array, contrast: Array, level: float, weight: float = 1.0
    ) -> tuple[float, float]:
        """The profile-likelihood interval of `contrast @ parameters`.

        `beta` is the maximum, and `weight` is the weight of each trial. Unlike estimate ± standard
        error, the interval is longer on the side on which the data say less (Heinze and Schemper,
        Statistics in Medicine 21, 2002).
        """
        from scipy import optimize

        allowed = chi2_quantile(level, 1) / 2 / weight
        rest = linalg.null_space(contrast[None, :])
        inside = Likelihood(self.design @ rest, self.trials, self.successes)
        along = self.design @ contrast / float(contrast @ contrast)
        best, value = self._value(self.design @ beta), float(contrast @ beta)

        def lost(index: float) -> float:
            offset = along * index
            return best - self._value(inside.design @ inside.maximum(offset) + offset) - allowed

        ends = []
        for direction in (-1.0, 1.0):
            reach = 1.0
            while lost(value + direction * reach) < 0:
                reach *= 2
            ends.append(optimize.brentq(lost, value, value + direction * reach, xtol=1e-6))
        return ends[0], ends[1]

    def _information(self, chance: Array) -> Array:
        weights = self.trials * chance * (1 - chance)
        return self.design.T @ (self.design * weights[:, None])

    def _value(self, log_odds: Array) -> float:
        return float(self.successes @ log_odds - self.trials @ np.logaddexp(0.0, log_odds))
