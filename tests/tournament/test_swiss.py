"""Swiss rounds."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from codenames_sim.tournament import Scheduler
from codenames_sim.tournament.swiss import swiss_round
from tests.tournament.test_scheduler import plan_of, scores


def all_pairings(names: list[str]) -> list[list[frozenset[str]]]:
    """Every way to put all in pairs, by brute force."""
    if not names:
        return [[]]
    first, *others = names
    return [
        [frozenset((first, other)), *rest]
        for other in others
        for rest in all_pairings([name for name in others if name != other])
    ]


@given(n=st.integers(2, 8), rounds=st.integers(1, 9), seed=st.integers(0, 10**6))
@settings(max_examples=150, deadline=None)
def test_rounds(n: int, rounds: int, seed: int) -> None:
    rng = random.Random(seed)
    names = [f"team{number}" for number in range(n)]
    met: Counter[frozenset[str]] = Counter()
    byes: Counter[str] = Counter()
    for _ in range(rounds):
        rng.shuffle(names)
        pairs, resting = swiss_round(names, met, byes)
        playing = [name for pair in pairs for name in pair]
        assert sorted([*playing, *([resting] if resting else [])]) == sorted(names)
        assert (resting is None) == (n % 2 == 0)
        chosen = sum(met[frozenset(pair)] for pair in pairs)
        fewest = min(byes[name] for name in names)
        rested = [name for name in names if byes[name] == fewest] if n % 2 else [None]
        fields = [[name for name in names if name != rest] for rest in rested]
        best = min(
            sum(met[pair] for pair in pairing)
            for field in fields
            for pairing in all_pairings(field)
        )
        assert chosen == best, "as few meet again as can be"
        if resting is not None:
            assert byes[resting] == fewest
            byes[resting] += 1
        met.update(frozenset(pair) for pair in pairs)
    if rounds < n and n % 2:
        assert max(byes.values()) == 1


def test_neighbours_in_the_ranking_meet() -> None:
    assert swiss_round("abcd", {}, {}) == ([("a", "b"), ("c", "d")], None)
    met = {frozenset("ab"): 1}
    assert swiss_round("abcd", met, {}) == ([("a", "c"), ("b", "d")], None)
    assert swiss_round("abcde", {}, {"e": 1}) == ([("a", "b"), ("c", "e")], "d")


def test_thirty_entrants_take_no_time() -> None:
    names = [f"team{number:02}" for number in range(30)]
    met: Counter[frozenset[str]] = Counter()
    rng = random.Random(1)
    for _ in range(12):
        rng.shuffle(names)
        pairs, _ = swiss_round(names, met, {})
        assert all(met[frozenset(pair)] == 0 for pair in pairs)
        met.update(frozenset(pair) for pair in pairs)


def test_a_round_depends_on_earlier_rounds_alone(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "boards: 3\nformat: swiss\nrounds: 5", "abcdefg")
    scheduler = Scheduler(plan)
    seen = len(scheduler.segments)
    assert seen == 3
    for pair in scheduler.unfinished(lambda segment: True):
        assert pair is not None
        before = [(segment.pairing, segment.begin) for segment in scheduler.segments]
        scheduler.add((pair.pairing.name, pair.number, score) for score in scores(pair, 2, 4))
        assert [(segment.pairing, segment.begin) for segment in scheduler.segments][
            : len(before)
        ] == before
        if len(scheduler.segments) > seen:
            assert all(segment.over for segment in scheduler.segments[:seen])
            seen = len(scheduler.segments)
    assert seen == 15
    by_round = Counter(segment.begin for segment in scheduler.segments)
    assert by_round == {0: 3, 3: 3, 6: 3, 9: 3, 12: 3}
    assert max(Counter(frozenset(segment.pairing) for segment in scheduler.segments).values()) == 1
