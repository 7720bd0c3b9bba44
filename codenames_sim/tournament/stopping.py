"""Decides when to stop a pairing, from the scores of its pairs in order."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from codenames_sim.stats import ConfidenceSequence, Interval
from codenames_sim.tournament.plan import Scoring, Stop

Verdict = Literal["elo0", "elo1", "precise"]
"""The accepted hypothesis, or `precise` if the score has the requested precision."""


def game_score(scoring: Scoring, won: bool | None, ending: str | None) -> float | None:
    """The score of a game for an entrant, from 0 to 1; None if the game does not count.

    `won` is None if nobody won. `ending` is None if the game is void.
    """
    if ending is None or (ending == "forfeit" and scoring.forfeited == "leave_out"):
        return None
    if won is None:
        return 0.5 if scoring.stalled == "half" else None
    return float(won)


class Evidence:
    """The evidence about a pairing from its pairs so far.

    A pair is all games on one board: the mirrored games on every split, under every wording of the
    prompts and in every repetition. They share their words, so they are one observation. Its score
    is the first entrant's mean. A pair is skipped if one of its games does not count, because the
    remaining games would favour the team that starts.
    """

    def __init__(self, stop: Stop):
        self.stop = stop
        self.skipped = 0
        """The number of pairs with a game that is void or left out."""
        self.counts: Counter[float] = Counter()
        """The number of pairs with each score."""
        self._sequence = ConfidenceSequence(stop.precision or 1.0)

    def add(self, score: float | None) -> Verdict | None:
        """Adds the score of the next pair. Returns the verdict if this pair decides."""
        if score is None:
            self.skipped += 1
            return None
        self.counts[score] += 1
        if self.stop.sprt is not None:
            return self.stop.sprt.accepted(self.stop.sprt.llr(self.counts))
        self._sequence = self._sequence.plus(score)
        return "precise" if self._sequence.half_width <= (self.stop.precision or 0.0) else None

    @property
    def pairs(self) -> int:
        """The number of pairs that counted."""
        return self.counts.total()

    @property
    def llr(self) -> float | None:
        """The log-likelihood ratio of an SPRT; None for the rule `precision`."""
        return None if self.stop.sprt is None else self.stop.sprt.llr(self.counts)

    @property
    def interval(self) -> Interval | None:
        """The interval of the mean score, valid at any stopping time; None for an SPRT."""
        return None if self.stop.sprt is not None else self._sequence.interval
