"""The state of a run, derived from its tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from codenames_sim.records import TABLES, Run, read_part
from codenames_sim.tournament import Plan, Scheduler, Scoring, game_score

_COLUMNS = ["pairing", "pair_number", "winner", "winner_entrant", "ending", "status"]


@dataclass(frozen=True)
class RunState:
    """The games in a run's tables, and the state of the schedule that follows from them."""

    games: pa.Table
    """Pairing, pair number, winner, winner's entrant, ending and status of every game played."""
    scheduler: Scheduler
    begun: frozenset[str]
    """The ids of played games whose pair is not complete."""


def run_state(plan: Plan, folder: Path) -> RunState:
    """Read the state of a run. Raises RunError if a table can't be read."""
    parts = Run(folder).parts("games")
    empty = TABLES["games"].empty_table().select(_COLUMNS)
    games = pa.concat_tables([empty, *[read_part(part, "games", _COLUMNS) for part in parts]])
    scheduler = Scheduler(plan)
    scheduler.add(results(games, plan.scoring))
    begun = scheduler.begun()
    ids: set[str] = set()
    for part in parts if begun else []:
        rows = read_part(part, "games", ["pairing", "pair_number", "game_id"])
        pairs = zip(rows["pairing"].to_pylist(), rows["pair_number"].to_pylist(), strict=True)
        result = zip(pairs, rows["game_id"].to_pylist(), strict=True)
        ids.update(str(game_id) for pair, game_id in result if pair in begun)
    return RunState(games, scheduler, frozenset(ids))


def results(games: pa.Table, scoring: Scoring) -> Iterator[tuple[str, int, float | None]]:
    """For each row of `games`: pairing, pair number, and score of the pairing's first entrant."""
    columns = (games[name].to_pylist() for name in _COLUMNS[:5])
    for pairing, number, _, winner, ending in zip(*columns, strict=True):
        won = None if winner is None else winner == pairing.partition(" vs ")[0]
        yield pairing, number, game_score(scoring, won, ending)
