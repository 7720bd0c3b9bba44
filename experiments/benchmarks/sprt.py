"""Measures the error rates of stopping rules in simulated duels where length depends on the result.

    python experiments/benchmarks/sprt.py            all duels, a few minutes on two cores
    python experiments/benchmarks/sprt.py --quick    a tenth of the duels

A game that the first entrant wins takes a quarter of the turns of one that it loses, and hundreds
of games are in flight, so the games that end first are a biased sample. The schedule is the
runner's own (`Scheduler`). It is compared with a naive rule that tests all games that have ended.
"""

from __future__ import annotations

import heapq
import math
import random
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from scipy import stats

from codenames_sim.stats import ConfidenceSequence, Sprt, expected_score
from codenames_sim.tournament import Evidence, Pair, Plan, Scheduler, load_plan

IN_FLIGHT = 400
"""Concurrent games, as in runs of language models."""
TURNS_WON, TURNS_LOST = 5.0, 20.0
STALLED = 0.03
"""The probability that nobody wins, which counts as one half."""
BOARD = 0.12
"""The mean absolute advantage that a board gives to one of the teams."""
DUELS = 200 if "--quick" in sys.argv else 2_000
CORES = 2


@dataclass(frozen=True)
class Duel:
    """The result of a simulated duel."""

    verdict: str | None
    pairs: int
    covers: bool
    """Whether the final interval contains the truth; False with an SPRT."""
    early_verdict: str | None
    """The verdict of the naive rule that tests all games that have ended."""
    early_covers: bool


def plan_of(stop: str) -> Plan:
    """A plan with two entrants and more boards than any duel needs."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "duel.yaml")
        team = "{spymaster: random, operatives: random}"
        file.write_text(f"boards: 200000\nstop: {stop}\nentrants:\n  a: {team}\n  b: {team}\n")
        return load_plan(file)


def pair_of_games(rng: random.Random, elo: float) -> list[tuple[float, float]]:
    """Score and length of the two games of a pair. The expected score follows from `elo`."""
    fair = (expected_score(elo) - STALLED / 2) / (1 - STALLED)
    edge = rng.uniform(0, min(2 * BOARD, fair, 1 - fair)) * rng.choice((1, -1))
    games = []
    for sign in (1, -1):
        score = 0.5 if rng.random() < STALLED else float(rng.random() < fair + sign * edge)
        mean = TURNS_WON + (TURNS_LOST - TURNS_WON) * (1 - score)
        games.append((score, rng.gammavariate(8, mean / 8)))
    return games


def in_order_of_ending(
    scheduler: Scheduler, rng: random.Random, elo: float
) -> Iterator[tuple[Pair, float]]:
    """The games of a course in the order in which they end, with `IN_FLIGHT` at once."""
    source = scheduler.unfinished(lambda segment: True)
    waiting: list[tuple[Pair, float, float]] = []
    flying: list[tuple[float, int, Pair, float]] = []
    clock, number = 0.0, 0
    while True:
        while len(flying) < IN_FLIGHT:
            if not waiting:
                pair = next(source, None)
                if pair is None:
                    break
                waiting = [(pair, *game) for game in pair_of_games(rng, elo)]
            pair, score, turns = waiting.pop()
            heapq.heappush(flying, (clock + turns, number, pair, score))
            number += 1
        if not flying:
            return
        clock, _, pair, score = heapq.heappop(flying)
        yield pair, score


def duel(plan: Plan, elo: float, seed: int) -> Duel:
    """Play one duel until the runner's rule stops it, and evaluate the naive rule beside it."""
    assert plan.stop is not None
    scheduler = Scheduler(plan)
    (segment,) = scheduler.segments
    early, early_verdict = Evidence(plan.stop), None
    half_done: dict[Pair, float] = {}
    for pair, score in in_order_of_ending(scheduler, random.Random(seed), elo):
        if not scheduler.over:
            scheduler.add([("a vs b", pair.number, score)])
        if early_verdict is None and pair in half_done:
            early_verdict = early.add((half_done.pop(pair) + score) / 2)
        else:
            half_done[pair] = score
        if scheduler.over and early_verdict is not None:
            break
    assert segment.evidence is not None
    truth = expected_score(elo)
    return Duel(
        segment.verdict,
        segment.evidence.pairs,
        _covers(segment.evidence, truth),
        early_verdict,
        _covers(early, truth),
    )


def _covers(evidence: Evidence, truth: float) -> bool:
    interval = evidence.interval
    return interval is not None and interval.low <= truth <= interval.high


def duels(stop: str, elo: float, number: int) -> list[Duel]:
    """Play duels with the seeds from 0, on all cores."""
    with ProcessPoolExecutor(CORES) as pool:
        return list(pool.map(partial(duel, plan_of(stop), elo), range(number), chunksize=10))


def variance(elo: float) -> float:
    """The variance of a pair's score, by simulation."""
    rng = random.Random(0)
    pairs = (pair_of_games(rng, elo) for _ in range(200_000))
    return statistics.pvariance([(one[0] + other[0]) / 2 for one, other in pairs])


def rate(hits: int, n: int) -> str:
    """A rate with its 95 % interval (Wilson)."""
    interval = stats.binomtest(hits, n).proportion_ci(method="wilson")
    return f"{hits / n:6.2%} ({interval.low:.2%} – {interval.high:.2%})"


def check_sprt(test: Sprt, number: int) -> None:
    """Print error rates and mean lengths under both hypotheses."""
    stop = f"{{sprt: {{elo0: {test.elo0}, elo1: {test.elo1}}}}}"
    print(f"SPRT {test.elo0:g} against {test.elo1:g}, alpha = beta = 0.05, {number:,} duels each:")
    for elo, wrong in ((test.elo0, "elo1"), (test.elo1, "elo0")):
        result = duels(stop, elo, number)
        errors = sum(each.verdict == wrong for each in result)
        early = sum(each.early_verdict == wrong for each in result)
        theory, mean = (
            test.expected_pairs(elo, variance(elo)),
            statistics.fmean(each.pairs for each in result),
        )
        print(
            f"  truth {elo:3g}: wrongly {wrong} {rate(errors, number)}; {mean:7,.1f} pairs, "
            f"Wald's {theory:7,.1f}, ratio {mean / theory:.3f}\n"
            f"            naive rule: wrongly {wrong} {rate(early, number)}",
            flush=True,
        )


def check_precision(aim: float, elo: float, number: int) -> None:
    """Print the coverage of intervals at the time when they stop a pairing."""
    result = duels(f"{{precision: {aim}}}", elo, number)
    held, early = (
        sum(each.covers for each in result),
        sum(each.early_covers for each in result),
    )
    mean = statistics.fmean(each.pairs for each in result)
    theory = ConfidenceSequence(aim).expected_n(variance(elo))
    looked = sum(looked_at_each_time(aim, elo, seed) for seed in range(number))
    print(
        f"precision {aim:g}, truth {elo:g}, {number:,} duels: coverage "
        f"{rate(held, number)}; {mean:,.1f} pairs, expected {theory:,.1f}, ratio "
        f"{mean / theory:.3f}\n"
        f"            naive rule {rate(early, number)}; "
        f"fixed-sample interval checked after every pair {rate(looked, number)}",
        flush=True,
    )


def looked_at_each_time(aim: float, elo: float, seed: int) -> bool:
    """Whether mean ± 1.96 standard errors contains the truth when it first reaches `aim`."""
    rng = random.Random(seed)
    n, total, squares = 0, 0.0, 0.0
    while True:
        one, other = pair_of_games(rng, elo)
        score = (one[0] + other[0]) / 2
        n, total, squares = n + 1, total + score, squares + score**2
        spread = squares / n - (total / n) ** 2
        if n >= 10 and 1.96 * math.sqrt(spread / n) <= aim:
            return abs(total / n - expected_score(elo)) <= 1.96 * math.sqrt(spread / n)


CHECKS: tuple[Callable[[], None], ...] = (
    lambda: check_precision(0.05, 0, DUELS),
    lambda: check_precision(0.05, 120, DUELS),
    lambda: check_precision(0.05, 500, DUELS),
    lambda: check_sprt(Sprt(0, 20), DUELS),
    lambda: check_sprt(Sprt(0, 60), DUELS),
    lambda: check_precision(0.02, 30, DUELS // 4),
    lambda: check_sprt(Sprt(-5, 5), DUELS // 8),
)

if __name__ == "__main__":
    for check in CHECKS:
        check()
