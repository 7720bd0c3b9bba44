"""Log-odds that are linear in some parameters: the likelihood, its maximum, its intervals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import linalg
from scipy.special import expit

from codenames_sim.stats.distributions import chi2_quantile

Array = NDArray[np.float64]

_CLOSE = 1e-16
"""Newton's method ends where another step would gain less likelihood than this."""
_SURE = 1e-6
"""Where a step gains less than this, the likelihood is so round that it need not be checked."""


@dataclass(frozen=True, eq=False)
class Likelihood:
    """Cells of trials with the same odds: `design` (cells, parameters) gives their log-odds.

    `successes` may be fractions. There has to be a finite maximum, as there is where every
    parameter has a cell of its own with half a success in one trial.
    """

    design: Array
    trials: Array
    successes: Array

    def maximum(self, offset: Array | None = None) -> Array:
        """The parameters that make the data likeliest, by Newton's method.

        `offset` is added to the cells' log-odds.
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
        """Minus the second derivatives at these parameters."""
        return self._information(expit(self.design @ beta))

    def profile_interval(
        self, beta: Array, contrast: Array, level: float, weight: float = 1.0
    ) -> tuple[float, float]:
        """Between which values of `contrast @ parameters` the data are not too unlikely.

        `beta` is the maximum, `weight` how much each trial counts. Unlike estimate ± standard
        errors the interval leans to the side on which the data say little (Heinze and Schemper,
        Statistics in Medicine 21, 2002).
        """
        from scipy import optimize

        allowed = chi2_quantile(level, 1) / 2 / weight
        rest = linalg.null_space(contrast[None, :])
        inside = Likelihood(self.design @ rest, self.trials, self.successes)
        along = self.design @ contrast / float(contrast @ contrast)
        best, value = self._value(self.design @ beta), float(contrast @ beta)

        def lost(at: float) -> float:
            offset = along * at
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
