"""What is due follows from the plan and the results, and from nothing else."""

from __future__ import annotations

import random
import tracemalloc
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codenames_sim.tournament import Pair, Plan, Scheduler, fixtures_of, games_per_pair, load_plan

FORMATS = {
    "round robin": "boards: 12",
    "gauntlet": "boards: 12\nformat: gauntlet\nchallenger: b",
    "swiss": "boards: 4\nformat: swiss\nrounds: 6",
    "sprt": "boards: 40\nstop: {sprt: {elo0: 0, elo1: 250, alpha: 0.2, beta: 0.2}}",
    "precision": "boards: 60\nstop: {precision: 0.25}",
}


def plan_of(folder: Path, config: str, names: str = "abcde") -> Plan:
    teams = "".join(f"  {name}: {{spymaster: random, operatives: random}}\n" for name in names)
    file = folder / "plan.yaml"
    file.write_text(f"{config}\nentrants:\n{teams}", "utf-8")
    return load_plan(file)


@pytest.fixture(scope="module")
def plans(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Plan]:
    folder = tmp_path_factory.mktemp("plans")
    return {name: plan_of(folder, config) for name, config in FORMATS.items()}


def scores(pair: Pair, games: int, seed: int) -> list[float | None]:
    """How the games of a pair end: a function of the pair, whenever they are played."""
    rng = random.Random(f"{seed}/{pair.pairing.name}/{pair.number}")
    better = 0.5 + 0.12 * (ord(pair.pairing.other) - ord(pair.pairing.one))
    return [
        None if rng.random() < 0.02 else 0.5 if rng.random() < 0.05 else rng.random() < better
        for _ in range(games)
    ]


def played(
    plan: Plan, seed: int, rng: random.Random, in_flight: int
) -> tuple[Scheduler, set[Pair]]:
    """A run in which the game that ends next is any of those in flight; all that it played."""
    scheduler = Scheduler(plan)
    source = scheduler.unfinished(lambda segment: True)
    flying: list[tuple[Pair, float | None]] = []
    all_played: set[Pair] = set()
    while not scheduler.over:
        while len(flying) < in_flight:
            pair = next(source, None)
            if pair is None:
                break
            all_played.add(pair)
            flying += [(pair, score) for score in scores(pair, games_per_pair(plan, pair[0]), seed)]
        pair, score = flying.pop(rng.randrange(len(flying)))
        scheduler.add([(pair.pairing.name, pair.number, score)])
    return scheduler, all_played


def told(scheduler: Scheduler) -> list[object]:
    segments = scheduler.segments
    evidence = [
        each.evidence and (dict(each.evidence.counts), each.evidence.skipped) for each in segments
    ]
    return [
        (segment.pairing, segment.begin, segment.end, segment.verdict, seen)
        for segment, seen in zip(segments, evidence, strict=True)
    ]


@pytest.mark.parametrize("name", FORMATS)
@given(seed=st.integers(0, 10**6), order=st.integers(0, 10**6), in_flight=st.integers(1, 60))
@settings(max_examples=30, deadline=None)
def test_the_order_in_which_games_end_decides_nothing(
    plans: dict[str, Plan], name: str, seed: int, order: int, in_flight: int
) -> None:
    plan, rng = plans[name], random.Random(order)
    one_by_one, _ = played(plan, seed, random.Random(0), in_flight=1)
    scheduler, all_played = played(plan, seed, rng, in_flight)
    assert told(scheduler) == told(one_by_one)
    due = set(scheduler.pairs())
    assert due <= all_played
    again = Scheduler(plan)
    kept = [pair for pair in all_played if pair in due or rng.random() < 0.5]
    for pair in rng.sample(kept, len(kept)):
        results = scores(pair, games_per_pair(plan, pair.pairing), seed)
        again.add((pair.pairing.name, pair.number, score) for score in results)
    assert told(again) == told(scheduler), "a run that is gone on with decides as it did"
    assert again.over
    assert all(again.is_due(pair.pairing.name, pair.number) == (pair in due) for pair in all_played)


@pytest.mark.parametrize("name", FORMATS)
def test_a_pair_is_given_once_and_none_is_forgotten(plans: dict[str, Plan], name: str) -> None:
    plan = plans[name]
    scheduler = Scheduler(plan)
    given_out: list[Pair] = []
    for pair in scheduler.unfinished(lambda segment: True):
        assert pair is not None, "with nothing in flight, something is due until the end"
        given_out.append(pair)
        results = scores(pair, games_per_pair(plan, pair.pairing), 1)
        scheduler.add((pair.pairing.name, pair.number, score) for score in results)
    assert len(given_out) == len(set(given_out))
    assert set(given_out) == set(scheduler.pairs())


def test_what_stopped_pairings_save_goes_to_the_others(plans: dict[str, Plan]) -> None:
    scheduler, _ = played(plans["sprt"], 5, random.Random(1), 7)
    ends = {segment.pairing.name: (segment.end, segment.verdict) for segment in scheduler.segments}
    budget = len(ends) * plans["sprt"].boards
    open_ends = {end for end, verdict in ends.values() if verdict is None}
    assert any(verdict for _, verdict in ends.values())
    assert len(open_ends) <= 1, "those still open have as much each"
    spent = sum(end for end, _ in ends.values())
    assert spent <= budget
    assert not open_ends or budget - spent < len(ends), "only what can't be shared is left"
    assert not open_ends or open_ends.pop() > plans["sprt"].boards


def test_more_boards_extend_what_was_played(tmp_path: Path) -> None:
    config = FORMATS["sprt"]
    small = plan_of(tmp_path, config)
    large = plan_of(tmp_path, config.replace("boards: 40", "boards: 90"))
    scheduler, all_played = played(small, 3, random.Random(1), 1)
    longer, _ = played(large, 3, random.Random(1), 1)
    assert all_played == set(scheduler.pairs())
    assert set(scheduler.pairs()) <= set(longer.pairs()), "what was due stays due"


def test_a_pair_with_a_void_game_is_skipped_and_counted(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "boards: 3\nstop: {precision: 0.1}", "ab")
    scheduler = Scheduler(plan)
    pairs: list[list[float | None]] = [[1.0, 0.0], [1.0, None], [0.5, 1.0]]
    scheduler.add(("a vs b", number, score) for number, both in enumerate(pairs) for score in both)
    (segment,) = scheduler.segments
    assert segment.evidence is not None
    assert (segment.evidence.pairs, segment.evidence.skipped) == (2, 1)
    assert segment.evidence.counts == {0.5: 1, 0.75: 1}
    assert scheduler.over


def test_a_gap_holds_back_what_comes_after_it(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "boards: 400\nstop: {sprt: {elo0: 0, elo1: 300}}", "ab")
    scheduler = Scheduler(plan)
    scheduler.add(("a vs b", number, 1.0) for number in range(1, 30) for _ in range(2))
    (segment,) = scheduler.segments
    assert (segment.prefix, segment.verdict) == (0, None)
    scheduler.add([("a vs b", 0, 1.0), ("a vs b", 0, 1.0)])
    assert segment.verdict == "elo1"
    assert segment.end < 20
    assert scheduler.games == 2 * 30, "games beyond the end are counted as well"


def test_all_pairs_of_a_board_are_one_observation(tmp_path: Path) -> None:
    plan = plan_of(
        tmp_path, "boards: 2\nsplits: [9-8, 8-8]\nrepetitions: 2\nstop: {precision: 0.1}", "ab"
    )
    scheduler = Scheduler(plan)
    scheduler.add(("a vs b", 0, score) for score in [1, 1, 1, 0, 0.5, 1, 0, 1])
    (segment,) = scheduler.segments
    assert segment.evidence is not None
    assert segment.evidence.counts == {5.5 / 8: 1}


@pytest.mark.parametrize("name", FORMATS)
def test_numbers_that_can_t_be_are_passed_over(plans: dict[str, Plan], name: str) -> None:
    scheduler = Scheduler(plans[name])
    scheduler.add(
        (pairing, number, 1.0) for pairing in ("b vs c", "no one") for number in (-1, 2**31)
    )
    assert told(scheduler) == told(Scheduler(plans[name]))
    assert scheduler.begun() == set()


def test_a_million_games_cost_nothing_before_they_are_played(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "boards: 10000000\nformat: gauntlet\nchallenger: a")
    tracemalloc.start()
    scheduler = Scheduler(plan)
    pairs = (pair for pair in scheduler.unfinished(lambda segment: True) if pair is not None)
    first = list(islice(fixtures_of(plan, pairs), 20))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert scheduler.games == 80_000_000
    assert [fixture.pair_number for fixture in first] == [0] * 8 + [1] * 8 + [2] * 4
    assert peak < 2_000_000
