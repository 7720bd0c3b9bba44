"""How far a run has come, by what its tables hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from codenames_sim.records import Run, read_part
from codenames_sim.tournament import Plan, games_a_board

GAMES_A_UNIT = 60
"""About how many games are played between two looks at the clock."""


@dataclass(frozen=True)
class Unit:
    """Boards to be played, and the games on them that have been played already."""

    boards: tuple[int, ...]
    played: frozenset[str]


@dataclass(frozen=True)
class Standing:
    """What a run's tables hold, and what is left to play."""

    games: pa.Table
    """Winner and status of every game played."""
    plan: Plan
    _counts: NDArray[np.int32]
    _partly: frozenset[str]

    def units(self) -> Iterator[Unit]:
        """The boards with games left to play, a few at a time."""
        each = games_a_board(self.plan)
        open_boards = np.flatnonzero(self._counts < each)
        size = max(1, GAMES_A_UNIT // each)
        for start in range(0, len(open_boards), size):
            yield Unit(tuple(open_boards[start : start + size].tolist()), self._partly)


def standing(plan: Plan, folder: Path) -> Standing:
    """Reads the standing of a run. Raises RunError for tables that can't be read."""
    run, each = Run(folder), games_a_board(plan)
    counts = np.zeros(plan.boards, dtype=np.int32)
    found = [
        read_part(part, "games", ["pair_number", "winner", "status"]) for part in run.parts("games")
    ]
    for games in found:
        numbers = games["pair_number"].to_numpy()
        known = numbers[(numbers >= 0) & (numbers < plan.boards)]
        counts += np.bincount(known, minlength=plan.boards).astype(np.int32)
    partly = np.flatnonzero((counts > 0) & (counts < each))
    ids: set[str] = set()
    for part in run.parts("games") if len(partly) else []:
        games = read_part(part, "games", ["pair_number", "game_id"])
        inside = np.isin(games["pair_number"].to_numpy(), partly)
        ids.update(map(str, games.filter(pa.array(inside))["game_id"].to_pylist()))
    columns = pa.schema([("winner", pa.string()), ("status", pa.string())])
    played = [games.select(columns.names).cast(columns) for games in found]
    games = pa.concat_tables([columns.empty_table(), *played])
    return Standing(games, plan, counts, frozenset(ids))
