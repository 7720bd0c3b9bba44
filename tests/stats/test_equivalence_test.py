"""Two one-sided tests, against statsmodels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.weightstats import DescrStatsW

from codenames_sim.stats import Estimate, clustered_means, equivalence

VALUES = (np.random.default_rng(3).random(400) < 0.51).astype(float)


@pytest.mark.parametrize("margin", [0.01, 0.05, 0.1])
def test_p_is_that_of_statsmodels(margin: float) -> None:
    estimate = clustered_means(VALUES, np.zeros(400, int), np.arange(400)).contrast(0)
    expected = DescrStatsW(VALUES).ttost_mean(0.5 - margin, 0.5 + margin)[0]
    assert equivalence(estimate, 0.5, margin).p == pytest.approx(expected)


@given(st.floats(-0.2, 0.2), st.floats(0.001, 0.2), st.integers(1, 500), st.floats(0.001, 0.3))
def test_it_rejects_exactly_where_the_90_interval_is_inside(
    value: float, error: float, df: int, margin: float
) -> None:
    result = equivalence(Estimate(value, error, df), 0.0, margin)
    low, high = Estimate(value, error, df).interval(0.9)
    if abs(result.p - 0.05) > 1e-9:
        assert result.equivalent == (-margin < low and high < margin)
    assert (result.low, result.high) == (low, high)


def test_without_an_error_the_estimate_itself_decides() -> None:
    assert equivalence(Estimate(0.51, 0.0, 9), 0.5, 0.02).equivalent
    assert not equivalence(Estimate(0.52, 0.0, 9), 0.5, 0.02).equivalent


def test_nothing_known_is_nothing_shown() -> None:
    assert not equivalence(Estimate(0.5, 0.0, 0), 0.5, 0.4).equivalent


@pytest.mark.parametrize("margin", [0.0, -0.1, float("nan")])
def test_a_margin_is_above_0(margin: float) -> None:
    with pytest.raises(ValueError, match="margin"):
        equivalence(Estimate(0.5, 0.1, 9), 0.5, margin)
