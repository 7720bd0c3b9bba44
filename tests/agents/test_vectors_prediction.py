"""What the planning spymaster expects is what its operative does."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codenames_sim.agents import Rng
from codenames_sim.agents.vectors import prediction
from codenames_sim.agents.vectors.chance import choose, weigh
from codenames_sim.agents.vectors.position import Position
from codenames_sim.agents.vectors.prediction import Habits, Prediction
from codenames_sim.agents.vectors.similarity import POINTS, Points
from codenames_sim.agents.vectors.winning import win_chances

OWN, OPPONENT, BYSTANDER, ASSASSIN = 5, 4, 3, 1
WORDS = OWN + OPPONENT + BYSTANDER + ASSASSIN


def position(earlier: Points | None = None, extra_guess: bool = True) -> Position:
    """Own words first, then the opponents', bystanders, the assassin."""
    index = np.arange(WORDS)
    return Position(
        own=index[:OWN],
        opponent=index[OWN : OWN + OPPONENT],
        bystander=index[OWN + OPPONENT : -ASSASSIN],
        assassin=index[-ASSASSIN:],
        earlier=earlier,
        extra_guess=extra_guess,
        highest=9,
        zero=True,
        unlimited=True,
    )


def played_out(
    habits: Habits, points: Points, earlier: Points | None, number: int | None, rng: Rng
) -> float:
    """The chance to win after one turn, guessed as the operative guesses."""
    chances = win_chances(9)
    left = list(range(WORDS))
    result = 0
    while result < OWN:
        used_up = number is not None and result >= number
        if used_up and (earlier is None or result > (number or 0)):
            break
        speaks = earlier if used_up and earlier is not None else points
        options = [int(speaks[word]) for word in left]
        if result:
            options.append(habits.extra if used_up else habits.stop)
        array = np.array(options, np.int16)
        index = choose(weigh(array, array.max(), habits.temperature).tolist(), rng)
        if index == len(left):
            break
        word = left.pop(index)
        if word >= WORDS - ASSASSIN:
            return 0.0
        if word >= OWN:
            hit = word < OWN + OPPONENT
            return 1 - float(chances[OPPONENT - hit, OWN - result])
        result += 1
    return 1 - float(chances[OPPONENT, OWN - result])


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("with_earlier", [False, True])
@pytest.mark.parametrize("temperature", [0.03, 0.1, 0.4])
def test_the_expected_chance_is_that_of_turns_played_out(
    seed: int, with_earlier: bool, temperature: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prediction, "_LATER", 0.0)
    rng = Rng(seed)
    points, earlier = (
        np.array([int(9000 * rng.random()) - 2000 for _ in range(WORDS)], np.int16)
        for _ in range(2)
    )
    points[:OWN] += 1500
    open_ones = earlier if with_earlier else None
    habits = Habits(temperature, stop=2000, extra=3000)
    predicted = Prediction(habits, points[:, None], position(open_ones))
    expected = [*predicted.with_number()[:, 0].tolist(), float(predicted.without_limit()[0])]
    for number, chance in zip([1, 2, 3, 4, 5, None], expected, strict=True):
        outcomes = [played_out(habits, points, open_ones, number, rng) for _ in range(700)]
        assert chance == pytest.approx(sum(outcomes) / 700, abs=0.08)


ALL_BUT_NONE = 1e-6
"""Weights are capped, so what is all but certain is 2^-23 short of it."""


def test_an_open_clue_is_ignored_without_an_extra_guess() -> None:
    points, earlier = (np.full(WORDS, 3000, np.int16) for _ in range(2))
    points[OWN - 1], earlier[OWN - 1] = 0, 9000
    habits = Habits(0.1, stop=2000, extra=3000)

    def chances(earlier: Points | None, extra_guess: bool) -> list[float]:
        seen = position(earlier, extra_guess)
        return list(Prediction(habits, points[:, None], seen).with_number()[:, 0])

    assert chances(earlier, extra_guess=False) == chances(None, extra_guess=False)
    assert chances(earlier, extra_guess=True)[0] > chances(None, extra_guess=True)[0]


def test_a_clue_cut_short_is_worth_more_where_it_can_be_finished_later() -> None:
    points = np.full(WORDS, 2000, np.int16)
    points[0] = points[1] = 6000
    points[-1] = -2000
    habits = Habits(0.1, stop=5000, extra=1000)
    with_it, without = (
        Prediction(habits, points[:, None], position(None, extra_guess)).with_number()[1, 0]
        for extra_guess in (True, False)
    )
    assert with_it > without


columns = st.lists(st.integers(-POINTS, POINTS), min_size=WORDS, max_size=WORDS)
temperatures = st.sampled_from([0.0, 0.01, 0.1, 1.0])


@settings(deadline=None)
@given(columns, st.none() | columns, temperatures, st.integers(-POINTS, POINTS))
def test_chances_are_chances(
    points: list[int], earlier: list[int] | None, temperature: float, stop: int
) -> None:
    open_ones = None if earlier is None else np.array(earlier, np.int16)
    habits = Habits(temperature, stop=stop, extra=stop)
    predicted = Prediction(habits, np.array(points, np.int16)[:, None], position(open_ones))
    values = np.append(predicted.with_number(), predicted.without_limit())
    assert ((values >= 0) & (values <= 1 + 1e-12)).all()


@settings(deadline=None)
@given(columns, temperatures, st.integers(-POINTS, POINTS), st.integers(-POINTS, POINTS))
def test_the_first_guess_is_made_however_stopping_scores(
    points: list[int], temperature: float, stop: int, other: int
) -> None:
    one, two = (
        Prediction(
            Habits(temperature, index, 1000), np.array(points, np.int16)[:, None], position()
        )
        for index in (stop, other)
    )
    assert one.with_number()[0] == pytest.approx(two.with_number()[0])


@settings(deadline=None)
@given(columns, temperatures, st.integers(0, 4 * POINTS))
def test_a_clue_nearer_to_the_assassin_is_never_better(
    points: list[int], temperature: float, nearer: int
) -> None:
    habits = Habits(temperature, stop=2000, extra=3000)
    moved = [*points[:-1], min(POINTS, points[-1] + nearer)]
    both = np.array([points, moved], np.int16).T
    predicted = Prediction(habits, both, position())
    for nearer_and_not in (predicted.with_number()[0], predicted.without_limit()):
        assert nearer_and_not[1] <= nearer_and_not[0] + ALL_BUT_NONE
