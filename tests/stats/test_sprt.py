"""The sequential probability ratio test."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.optimize import LinearConstraint, minimize

from codenames_sim.stats import Sprt, expected_score, log_likelihood_ratio
from codenames_sim.stats.sprt import UNSEEN

Vector = NDArray[np.float64]
TABLES = [
    {0.0: 40, 0.5: 80, 1.0: 60},
    {0.0: 3, 0.25: 7, 0.5: 90, 0.75: 11, 1.0: 4},
    {0.0: 200, 0.5: 1, 1.0: 150},
    {0.5: 12, 1.0: 9},
    {1.0: 25},
]


def largest_likelihood(counts: dict[float, float], mean: float) -> float:
    """By a general optimiser, which knows nothing of the closed form."""
    seen = {score: max(counts.get(score, 0), UNSEEN) for score in {0.0, 0.5, 1.0, *counts}}
    scores, n = np.array(list(seen)), np.array(list(seen.values()))
    total = n.sum()

    def cost(p: Vector) -> float:
        return float(-(n @ np.log(p)) / total)

    def gradient(p: Vector) -> Vector:
        slope: Vector = -n / p / total
        return slope

    result = minimize(
        cost,
        n / total * 0.5 + 0.5 / len(n),
        jac=gradient,
        bounds=[(1e-9, 1)] * len(n),
        constraints=[LinearConstraint(np.vstack([np.ones(len(n)), scores]), [1, mean], [1, mean])],
        method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 10_000},
    )
    return float(-result.fun * total)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("counts", TABLES)
@pytest.mark.parametrize("elos", [(0, 20), (-10, 5), (0, 150)])
def test_the_same_ratio_as_a_general_optimiser_finds(
    counts: dict[float, float], elos: tuple[float, float]
) -> None:
    s0, s1 = (expected_score(elo) for elo in elos)
    independent = largest_likelihood(counts, s1) - largest_likelihood(counts, s0)
    assert log_likelihood_ratio(counts, s0, s1) == pytest.approx(independent, abs=2e-4)


def test_the_closed_form_where_there_are_two_scores() -> None:
    """Without anything between, the likelihood is the binomial one."""
    wins, losses, s0, s1 = 70, 50, expected_score(0), expected_score(30)
    binomial = wins * math.log(s1 / s0) + losses * math.log((1 - s1) / (1 - s0))
    result = log_likelihood_ratio({0.0: losses, 1.0: wins}, s0, s1)
    assert result == pytest.approx(binomial, abs=0.02)


def test_expected_scores_are_those_of_elo() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(-120) == pytest.approx(1 - expected_score(120))


def test_the_bounds_are_wald_s() -> None:
    test = Sprt(0, 10, alpha=0.05, beta=0.1)
    low, high = test.bounds
    assert (low, high) == (math.log(0.1 / 0.95), math.log(0.9 / 0.05))
    assert test.accepted(low) == "elo0"
    assert test.accepted(high) == "elo1"
    assert test.accepted((low + high) / 2) is None


counts_of_pairs = st.dictionaries(
    st.sampled_from([0.0, 0.125, 0.25, 0.5, 0.75, 1.0]), st.integers(1, 10**6), max_size=6
)


@given(counts_of_pairs, st.floats(-700, 700), st.floats(1, 300))
def test_any_table_has_a_finite_ratio_and_mirrored_it_is_reversed(
    counts: dict[float, float], elo0: float, gap: float
) -> None:
    test = Sprt(elo0, elo0 + gap)
    llr = test.llr(counts)
    assert math.isfinite(llr)
    mirrored = Sprt(-elo0 - gap, -elo0)
    turned = {1 - score: count for score, count in counts.items()}
    assert mirrored.llr(turned) == pytest.approx(-llr, rel=1e-5, abs=1e-4)


@given(counts_of_pairs)
def test_a_win_never_speaks_for_the_weaker(counts: dict[float, float]) -> None:
    test = Sprt(0, 30)
    better = counts | {1.0: counts.get(1.0, 0) + 1}
    assert test.llr(better) >= test.llr(counts) - 1e-6


@pytest.mark.parametrize("elo", [0, 10, 20])
def test_expected_pairs_are_those_of_a_random_walk(elo: float) -> None:
    """The walk of the ratio itself, with normal scores: what Wald's approximation is about."""
    test, variance, rng = Sprt(0, 20), 0.125, random.Random(7)
    s, s0, s1 = (expected_score(each) for each in (elo, 0, 20))
    low, high = test.bounds
    taken, walks = 0, 1_500
    for _ in range(walks):
        llr = 0.0
        while low < llr < high:
            score = rng.gauss(s, math.sqrt(variance))
            llr += (score - (s0 + s1) / 2) * (s1 - s0) / variance
            taken += 1
    assert taken / walks == pytest.approx(test.expected_pairs(elo, variance), rel=0.1)
