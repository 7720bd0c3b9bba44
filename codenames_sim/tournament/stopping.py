"""When a pairing has been played enough, by the scores of its pairs in order."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from codenames_sim.stats import ConfidenceSequence, Interval
from codenames_sim.tournament.plan import Scoring, Stop

Verdict = Literal["elo0", "elo1", "precise"]
"""The hypothesis accepted, or that the score is known as well as was asked for."""


def game_score(scoring: Scoring, won: bool | None, ending: str | None) -> float | None:
    """What a game counts for an entrant, from 0 to 1; None where it does not count.

    `won` is None where nobody won, `ending` where the game is void.
    """
    if ending is None or (ending == "forfeit" and scoring.forfeited == "leave_out"):
        return None
    if won is None:
        return 0.5 if scoring.stalled == "half" else None
    return float(won)


class Evidence:
    """What the pairs so far say about a pairing.

    A pair is all that is played on one board: its mirrored games, on every split, under every
    wording and in every repetition. They share words and key, so they are one observation; its score is their mean for
    the first entrant. A pair of which a game does not count is skipped, since what is left of it
    would favour whoever starts.
    """

    def __init__(self, stop: Stop):
        self.stop = stop
        self.skipped = 0
        """Pairs of which a game is void or left out."""
        self.counts: Counter[float] = Counter()
        """How often a pair had each score."""
        self._sequence = ConfidenceSequence(stop.precision or 1.0)

    def add(self, score: float | None) -> Verdict | None:
        """Takes the next pair into account; what that decides, if anything."""
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
        """How many counted."""
        return self.counts.total()

    @property
    def llr(self) -> float | None:
        """The log-likelihood ratio of an SPRT; None for another rule."""
        return None if self.stop.sprt is None else self.stop.sprt.llr(self.counts)

    @property
    def interval(self) -> Interval | None:
        """Of the mean score, however it was stopped; None under an SPRT."""
        return None if self.stop.sprt is not None else self._sequence.interval
