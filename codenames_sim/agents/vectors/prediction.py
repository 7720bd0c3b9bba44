"""Predicts an operative's guesses after a clue, and the resulting probability of winning."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codenames_sim.agents.vectors.chance import weigh
from codenames_sim.agents.vectors.position import Position
from codenames_sim.agents.vectors.similarity import POINTS, Points
from codenames_sim.agents.vectors.winning import win_chances

Chances = NDArray[np.float64]

_LATER = 0.5
"""The value of a clue that stays open because the turn ended before its number was reached: this
share of what an extra guess for the same clue would add."""


@dataclass(frozen=True)
class Habits:
    """The behaviour of an operative: the parameters of `VectorOperative`."""

    temperature: float
    stop: int
    """In points, as is `extra`."""
    extra: int


class Prediction:
    """The prediction for each of several clues (columns).

    `points` is the appeal of each uncovered word (rows). For each guess (rows of the arrays here),
    the probabilities are computed that it is right, that it hits another card, or that the
    operative stops. Right guesses are assumed to come in the order of their weights.
    """

    def __init__(self, operative: Habits, points: Points, position: Position):
        own, others = points[position.own], points[position.others]
        self._operative = operative
        self._position = position
        scale = others.max(axis=0, initial=-POINTS)
        sort = np.argsort(-own, axis=0, kind="stable")
        self._own = np.take_along_axis(own, sort, axis=0)
        self._order = position.own[sort]
        self._level = np.maximum(scale, np.int16(operative.stop))

        weight = weigh(points, scale, operative.temperature)
        right = _left_after(weight[self._order, np.arange(points.shape[1])])
        opponent = weight[position.opponent].sum(axis=0)
        assassin = weight[position.assassin].sum(axis=0)
        bystander = weight[position.bystander].sum(axis=0)
        quiet = np.repeat(bystander[None], len(own), axis=0)
        quiet[1:] += weigh(np.full_like(scale, operative.stop), scale, operative.temperature)
        whole = right + opponent + assassin + quiet

        self._after, self._hit = _after_turn(len(own), len(position.opponent))
        reached = np.multiply.accumulate(right / whole, axis=0)
        self._reached = reached
        before = np.concatenate([np.ones((1, points.shape[1])), reached[:-1]])
        after, hit = self._after[:-1, None], self._hit[:-1, None]
        ends = opponent * hit + quiet * after
        if position.extra_guess:
            stop = weigh(np.full_like(scale, operative.extra), scale, operative.temperature)
            missed = right + opponent + assassin + bystander + stop
            extra = right * self._after[1:, None] + opponent * hit + (bystander + stop) * after
            ends += _LATER * (opponent * (hit > 0) + quiet) * (extra / missed - after)
        self._ended = np.add.accumulate(before * ends / whole, axis=0)

    def with_number(self) -> Chances:
        """The probability of winning with each number from 1 (rows)."""
        return self._ended + self._reached * self._beyond()

    def without_limit(self) -> Chances:
        """The probability of winning if guessing continues until a wrong guess or a stop."""
        value: Chances = self._ended[-1] + self._reached[-1]
        return value

    def expected(self, column: int, number: int | None) -> tuple[int, ...]:
        """The own words that the clue is intended for, the closest first."""
        count = number
        if count is None:
            count = int((self._own[:, column] > self._level[column]).sum())
        return tuple(self._order[:count, column].tolist())

    def _beyond(self) -> Chances:
        """The probability of winning after the number is used up, with an extra guess for an
        earlier clue if one is open."""
        after, hit = self._after[1:, None], self._hit[1:, None]
        earlier, position, operative = self._position.earlier, self._position, self._operative
        if earlier is None or not position.extra_guess:
            return after
        scale = int(earlier[position.others].max(initial=operative.extra))
        weight = weigh(earlier, scale, operative.temperature)
        stop = weigh(np.array([operative.extra], np.int16), scale, operative.temperature)[0]
        own = weight[self._order]
        right = _left_after(own) - own
        opponent = weight[position.opponent].sum()
        assassin = weight[position.assassin].sum()
        quiet = weight[position.bystander].sum() + stop
        result = np.concatenate([self._after[2:], [1.0]])[:, None]
        won = right * result + opponent * hit + quiet * after
        value: Chances = won / (right + opponent + assassin + quiet)
        value[-1] = 1
        return value


def _left_after(own: Chances) -> Chances:
    """The total weight of the own words in each row and the rows below."""
    return np.add.accumulate(own[::-1], axis=0)[::-1]


def _after_turn(own_left: int, opponent_left: int) -> tuple[Chances, Chances]:
    """The probabilities of winning after the turn, by the number of agents found in it (0 to all):
    first if no opposing agent was hit, then if one was."""
    chances = win_chances(max(own_left, opponent_left))
    left = np.arange(own_left, -1, -1)
    after = 1 - chances[opponent_left, left]
    hit = 1 - chances[opponent_left - 1, left]
    return after, hit
