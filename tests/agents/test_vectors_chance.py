"""Weighted choices, noise, and the chance to win."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codenames_sim.agents import Rng
from codenames_sim.agents.vectors.chance import choose, noise, weigh
from codenames_sim.agents.vectors.similarity import POINTS
from codenames_sim.agents.vectors.winning import PACE, Pace, win_chances

temperatures = st.one_of(st.just(0.0), st.floats(1e-9, 10))
some_points = st.lists(st.integers(-POINTS, POINTS), min_size=1, max_size=25)


@settings(deadline=None)
@given(some_points, temperatures)
def test_weights_are_whole_and_add_up_exactly(points: list[int], temperature: float) -> None:
    weights = weigh(np.array(points, np.int16), max(points), temperature)
    assert (weights == np.rint(weights)).all()
    assert sum(map(int, weights.tolist())) == weights.sum() == weights[::-1].sum() < 2**53
    assert weights.max() == 2**22


@pytest.mark.parametrize("temperature", [0.02, 0.1, 1.0])
def test_weights_follow_luce(temperature: float) -> None:
    points = np.array([5000, 4500, 4000, 2000], np.int16)
    weights = weigh(points, 5000, temperature)
    for value, weight in zip(points.tolist(), weights.tolist(), strict=True):
        expected = 2**22 * math.exp((value - 5000) / POINTS / temperature)
        assert weight == pytest.approx(expected, rel=1e-6, abs=0.51)


def test_at_temperature_0_only_the_best_counts() -> None:
    assert weigh(np.array([3, 5, 4], np.int16), 5, 0.0).tolist() == [0, 2**22, 0]


def test_choices_come_in_proportion() -> None:
    rng = Rng(7)
    chosen = [choose([1.0, 0.0, 3.0], rng) for _ in range(4000)]
    assert set(chosen) == {0, 2}
    assert chosen.count(2) / 4000 == pytest.approx(0.75, abs=0.03)


class _Highest(Rng):
    def random(self) -> float:
        return 1 - 2**-53


@settings(deadline=None)
@given(st.lists(st.integers(0, 2**22), min_size=1, max_size=25).filter(any))
def test_a_choice_never_has_weight_0(weights: list[int]) -> None:
    assert weights[choose([float(w) for w in weights], _Highest(1))] > 0


def test_noise_is_nearly_normal() -> None:
    drawn = noise(20_000, Rng(3))
    assert drawn.mean() == pytest.approx(0, abs=0.03)
    assert drawn.std() == pytest.approx(1, abs=0.03)
    assert (np.abs(drawn) < 1.96).mean() == pytest.approx(0.95, abs=0.02)
    assert (noise(20_000, Rng(3)) == drawn).all()
    assert np.corrcoef(drawn[:-1], drawn[1:])[0, 1] == pytest.approx(0, abs=0.03)


@settings(deadline=None)
@given(st.integers(1, 12), st.integers(1, 12))
def test_fewer_agents_to_find_is_better(own: int, opponent: int) -> None:
    chances = win_chances(13)
    assert 0 < chances[own, opponent] < 1
    assert chances[own, opponent] > chances[own + 1, opponent]
    assert chances[own, opponent] < chances[own, opponent + 1]


def test_who_has_none_left_has_won() -> None:
    chances = win_chances(9)
    assert (chances[0, 1:] == 1).all()
    assert (chances[1:, 0] == 0).all()


@pytest.mark.parametrize(("own", "opponent"), [(9, 8), (3, 3), (1, 6)])
def test_chances_are_what_playing_at_that_pace_gives(own: int, opponent: int) -> None:
    rng, games = Rng(own * 10 + opponent), 6_000
    won = sum(_plays_out([own, opponent], PACE, rng) for _ in range(games))
    assert won / games == pytest.approx(win_chances(9)[own, opponent], abs=0.025)


def _plays_out(left: list[int], pace: Pace, rng: Rng) -> bool:
    """Whether the team that begins wins a game of turns at this pace."""
    me = 0
    while True:
        began = left[me]
        for result in range(began):
            if rng.random() < pace.chance(began, result):
                left[me] -= 1
                continue
            end = rng.random()
            if end < pace.assassin:
                return me == 1
            if end < pace.assassin + pace.opponent:
                left[1 - me] -= 1
            break
        for team in (0, 1):
            if left[team] == 0:
                return team == 0
        me = 1 - me
