"""The state of a run, derived from its tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from codenames_sim.records import TABLES, Run, read_part
from codenames_sim.tournament import Course, Plan, Scoring, game_score

_COLUMNS = ["pairing", "pair_number", "winner", "winner_entrant", "ending", "status"]


@dataclass(frozen=True)
class Standing:
    """The games in a run's tables, and the state of the schedule that follows from them."""

    games: pa.Table
    """Pairing, pair number, winner, winner's entrant, ending and status of every game played."""
    course: Course
    begun: frozenset[str]
    """The ids of played games whose pair is not complete."""


def standing(plan: Plan, folder: Path) -> Standing:
    """Read the state of a run. Raises RunError if a table can't be read."""
    parts = Run(folder).parts("games")
    empty = TABLES["games"].empty_table().select(_COLUMNS)
    games = pa.concat_tables([empty, *[read_part(part, "games", _COLUMNS) for part in parts]])
    course = Course(plan)
    course.add(results(games, plan.scoring))
    begun = course.begun()
    ids: set[str] = set()
    for part in parts if begun else []:
        rows = read_part(part, "games", ["pairing", "pair_number", "game_id"])
        pairs = zip(rows["pairing"].to_pylist(), rows["pair_number"].to_pylist(), strict=True)
        found = zip(pairs, rows["game_id"].to_pylist(), strict=True)
        ids.update(str(game_id) for pair, game_id in found if pair in begun)
    return Standing(games, course, frozenset(ids))


def results(games: pa.Table, scoring: Scoring) -> Iterator[tuple[str, int, float | None]]:
    """For each row of `games`: pairing, pair number, and score of the pairing's first entrant."""
    columns = (games[name].to_pylist() for name in _COLUMNS[:5])
    for pairing, number, _, winner, ending in zip(*columns, strict=True):
        won = None if winner is None else winner == pairing.partition(" vs ")[0]
        yield pairing, number, game_score(scoring, won, ending)
