"""The line of clustered logits, against statsmodels."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.special import expit

from codenames_sim.stats import Line, clustered_logistic, clustered_means, misfit

RNG = np.random.default_rng(5)
BOARD = np.repeat(np.arange(150), 4)
AGENTS = np.tile([-1.0, 0.0, 1.0, 2.0], 150)
LUCK = RNG.normal(0, 0.7, 150)[BOARD]
WON = (RNG.random(600) < expit(0.4 - 0.3 * AGENTS + LUCK)).astype(float)


def line() -> Line:
    result = clustered_logistic(AGENTS, WON, BOARD)
    assert result is not None
    return result


def test_the_line_and_its_covariance_are_those_of_statsmodels() -> None:
    fit = sm.Logit(WON, sm.add_constant(AGENTS)).fit(
        disp=False, cov_type="cluster", cov_kwds={"groups": BOARD, "use_correction": False}
    )
    result = line()
    assert (result.intercept, result.slope) == pytest.approx(tuple(fit.params))
    assert result.covariance == pytest.approx(fit.cov_params() * 150 / 149)
    assert result.df == 149


def test_even_is_where_the_line_crosses_one_half() -> None:
    result = line()
    even = result.even()
    assert result.rate(even.estimate) == pytest.approx(0.5)
    assert even.estimate in even


@pytest.mark.parametrize(
    ("x", "won", "clusters"),
    [
        ([], [], []),
        ([1, 1, 1], [0, 1, 0], [1, 2, 3]),
        ([1, 2, 1], [0, 1, 1], [1, 1, 1]),
        ([1, 2, 3], [1, 1, 1], [1, 2, 3]),
        ([1, 2, 2, 3], [0, 0, 1, 1], [1, 2, 3, 4]),
    ],
    ids=["nothing", "one x", "one cluster", "all won", "parted"],
)
def test_no_line_where_none_is_best(x: list[float], won: list[float], clusters: list[int]) -> None:
    assert clustered_logistic(x, won, clusters) is None


def test_misfit_tells_a_bent_line_from_a_straight_one() -> None:
    groups = (AGENTS + 1).astype(int)
    straight = misfit(line(), [-1, 0, 1, 2], clustered_means(WON, groups, BOARD))
    bent = (RNG.random(600) < np.array([0.8, 0.3, 0.3, 0.8])[groups]).astype(float)
    fit = clustered_logistic(AGENTS, bent, BOARD)
    assert fit is not None
    assert straight is not None
    assert straight > 0.05
    crooked = misfit(fit, [-1, 0, 1, 2], clustered_means(bent, groups, BOARD))
    assert crooked is not None
    assert crooked < 1e-6


def test_misfit_needs_three_rates_that_have_logits() -> None:
    two = clustered_means(WON[:2], [0, 1], BOARD[:2])
    assert misfit(line(), [0, 1], two) is None
    certain = clustered_means([1, 1, 0, 1, 0, 1], [0, 0, 1, 1, 2, 2], [1, 2] * 3)
    assert misfit(line(), [0, 1, 2], certain) is None


@pytest.mark.long
def test_misfit_cries_wolf_one_time_in_twenty() -> None:
    rng = np.random.default_rng(8)
    groups = (AGENTS + 1).astype(int)
    cried = 0
    for _ in range(1_000):
        won = (rng.random(600) < expit(0.4 - 0.3 * AGENTS)).astype(float)
        fit = clustered_logistic(AGENTS, won, BOARD)
        assert fit is not None
        p = misfit(fit, [-1, 0, 1, 2], clustered_means(won, groups, BOARD))
        assert p is not None
        cried += p < 0.05
    assert 30 <= cried <= 75
