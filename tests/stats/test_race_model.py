"""The race as an absorbing chain, against closed forms and by its own laws."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from codenames_sim.stats import Step, Steps, race


def finds_one(chance: float) -> Steps:
    return {Step(1, 0, False): chance, Step(0, 0, False): 1 - chance}


def always(steps: Steps, a: int, b: int) -> float:
    return race(lambda left, other: steps, lambda left, other: steps, a, b)


@pytest.mark.parametrize(("a", "b"), [(1, 1), (9, 8), (3, 5)])
@pytest.mark.parametrize(("p", "q"), [(0.5, 0.5), (0.3, 0.6), (0.9, 0.2)])
def test_one_agent_at_a_time_is_a_race_of_negative_binomials(
    a: int, b: int, p: float, q: float
) -> None:
    """The first team wins where its a-th find takes no more turns than the second's b-th."""
    expected = sum(
        stats.nbinom.pmf(failures, a, p) * stats.nbinom.sf(failures + a - b - 1, b, q)
        for failures in range(2_000)
    )
    result = race(lambda left, other: finds_one(p), lambda left, other: finds_one(q), a, b)
    assert result == pytest.approx(float(expected))


def test_an_agent_a_turn_goes_to_the_one_that_needs_no_more_turns() -> None:
    sure = {Step(1, 0, False): 1.0}
    assert always(sure, 8, 8) == 1
    assert always(sure, 9, 8) == 0


def test_the_assassin_loses_unless_all_were_found_before() -> None:
    assert always({Step(2, 0, True): 1.0}, 3, 3) == 0
    assert always({Step(3, 0, True): 1.0}, 3, 3) == 1


def test_a_team_can_be_given_its_last_agent() -> None:
    assert always({Step(0, 1, False): 1.0}, 3, 1) == 0


def test_a_race_that_never_moves_is_even() -> None:
    assert always({Step(0, 0, False): 1.0}, 9, 8) == 0.5


def test_steps_may_depend_on_what_is_left() -> None:
    """A team that never finds its last agent loses, however far ahead it is."""

    def never_the_last(left: int, other: int) -> Steps:
        return finds_one(0.0 if left == 1 else 1.0)

    result = race(never_the_last, lambda left, other: finds_one(1.0), 2, 8)
    assert result == 0


chances = st.lists(st.floats(0.01, 1), min_size=5, max_size=5)
STEPS = (
    Step(0, 0, False),
    Step(1, 0, False),
    Step(2, 1, False),
    Step(0, 1, False),
    Step(1, 0, True),
)


@given(chances, st.integers(1, 9), st.integers(1, 9))
def test_more_agents_to_find_never_help(weights: list[float], a: int, b: int) -> None:
    steps = {step: weight / sum(weights) for step, weight in zip(STEPS, weights, strict=True)}
    harmless = [step for step in STEPS if not step.given and not step.assassin]
    total = sum(steps[step] for step in harmless)
    plain = {step: steps[step] / total for step in harmless}
    assert 0 <= always(steps, a, b) <= 1
    assert always(plain, a + 1, b) <= always(plain, a, b) + 1e-12
    assert always(plain, a, a) >= 0.5
