"""The planning spymaster rule: the clue with the highest predicted probability of winning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codenames_sim.agents.vectors.clue_appeal import appeal
from codenames_sim.agents.vectors.position import Idea, Position
from codenames_sim.agents.vectors.prediction import Habits, Prediction
from codenames_sim.agents.vectors.similarity import Points

_WITHIN = 500
"""Points by which an own word may be below the most dangerous other word and still count."""
_CLEAR = 4000
"""The maximum lead that counts, in points (including `_WITHIN`)."""
_ZEROS = 8
"""Number of clues with the number 0 that are examined closely, if the rules allow 0."""


@dataclass(frozen=True)
class Planning:
    """Values each clue, with its best number, by the predicted probability of winning."""

    operative: Habits
    """The assumed behaviour of the operative."""

    def outline(self, points: Points, position: Position) -> NDArray[np.int32]:
        """The sum of the leads of own words over the most dangerous other word."""
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
        """Clues, best first. Each column occurs once for each kind of number (n, 0, unlimited)."""
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
        for index in np.argsort(-np.concatenate(values), kind="stable").tolist():
            kind, column = divmod(index, columns)
            text, prediction = kinds[kind]
            if text == 1:
                text = int(number[column]) + 1
            yield Idea(column, text, prediction.expected(column, text))
