"""Totals over many values from a sample of a few."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from codenames_sim.stats import stratified_total

Draw = Callable[[np.random.Generator, int], NDArray[np.float64]]
COSTS: dict[str, Draw] = {
    "even": lambda rng, n: np.maximum(0.0, rng.normal(1.0, 0.3, n)),
    "skewed": lambda rng, n: rng.gamma(4.0, 0.25, n),
    "more skewed": lambda rng, n: rng.lognormal(0.0, 0.5, n),
    "very skewed": lambda rng, n: rng.exponential(1.0, n),
}


def test_one_stratum_by_hand() -> None:
    result = stratified_total([1.0, 2.0, 3.0], [0, 0, 0], [0, 1, 2], [12])
    assert result.estimate == pytest.approx(24.0)
    assert result.interval is not None
    # se = N s / sqrt(n) * sqrt(1 - n/N) = 12 * 1 / sqrt(3) * sqrt(3/4) = 6; t of 2 df is 4.303.
    low, high = result.interval
    assert high == pytest.approx(24 * np.exp(4.303 * 6 / 24), rel=1e-3)
    assert low == pytest.approx(24 / np.exp(4.303 * 6 / 24), rel=1e-3)


def test_strata_count_by_their_size_and_not_by_their_sample() -> None:
    result = stratified_total([1, 1.2, 0.8, 10, 11], [0, 0, 0, 1, 1], range(5), [100, 2])
    assert result.estimate == pytest.approx(100 + 21)


def test_where_nothing_is_left_the_total_is_known() -> None:
    assert stratified_total([1, 2], [0, 1], [0, 1], [1, 1]).interval == (3.0, 3.0)
    assert stratified_total([2, 2], [0, 0], [0, 0], [2]).interval == (4.0, 4.0)


@pytest.mark.parametrize(
    ("values", "strata", "clusters", "sizes"),
    [
        ([5], [0], [0], [10]),
        ([5, 6], [0, 0], [0, 0], [10]),
        ([5, 6], [0, 0], [0, 1], [10, 10]),
        ([5, 5, 5], [0, 0, 0], [0, 1, 2], [10]),
        ([5, 5, 7, 7], [0, 0, 1, 1], [0, 1, 2, 3], [10, 10]),
        ([0, 0], [0, 0], [0, 1], [10]),
    ],
)
def test_a_sample_that_shows_no_difference_gives_no_interval(
    values: list[int], strata: list[int], clusters: list[int], sizes: list[int]
) -> None:
    result = stratified_total(values, strata, clusters, sizes)
    assert result.interval is None
    assert result.estimate == pytest.approx(np.mean(values) * sum(sizes))


def test_no_values() -> None:
    with pytest.raises(ValueError, match="no values"):
        stratified_total([], [], [], [1])


def test_the_low_end_is_at_least_what_was_seen() -> None:
    result = stratified_total([1, 9, 5, 5], [0] * 4, range(4), [5])
    assert result.interval is not None
    assert result.interval[0] >= 20


def coverage(draw: Draw, strata: int, n: int, *, shared: bool = False) -> float:
    """How often the interval holds the true total: strata whose values differ by up to 4 times.

    Where clusters are `shared`, each has a value of every stratum, and these are alike.
    """
    rng = np.random.default_rng([strata, n])
    runs, size, hits = 400, 240 // strata, 0
    scale = np.linspace(1.0, 4.0, strata)
    index = np.arange(n) % strata
    for _ in range(runs):
        common = draw(rng, size) if shared else np.ones(size)
        values = [draw(rng, size) * common * each for each in scale]
        row = np.arange(n) // strata if shared else np.arange(n)
        sample = [values[stratum][number] for stratum, number in zip(index, row, strict=True)]
        result = stratified_total(sample, index, row, [size] * strata)
        total = sum(float(each.sum()) for each in values)
        assert result.interval is not None
        hits += result.interval[0] <= total <= result.interval[1]
    return hits / runs


@pytest.mark.parametrize("strata", [1, 3])
@pytest.mark.parametrize("n", [3, 6, 12, 30])
@pytest.mark.parametrize("name", COSTS)
def test_the_interval_covers(name: str, n: int, strata: int) -> None:
    """Nominally 95 %: at least 90 % from three values on, however skewed they are."""
    assert coverage(COSTS[name], strata, n) >= 0.90


@pytest.mark.parametrize("n", [12, 30])
def test_the_interval_covers_where_values_of_a_cluster_are_alike(n: int) -> None:
    assert coverage(COSTS["skewed"], 3, n, shared=True) >= 0.90


def test_the_interval_narrows_with_the_sample() -> None:
    rng = np.random.default_rng(1)
    widths = []
    for n in (4, 16, 64):
        result = stratified_total(rng.gamma(4, 0.25, n), [0] * n, range(n), [1000])
        assert result.interval is not None
        widths.append(np.log(result.interval[1] / result.interval[0]))
    assert widths[0] > widths[1] > widths[2]
