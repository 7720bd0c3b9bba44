"""The games of a run, or of any table, in the form that the studies need."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from codenames_sim.errors import InputError, RunError
from codenames_sim.records import Run, load_run

if TYPE_CHECKING:
    import pandas as pd

BOARD = ("board_seed", "seed", "board_id")
"""Columns that can identify the board of a game; the first that exists is used. `board_id` comes
last, because in a run it differs between the splits of one seed."""
ALL = "all"
"""The value of `teams` in rows for all teams together."""


def read_games(path: Path) -> Run | pd.DataFrame:
    """Read the run in a folder, or the table of games in a .csv or .parquet file.

    Raises InputError if the path can't be read.
    """
    import pandas as pd

    if path.suffix not in (".csv", ".parquet"):
        return load_run(path)
    try:
        return pd.read_csv(path) if path.suffix == ".csv" else pd.read_parquet(path)
    except (OSError, ValueError) as fault:
        raise InputError(f"can't be read: {fault}", file=path) from None


def study_games(source: Run | pd.DataFrame) -> pd.DataFrame:
    """One row per game, without `surplus` games.

    A table must have a board (one of BOARD), `winner` (first, second or empty), `first_entrant` and
    `second_entrant`. It may have `split` (default 9-8), `ending`, `status`, `turns`, `usd`, and
    `clues` and `correct`: the number of legal clues of both teams and of right guesses after them.
    For a run, these two are counted from its turns.

    Added columns: `board`; `teams`, which is the entrant if it plays itself, else `A vs B` in
    alphabetical order; and `first_won`, which is 1, 0, or missing if nobody won. Raises InputError
    if a column is missing or has invalid values, and RunError if there are no games.
    """
    import numpy as np
    import pandas as pd

    games = _with_clues(source) if isinstance(source, Run) else source
    where = source.folder if isinstance(source, Run) else None
    board = next((name for name in BOARD if name in games), None)
    if board is None:
        what = f"the table of games has no column for the board; add {_any(BOARD)}"
        raise InputError(what, file=where)
    for name in ("winner", "first_entrant", "second_entrant"):
        if name not in games:
            raise InputError(f"the table of games has no column '{name}'; add it", file=where)
    if "status" in games:
        known = {"finished", "void", "surplus"}
        if strange := sorted({str(each) for each in games["status"].unique()} - known):
            what = f"'status' must be 'finished', 'void' or 'surplus', not '{strange[0]}'"
            raise InputError(what, file=where)
        games = games[games["status"] != "surplus"]
    if "usd" in games and not pd.api.types.is_numeric_dtype(games["usd"]):
        raise InputError("'usd' must hold numbers, or be empty if unknown", file=where)
    if games.empty:
        raise RunError("contains no games", file=where)
    won = games["winner"].astype(object).where(games["winner"].notna(), None)
    if strange := sorted({str(each) for each in won} - {"first", "second", "None"}):
        what = f"'winner' must be 'first', 'second' or empty, not '{strange[0]}'"
        raise InputError(what, file=where)
    if games[board].isna().any():
        raise InputError(f"'{board}' must not be empty, but is in some games", file=where)
    one, other = games["first_entrant"].astype(str), games["second_entrant"].astype(str)
    return games.assign(
        board=games[board],
        split=games["split"].astype(str) if "split" in games else "9-8",
        status=games["status"].astype(str) if "status" in games else "finished",
        teams=[
            a if a == b else f"{min(a, b)} vs {max(a, b)}" for a, b in zip(one, other, strict=True)
        ],
        first_won=[np.nan if each is None else float(each == "first") for each in won],
    ).reset_index(drop=True)


def decided_games(games: pd.DataFrame) -> pd.DataFrame:
    """The finished games of `study_games` that have a winner."""
    return games[(games["status"] == "finished") & games["first_won"].notna()]


def splits_of(games: pd.DataFrame) -> list[str]:
    """The splits played, sorted by the second team's agents, then by the first team's."""
    return sorted(set(games["split"]), key=lambda split: agents_of(split)[::-1])


def teams_of(games: pd.DataFrame) -> list[str]:
    """The teams that played, by ascending right guesses per clue; in table order if unknown."""
    teams = [str(each) for each in games["teams"].unique()]
    known = right_a_clue(games)
    return sorted(teams, key=lambda each: known.get(each, 0.0))


def right_a_clue(games: pd.DataFrame) -> dict[str, float]:
    """Right guesses per legal clue, by teams; empty if the number of clues is unknown."""
    if "clues" not in games:
        return {}
    finished = games[games["status"] == "finished"]
    sums = finished.groupby("teams", sort=False)[["clues", "correct"]].sum()
    sums = sums[sums["clues"] > 0]
    return {str(teams): float(row["correct"] / row["clues"]) for teams, row in sums.iterrows()}


def agents_of(split: str) -> tuple[int, int]:
    """The agents of both teams in a split such as 9-8. Raises InputError for an invalid split."""
    first, _, second = split.partition("-")
    if not (first.isdigit() and second.isdigit()):
        raise InputError(f"'{split}' is not a split; write two numbers of agents, such as 9-8")
    return int(first), int(second)


def _with_clues(run: Run) -> pd.DataFrame:
    legal = run.turns[run.turns["legal"].fillna(False)]
    by_game = legal.groupby("game_id")["correct"].agg(["size", "sum"])
    games = run.games
    counts = by_game.reindex(games["game_id"]).fillna(0).astype(int)
    return games.assign(clues=counts["size"].to_numpy(), correct=counts["sum"].to_numpy())


def _any(names: Sequence[str]) -> str:
    return ", ".join(f"'{name}'" for name in names[:-1]) + f" or '{names[-1]}'"
