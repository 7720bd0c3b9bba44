"""Decides which pairs are due, from the plan and the results so far only.

Every format is a list of lines. A line is a pairing and a range of pair numbers. Results of a line
are used in the order of pair numbers, up to the first unfinished pair. This prefix can stop the
line. When every line is over, new lines may be added. So the schedule depends on results and not on
the order in which games end: two runs with the same results have the same schedule.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from codenames_sim.tournament.plan import Plan
from codenames_sim.tournament.schedule import (
    Pair,
    Pairing,
    games_per_pair,
    games_planned,
    main_process_only,
    pairings,
)
from codenames_sim.tournament.stopping import Evidence, Verdict
from codenames_sim.tournament.swiss import BYE, swiss_round


class Results:
    """The results of a pairing by pair number. Memory grows with the highest number played."""

    def __init__(self, games: int):
        self.games = games
        """The number of games in a pair."""
        self._played = array("i")
        self._scores = array("d")

    def add(self, number: int, score: float | None) -> None:
        """Adds the score of one game; None if the game does not count."""
        if (missing := number + 1 - len(self._played)) > 0:
            self._played.frombytes(bytes(missing * self._played.itemsize))
            self._scores.frombytes(bytes(missing * self._scores.itemsize))
        self._played[number] += 1
        self._scores[number] += math.nan if score is None else score

    def played(self, number: int) -> int:
        """The number of games of this pair that have been played."""
        return self._played[number] if number < len(self._played) else 0

    def finished(self, number: int) -> bool:
        """Whether all games of this pair have been played."""
        return self.played(number) >= self.games

    def score(self, number: int) -> float | None:
        """The mean score of a finished pair; None if one of its games does not count."""
        mean = self._scores[number] / self.games
        return None if math.isnan(mean) else mean

    def begun(self) -> Iterator[int]:
        """The unfinished pairs with at least one game."""
        return (number for number, n in enumerate(self._played) if 0 < n < self.games)

    def beyond(self, number: int) -> int:
        """The number of games of this pair and of later pairs."""
        return sum(self._played[number:])


class Segment:
    """A pairing and a stretch of pair numbers that it plays."""

    def __init__(self, plan: Plan, pairing: Pairing, begin: int, end: int, results: Results):
        self.pairing = pairing
        self.begin = begin
        self.end = end
        """The number after the last pair that is due."""
        self.prefix = begin
        """All pairs before this number are finished and counted."""
        self.results = results
        self.main_process_only = main_process_only(plan, pairing)
        self.evidence = None if plan.stop is None else Evidence(plan.stop)
        self.verdict: Verdict | None = None
        """The verdict that stopped the line, if one did."""
        self._total = 0.0
        self._counted = 0

    @property
    def over(self) -> bool:
        """Whether all pairs that are due are finished."""
        return self.prefix >= self.end

    @property
    def points(self) -> float:
        """The mean score of the first entrant; ½ if no pair counts."""
        return self._total / self._counted if self._counted else 0.5

    def advance(self) -> None:
        """Counts finished pairs in order, up to the deciding pair."""
        while not self.over and self.results.finished(self.prefix):
            score = self.results.score(self.prefix)
            self.prefix += 1
            if score is not None:
                self._total += score
                self._counted += 1
            if self.evidence is not None and (verdict := self.evidence.add(score)):
                self.verdict, self.end = verdict, self.prefix


class Scheduler:
    """The progress of a plan, and the pairs that are due."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self._names = {pairing.name: pairing for pairing in pairings(plan)}
        self._results = {each: Results(games_per_pair(plan, each)) for each in self._names.values()}
        stretches = len(self._names) if plan.stop else plan.rounds
        self._most = plan.boards * stretches
        """Pair numbers are below this. It guards against damaged tables."""
        self.segments: list[Segment] = []
        self._segments: dict[str, list[Segment]] = {name: [] for name in self._names}
        self._round = 0
        self._byes: Counter[str] = Counter()
        if plan.format == "swiss":
            self._next_round()
        else:
            self._add_lines(self._names.values(), 0)

    def add(self, games: Iterable[tuple[str, int, float | None]]) -> None:
        """Adds results, in any order: the pairing of a game, its pair number, and its score for the
        pairing's first entrant (None if the game does not count)."""
        for name, number, score in games:
            if name in self._names and 0 <= number < self._most:
                self._results[self._names[name]].add(number, score)
        going = True
        while going:
            for segment in self.segments:
                if not segment.over:
                    segment.advance()
            going = all(segment.over for segment in self.segments) and self._go_on()

    @property
    def over(self) -> bool:
        """Whether all pairs that are due are finished, and no more will become due."""
        return all(segment.over for segment in self.segments)

    @property
    def games(self) -> int:
        """The number of games due, as far as it is known, plus the surplus games."""
        if self.plan.format == "swiss":
            return games_planned(self.plan)
        due = sum(
            (segment.end - segment.begin) * segment.results.games for segment in self.segments
        )
        return due + sum(
            segment.results.beyond(segment.end) for segment in self.segments if segment.verdict
        )

    @property
    def stopped(self) -> int:
        """The number of pairings that were stopped."""
        return sum(segment.verdict is not None for segment in self.segments)

    def is_due(self, name: str, number: int) -> bool:
        """Whether a pair is due."""
        return any(
            segment.begin <= number < segment.end for segment in self._segments.get(name, ())
        )

    def begun(self) -> set[tuple[str, int]]:
        """The unfinished pairs with at least one game, each as a pairing's name and a number."""
        results = self._results.items()
        return {(pairing.name, number) for pairing, result in results for number in result.begun()}

    def pairs(self) -> Iterator[Pair]:
        """All pairs that are due, finished or not, in the order of boards."""
        for number in range(max(segment.end for segment in self.segments)):
            for segment in self.segments:
                if segment.begin <= number < segment.end:
                    yield Pair(segment.pairing, number)

    def unfinished(self, wanted: Callable[[Segment], bool]) -> Iterator[Pair | None]:
        """The unfinished pairs of the lines that `wanted` selects, each once, in board order.

        Yields None while the next pairs depend on results that are not known yet.
        """
        number = 0
        while not self.over:
            segments = [
                segment for segment in self.segments if segment.end > number and wanted(segment)
            ]
            if not segments:
                yield None
                continue
            for segment in segments:
                if segment.begin <= number < segment.end and not segment.results.finished(number):
                    yield Pair(segment.pairing, number)
            number += 1

    def _go_on(self) -> bool:
        """Adds the pairs that become due when all lines are over. Returns whether there are any."""
        if self.plan.format == "swiss":
            return self._next_round()
        return self.plan.stop is not None and self.plan.pool is None and self._share_out()

    def _share_out(self) -> bool:
        """Divides the boards that stopped lines did not play equally among the others."""
        going = [segment for segment in self.segments if segment.verdict is None]
        saved = len(self.segments) * self.plan.boards - sum(
            segment.end for segment in self.segments
        )
        share = saved // len(going) if going else 0
        for segment in going:
            segment.end += share
        return share > 0

    def _next_round(self) -> bool:
        if self._round == self.plan.rounds:
            return False
        points = dict.fromkeys(self.plan.entrants, 0.0)
        met: Counter[frozenset[str]] = Counter()
        for segment in self.segments:
            points[segment.pairing.one] += segment.points
            points[segment.pairing.other] += 1 - segment.points
            met[frozenset(segment.pairing)] += 1
        for name, times in self._byes.items():
            points[name] += BYE * times
        ranked = sorted(points, key=lambda name: -points[name])
        pairs, resting = swiss_round(ranked, met, self._byes)
        if resting is not None:
            self._byes[resting] += 1
        together = {frozenset(both) for both in pairs}
        meeting = [each for each in self._names.values() if frozenset(each) in together]
        self._add_lines(meeting, self._round * self.plan.boards)
        self._round += 1
        return True

    def _add_lines(self, meeting: Iterable[Pairing], begin: int) -> None:
        end = begin + self.plan.boards
        for each in meeting:
            segment = Segment(self.plan, each, begin, end, self._results[each])
            self.segments.append(segment)
            self._segments[each.name].append(segment)
