"""Games as the studies need them, out of a run or anybody's table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from codenames_sim.errors import InputError, RunError
from codenames_sim.records import Run, load_run

if TYPE_CHECKING:
    import pandas as pd

BOARD = ("board_seed", "seed", "board_id")
"""Columns that can say which games share a board; the first one there is taken. A run's `board_id`
comes last, since it differs between the splits of one seed."""
ALL = "all"
"""What stands for all teams together."""


def read_games(path: Path) -> Run | pd.DataFrame:
    """A run's folder, or a table of games in a .csv or .parquet file."""
    import pandas as pd

    if path.suffix not in (".csv", ".parquet"):
        return load_run(path)
    try:
        return pd.read_csv(path) if path.suffix == ".csv" else pd.read_parquet(path)
    except (OSError, ValueError) as fault:
        raise InputError(f"can't be read: {fault}", file=path) from None


def study_games(source: Run | pd.DataFrame) -> pd.DataFrame:
    """One row a game, `surplus` games aside: what it was, and who won.

    A table needs a board (one of BOARD), `winner` (first, second or nothing), `first_entrant` and
    `second_entrant`; it may have `split` (9-8 without it), `ending`, `status`, `turns`, `usd`, and
    `clues` and `correct`: the legal clues of both teams and the right guesses after them, which of
    a run are counted. Added are `board`; `teams`, the entrant that plays itself or `one vs other`
    whoever starts; and `first_won`, 1, 0 or, where nobody won, missing. Raises InputError where a
    column is missing or says something else.
    """
    import numpy as np
    import pandas as pd

    games = _with_clues(source) if isinstance(source, Run) else source
    where = source.folder if isinstance(source, Run) else None
    board = next((name for name in BOARD if name in games), None)
    if board is None:
        raise InputError(f"games need a column that says the board: {_any(BOARD)}", file=where)
    for name in ("winner", "first_entrant", "second_entrant"):
        if name not in games:
            raise InputError(f"games need a column '{name}'", file=where)
    if "status" in games:
        known = {"finished", "void", "surplus"}
        if strange := sorted({str(each) for each in games["status"].unique()} - known):
            what = f"a 'status' is 'finished', 'void' or 'surplus'; there is '{strange[0]}'"
            raise InputError(what, file=where)
        games = games[games["status"] != "surplus"]
    if "usd" in games and not pd.api.types.is_numeric_dtype(games["usd"]):
        raise InputError("'usd' holds numbers, or nothing where they are not known", file=where)
    if games.empty:
        raise RunError("there are no games in it", file=where)
    won = games["winner"].astype(object).where(games["winner"].notna(), None)
    if strange := sorted({str(each) for each in won} - {"first", "second", "None"}):
        what = f"a 'winner' is 'first', 'second' or nothing; there is '{strange[0]}'"
        raise InputError(what, file=where)
    if games[board].isna().any():
        raise InputError(f"'{board}' is missing in some games", file=where)
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
    """The finished games of `study_games` that somebody won."""
    return games[(games["status"] == "finished") & games["first_won"].notna()]


def splits_of(games: pd.DataFrame) -> list[str]:
    """The splits played: by the second team's agents, then by the first's."""
    return sorted(set(games["split"]), key=lambda split: agents_of(split)[::-1])


def teams_of(games: pd.DataFrame) -> list[str]:
    """Who played, by right guesses a clue, the fewest first; as they come where not known."""
    teams = [str(each) for each in games["teams"].unique()]
    known = right_a_clue(games)
    return sorted(teams, key=lambda each: known.get(each, 0.0))


def right_a_clue(games: pd.DataFrame) -> dict[str, float]:
    """Right guesses for each legal clue, by teams; nothing where clues are not known."""
    if "clues" not in games:
        return {}
    finished = games[games["status"] == "finished"]
    sums = finished.groupby("teams", sort=False)[["clues", "correct"]].sum()
    sums = sums[sums["clues"] > 0]
    return {str(teams): float(row["correct"] / row["clues"]) for teams, row in sums.iterrows()}


def agents_of(split: str) -> tuple[int, int]:
    """The agents of both teams in a split such as 9-8. Raises InputError for anything else."""
    first, _, second = split.partition("-")
    if not (first.isdigit() and second.isdigit()):
        raise InputError(f"a split is like 9-8; '{split}' is not")
    return int(first), int(second)


def _with_clues(run: Run) -> pd.DataFrame:
    legal = run.turns[run.turns["legal"].fillna(False)]
    by_game = legal.groupby("game_id")["correct"].agg(["size", "sum"])
    games = run.games
    counts = by_game.reindex(games["game_id"]).fillna(0).astype(int)
    return games.assign(clues=counts["size"].to_numpy(), correct=counts["sum"].to_numpy())


def _any(names: Sequence[str]) -> str:
    return ", ".join(f"'{name}'" for name in names[:-1]) + f" or '{names[-1]}'"
