"""Fieller's set: the ratios that a t-test does not exclude."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from codenames_sim.stats import RatioSet, fieller

numbers = st.floats(-5, 5)


spreads = st.floats(0.05, 2)


@given(st.tuples(numbers, numbers), st.tuples(spreads, spreads), st.floats(-0.95, 0.95), numbers)
def test_a_ratio_is_inside_exactly_where_it_is_not_excluded(
    values: tuple[float, float], spread: tuple[float, float], correlation: float, ratio: float
) -> None:
    between = correlation * spread[0] * spread[1]
    covariance = np.array([[spread[0] ** 2, between], [between, spread[1] ** 2]])
    weight = np.array([1, -ratio])
    t = abs(values @ weight) / math.sqrt(weight @ covariance @ weight)
    limit = float(stats.t.ppf(0.975, 30))
    assume(abs(t - limit) > 1e-6)
    assert (ratio in fieller(*values, covariance, 30)) == (t < limit)


def test_a_sure_denominator_gives_an_interval_around_the_estimate() -> None:
    result = fieller(3.0, 2.0, [[0.01, 0.0], [0.0, 0.0]], 10_000)
    half = float(stats.t.ppf(0.975, 10_000)) * 0.1 / 2
    assert result.kind == "bounded"
    assert (result.low, result.high) == pytest.approx((1.5 - half, 1.5 + half))


def test_a_denominator_like_zero_leaves_two_rays() -> None:
    """The numerator is surely not 0, so a ratio near 0 is excluded, and no large one is."""
    result = fieller(3.0, 0.1, [[0.01, 0.0], [0.0, 1.0]], 100)
    assert result.kind == "outside"
    assert 0 not in result
    assert 1e9 in result
    assert -1e9 in result


def test_two_numbers_like_zero_leave_everything() -> None:
    result = fieller(0.1, 0.1, [[1.0, 0.0], [0.0, 1.0]], 100)
    assert result.kind == "everything"
    assert 123.0 in result


def test_no_degrees_of_freedom_leave_everything() -> None:
    assert fieller(1.0, 1.0, [[0.0, 0.0], [0.0, 0.0]], 0).kind == "everything"


def test_a_set_can_be_moved() -> None:
    moved = RatioSet(1.0, "outside", 0.5, 2.0).plus(8)
    assert moved == RatioSet(9.0, "outside", 8.5, 10.0)
