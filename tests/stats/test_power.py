"""How many clusters an answer takes, against statsmodels and the power itself."""

from __future__ import annotations

import math

import pytest
from scipy import stats
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import samplesize_confint_proportion

from codenames_sim.stats import clusters_for_effect, clusters_for_equivalence, clusters_for_width


@pytest.mark.parametrize("half_width", [0.01, 0.02, 0.05])
def test_width_is_that_of_a_proportion(half_width: float) -> None:
    expected = math.ceil(samplesize_confint_proportion(0.5, half_width))
    assert clusters_for_width(0.25, half_width) == expected


@pytest.mark.parametrize("effect", [0.02, 0.05, 0.1])
def test_effect_is_that_of_a_z_test(effect: float) -> None:
    expected = NormalIndPower().solve_power(effect / 0.5, alpha=0.05, power=0.8, ratio=0)
    assert clusters_for_effect(0.25, effect) == pytest.approx(expected, abs=1)


@pytest.mark.parametrize("margin", [0.02, 0.03])
def test_equivalence_has_the_power_it_promises(margin: float) -> None:
    n = clusters_for_equivalence(0.25, margin, power=0.9)

    def power(n: int) -> float:
        return float(2 * stats.norm.cdf(margin / (0.5 / n**0.5) - stats.norm.ppf(0.95)) - 1)

    assert power(n) >= 0.9 > power(n - 1)


def test_a_half_width_and_an_effect_are_above_0() -> None:
    for needed in (clusters_for_width, clusters_for_effect, clusters_for_equivalence):
        with pytest.raises(ValueError, match="above 0"):
            needed(0.25, 0.0)
