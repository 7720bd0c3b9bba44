"""The planning spymaster's rule: the clue after which the team wins most often."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codenames_sim.agents.vectors.chance import weigh
from codenames_sim.agents.vectors.mind import Points
from codenames_sim.agents.vectors.position import Idea, Position
from codenames_sim.agents.vectors.reading import appeal
from codenames_sim.agents.vectors.winning import win_chances

Chances = NDArray[np.float64]

_WITHIN = 500
"""Points by which an own word may be below the worst other word and still count a little."""
_CLEAR = 4000
"""Points of lead beyond which more lead does not count."""
_ZEROS = 8
"""Clues with the number 0 that get a closer look, where the rules allow it."""


@dataclass(frozen=True)
class Planning:
    """Predicts the operative's guesses and values a clue by the chance to win that it leaves.

    The operative is taken for a `VectorOperative` of these parameters (in points, but for the
    temperature) and the spymaster's own table. It is predicted guess by guess: right ones in the
    order of their weight, and at each the chances that the next one is right, hits another card or
    is a stop.
    """

    temperature: float
    stop: int
    extra: int

    def outline(self, points: Points, position: Position) -> NDArray[np.int64]:
        """How far own words are above the worst other word, added up."""
        lead = self._lead(points, position)
        if position.zero and position.earlier is not None:
            zero = self._lead(appeal(points, position.earlier[:, None], 0), position)
            lead[np.argsort(-zero, kind="stable")[:_ZEROS]] = lead.max()
        return lead

    def _lead(self, points: Points, position: Position) -> NDArray[np.int64]:
        worst = points[position.others].max(axis=0)
        lead = points[position.own] - np.maximum(worst, np.int16(self.stop)) + np.int16(_WITHIN)
        total: NDArray[np.int64] = lead.clip(0, _CLEAR).sum(axis=0, dtype=np.int64)
        return total

    def rank(self, points: Points, position: Position) -> Iterator[Idea]:
        """The best first, each column at most once with each kind of number."""
        columns = points.shape[1]
        plain = _Prediction(self, points, position)
        value = plain.with_number()[: position.highest]
        number = value.argmax(axis=0)
        kinds: list[tuple[int | None, _Prediction]] = [(1, plain)]
        values = [value[number, np.arange(columns)]]
        earlier = None if position.earlier is None else position.earlier[:, None]
        if position.unlimited:
            kinds.append((None, _Prediction(self, appeal(points, earlier, None), position)))
        if position.zero and earlier is not None:
            kinds.append((0, _Prediction(self, appeal(points, earlier, 0), position)))
        values += [prediction.without_limit() for _, prediction in kinds[1:]]
        for at in np.argsort(-np.concatenate(values), kind="stable").tolist():
            kind, column = divmod(at, columns)
            said, prediction = kinds[kind]
            if said == 1:
                said = int(number[column]) + 1
            yield Idea(column, said, prediction.expected(column, said))


class _Prediction:
    """What an operative is expected to do, for each of several clues (columns).

    Rows are the guesses of the turn, the first in row 0: row n speaks of the guess after n right
    ones.
    """

    def __init__(self, rule: Planning, points: Points, position: Position):
        own, others = points[position.own], points[position.others]
        self._rule = rule
        self._position = position
        self._level = np.maximum(others.max(axis=0), np.int16(rule.stop))
        sort = np.argsort(-own, axis=0, kind="stable")
        self._own = np.take_along_axis(own, sort, axis=0)
        self._order = position.own[sort]

        scale = others.max(axis=0)
        weight = weigh(points, scale, rule.temperature)
        right = _left_after(weight[self._order, np.arange(points.shape[1])])
        opponent = weight[position.opponent].sum(axis=0)
        assassin = weight[position.assassin].sum(axis=0)
        quiet = np.repeat(weight[position.bystander].sum(axis=0)[None], len(own), axis=0)
        quiet[1:] += weigh(np.full_like(scale, rule.stop), scale, rule.temperature)
        whole = right + opponent + assassin + quiet

        self._after, self._hit = _after_turn(len(own), len(position.opponent))
        reached = np.multiply.accumulate(right / whole, axis=0)
        self._reached = reached
        before = np.concatenate([np.ones((1, points.shape[1])), reached[:-1]])
        ends = opponent * self._hit[:-1, None] + quiet * self._after[:-1, None]
        self._ended = np.add.accumulate(before * ends / whole, axis=0)

    def with_number(self) -> Chances:
        """The chance to win with each number from 1 (rows)."""
        return self._ended + self._reached * self._beyond()

    def without_limit(self) -> Chances:
        """The chance to win where guesses go on until one is wrong or a stop."""
        value: Chances = self._ended[-1] + self._reached[-1]
        return value

    def expected(self, column: int, number: int | None) -> tuple[int, ...]:
        """The own words that the clue is for, the closest first."""
        count = number
        if count is None:
            count = int((self._own[:, column] > self._level[column]).sum())
        return tuple(self._order[:count, column].tolist())

    def _beyond(self) -> Chances:
        """The chance to win once the number is used up: the extra guess, if a clue is open."""
        after, hit = self._after[1:, None], self._hit[1:, None]
        earlier, position, rule = self._position.earlier, self._position, self._rule
        if earlier is None:
            return after
        scale = max(int(earlier[position.others].max()), rule.extra)
        weight = weigh(earlier, scale, rule.temperature)
        stop = weigh(np.array([rule.extra], np.int16), scale, rule.temperature)[0]
        own = weight[self._order]
        right = _left_after(own) - own
        opponent = weight[position.opponent].sum()
        assassin = weight[position.assassin].sum()
        quiet = weight[position.bystander].sum() + stop
        found = np.concatenate([self._after[2:], [1.0]])[:, None]
        won = right * found + opponent * hit + quiet * after
        value: Chances = won / (right + opponent + assassin + quiet)
        value[-1] = 1
        return value


def _left_after(own: Chances) -> Chances:
    """The weight of own words that is left when those of the rows above are gone."""
    return np.add.accumulate(own[::-1], axis=0)[::-1]


def _after_turn(own_left: int, opponent_left: int) -> tuple[Chances, Chances]:
    """The chances to win once the turn has passed, by how many agents were found in it (0 to all):
    when no other card was hit, and when an opposing agent was."""
    chances = win_chances(max(own_left, opponent_left))
    left = np.arange(own_left, -1, -1)
    after = 1 - chances[opponent_left, left]
    hit = 1 - chances[opponent_left - 1, left]
    return after, hit
