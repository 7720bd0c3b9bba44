"""Intervals that may be looked at all the time."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codenames_sim.stats import ConfidenceSequence

scores = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=300)


def after(values: list[float], aim: float = 0.05) -> ConfidenceSequence:
    sequence = ConfidenceSequence(aim)
    for value in values:
        sequence = sequence.plus(value)
    return sequence


@given(scores)
def test_intervals_lie_between_0_and_1_around_their_estimate(values: list[float]) -> None:
    sequence = after(values)
    interval = sequence.interval
    assert 0 <= interval.low <= interval.estimate <= interval.high <= 1
    assert interval.high - interval.low <= 2 * sequence.half_width + 1e-12
    assert interval.n == len(values)


@given(scores)
def test_the_other_side_has_the_mirrored_interval(values: list[float]) -> None:
    one, other = after(values).interval, after([1 - value for value in values]).interval
    assert other.low == pytest.approx(1 - one.high)
    assert other.high == pytest.approx(1 - one.low)


def test_without_scores_nothing_is_known() -> None:
    assert ConfidenceSequence(0.02).half_width == math.inf
    assert ConfidenceSequence(0.02).interval.low == 0.0


def test_the_formula_written_out() -> None:
    """Theorem 2 of the paper, summed up in one place."""
    values, aim, level = [1.0, 0.5, 0.0, 1.0, 1.0, 0.25], 0.3, 0.9
    sequence = ConfidenceSequence(aim, level)
    weights, offs = [], []
    for index, value in enumerate(values):
        means = [(0.5 + sum(values[:n])) / (n + 1) for n in range(index + 1)]
        squares = sum((seen - mean) ** 2 for seen, mean in zip(values, means[1:], strict=False))
        weights.append(aim / (aim + (0.25 + squares) / (index + 1)))
        offs.append(4 * (value - means[index]) ** 2)
        sequence = sequence.plus(value)
    psi = [(-math.log(1 - weight) - weight) / 4 for weight in weights]
    spent = sum(off * each for off, each in zip(offs, psi, strict=True))
    assert sequence.half_width == pytest.approx((math.log(2 / 0.1) + spent) / sum(weights))


@settings(max_examples=20, deadline=None)
@given(st.sampled_from([0.3, 0.5, 0.8, 0.97]), st.integers(0, 10**6))
def test_it_comes_to_its_aim_in_about_the_time_it_promises(rate: float, seed: int) -> None:
    rng, sequence, aim = random.Random(seed), ConfidenceSequence(0.03), 0.03
    while sequence.half_width > aim:
        sequence = sequence.plus((rng.random() < rate) / 2 + (rng.random() < rate) / 2)
    promised = sequence.expected_n(rate * (1 - rate) / 2)
    assert promised * 0.8 < sequence.n < promised * 1.25 + 100
