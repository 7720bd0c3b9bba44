"""The planning spymaster's rule: the clue after which the team wins most often."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codenames_sim.agents.vectors.mind import Points
from codenames_sim.agents.vectors.position import Idea, Position
from codenames_sim.agents.vectors.prediction import Habits, Prediction
from codenames_sim.agents.vectors.reading import appeal

_WITHIN = 500
"""Points by which an own word may be below the worst other word and still count a little."""
_CLEAR = 4000
"""Points of lead beyond which more lead does not count."""
_ZEROS = 8
"""Clues with the number 0 that get a closer look, where the rules allow it."""


@dataclass(frozen=True)
class Planning:
    """Values each clue, with its best number, by the chance to win that is expected of it."""

    operative: Habits
    """What the operative is taken for."""

    def outline(self, points: Points, position: Position) -> NDArray[np.int32]:
        """How far own words are above the worst other word, added up."""
        lead = self._lead(points, position)
        if position.zero and position.earlier is not None:
            zero = self._lead(appeal(points, position.earlier[:, None], 0), position)
            lead[np.argsort(-zero, kind="stable")[:_ZEROS]] = lead.max()
        return lead

    def _lead(self, points: Points, position: Position) -> NDArray[np.int32]:
        level = points[position.others].max(axis=0, initial=self.operative.stop)
        lead = points[position.own] - level + np.int16(_WITHIN)
        total: NDArray[np.int32] = lead.clip(0, _CLEAR).sum(axis=0, dtype=np.int32)
        return total

    def rank(self, points: Points, position: Position) -> Iterator[Idea]:
        """The best first, each column at most once with each kind of number."""
        columns = points.shape[1]
        plain = Prediction(self.operative, points, position)
        value = plain.with_number()[: position.highest]
        number = value.argmax(axis=0)
        kinds: list[tuple[int | None, Prediction]] = [(1, plain)]
        values = [value[number, np.arange(columns)]]
        earlier = None if position.earlier is None else position.earlier[:, None]
        if position.unlimited:
            kinds.append(
                (None, Prediction(self.operative, appeal(points, earlier, None), position))
            )
        if position.zero and earlier is not None:
            kinds.append((0, Prediction(self.operative, appeal(points, earlier, 0), position)))
        values += [prediction.without_limit() for _, prediction in kinds[1:]]
        for at in np.argsort(-np.concatenate(values), kind="stable").tolist():
            kind, column = divmod(at, columns)
            said, prediction = kinds[kind]
            if said == 1:
                said = int(number[column]) + 1
            yield Idea(column, said, prediction.expected(column, said))
