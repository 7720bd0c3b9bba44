"""The operative: guesses the words most similar to the clue."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from codenames_sim.agents.protocols import Turn
from codenames_sim.agents.vectors.chance import choose, weigh
from codenames_sim.agents.vectors.clue_appeal import appeal, earlier_points
from codenames_sim.agents.vectors.languages import similarity_for
from codenames_sim.agents.vectors.parameters import score, within
from codenames_sim.agents.vectors.similarity import Points, load_similarity
from codenames_sim.agents.vectors.strengths import load_strength
from codenames_sim.rules import STOP, Guess, OperativeView, Stop


class VectorOperative:
    """Guesses `number` words by their score against the clue, and stops if no word is close.

    Scores range from -1 to 1 and come from `table`, by default the first table of the board's
    language. A word is guessed with a probability proportional to e^(score / temperature). Stopping
    is one more option, with the score `stop`. At temperature 0 the word with the highest score is
    guessed, unless `stop` is higher. The extra guess beyond the number is chosen in the same way by
    the scores against unfinished earlier clues, with the score `extra` for stopping. Parameters
    that are not given come from `strength`.

    Raises ValueError if a parameter is out of range, and InputError if a table does not exist.
    """

    deterministic = False
    replayable = True
    needs_worker = False

    def __init__(
        self,
        *,
        table: str | Mapping[str, float] | None = None,
        strength: str = "skilled",
        temperature: float | None = None,
        stop: float | None = None,
        extra: float | None = None,
    ):
        level = load_strength(strength)
        self._given = None if table is None else load_similarity(table)
        self._temperature = within("temperature", temperature, level.temperature, 0, 10)
        self._stop = score("stop", stop, level.stop)
        self._extra = score("extra", extra, level.extra)

    async def guess(self, view: OperativeView, turn: Turn) -> Guess | Stop:
        """The next word, or STOP.

        Raises InputError if the table does not know the board's language.
        """
        similarity = similarity_for(view.language, self._given)
        words, may_stop = view.options.words, view.options.may_stop
        clue, number = view.turn.clue, view.turn.number
        uncovered = [shown is None for shown in view.shown]
        earlier = earlier_points(view, similarity)
        used_up = number is not None and 0 < number <= view.guessed
        if may_stop and (not words or (used_up and earlier is None)):
            return STOP
        if used_up and earlier is not None:
            index = self._pick(earlier[uncovered], self._extra if may_stop else None, turn)
        else:
            points = appeal(similarity.points(clue or "", view.words), earlier, number)
            index = self._pick(points[uncovered], self._stop if may_stop else None, turn)
        return STOP if index == len(words) else Guess(words[index])

    def _pick(self, points: Points, stop: int | None, turn: Turn) -> int:
        """The index of the word to guess; the index after the last word means stop."""
        options = points if stop is None else np.append(points, np.int16(stop))
        if self._temperature == 0:
            return int(options.argmax())
        return choose(weigh(options, options.max(), self._temperature).tolist(), turn.rng)
