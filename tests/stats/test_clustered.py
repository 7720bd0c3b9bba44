"""Means whose observations come in clusters, against statsmodels and by their own laws."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from codenames_sim.stats import Estimate, clustered_means

RNG = np.random.default_rng(1)
CLUSTER = np.repeat(np.arange(40), 6)
GROUP = np.tile([0, 0, 1, 1, 2, 2], 40)
VALUE = (RNG.random(240) + RNG.random(40)[CLUSTER] < 1.1).astype(float)


def test_covariance_is_that_of_a_clustered_regression_on_the_groups() -> None:
    """With every group in every cluster, G / (G - 1) is the same for all."""
    means = clustered_means(VALUE, GROUP, CLUSTER)
    fit = sm.OLS(VALUE, np.eye(3)[GROUP]).fit(
        cov_type="cluster", cov_kwds={"groups": CLUSTER, "use_correction": False}
    )
    assert means.values == pytest.approx(fit.params)
    assert means.covariance == pytest.approx(fit.cov_params() * 40 / 39)
    assert means.clusters.tolist() == [[40] * 3] * 3


def test_a_paired_difference_is_the_t_test_of_differences_by_cluster() -> None:
    means = clustered_means(VALUE, GROUP, CLUSTER)
    a, b = (VALUE[group == GROUP].reshape(40, 2).mean(axis=1) for group in (0, 1))
    paired = stats.ttest_rel(a, b)
    result = means.contrast(0, 1)
    assert result.interval() == pytest.approx(tuple(paired.confidence_interval()))
    assert result.p_value() == pytest.approx(paired.pvalue)


def test_single_observations_are_the_plain_t_interval() -> None:
    result = clustered_means(VALUE, np.zeros(240, int), np.arange(240)).contrast(0)
    low, high = stats.t.interval(0.95, 239, VALUE.mean(), stats.sem(VALUE))
    assert result.interval() == pytest.approx((low, high))


def test_clusters_apart_make_an_unpaired_difference() -> None:
    means = clustered_means([1, 0, 1, 0, 0, 1], [0, 0, 0, 1, 1, 1], [1, 2, 3, 4, 5, 6])
    assert means.covariance[0, 1] == 0
    assert means.clusters.tolist() == [[3, 0], [0, 3]]
    assert means.contrast(0, 1).error == pytest.approx((2 * stats.tvar([1, 0, 1]) / 3) ** 0.5)


def test_of_one_cluster_nothing_is_known() -> None:
    result = clustered_means([1, 0], [0, 0], ["board", "board"]).contrast(0)
    assert result == Estimate(0.5, 0.0, 0)
    assert result.interval() == (-np.inf, np.inf)
    assert result.p_value(0.9) == 1


@pytest.mark.parametrize(("values", "groups"), [([], []), ([1.0, 0.0], [0, 2])])
def test_a_group_needs_observations(values: list[float], groups: list[int]) -> None:
    with pytest.raises(ValueError, match="without observations"):
        clustered_means(values, groups, groups)


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 5)), min_size=2), st.integers(2, 4))
def test_games_told_twice_add_nothing(told: list[tuple[int, int]], times: int) -> None:
    """Clustering is there so that one board's games don't count as news."""
    values, clusters = np.array(told).T
    once = clustered_means(values, np.zeros(len(values), int), clusters)
    again = clustered_means(
        np.tile(values, times), np.zeros(len(values) * times, int), np.tile(clusters, times)
    )
    assert again.covariance == pytest.approx(once.covariance)
