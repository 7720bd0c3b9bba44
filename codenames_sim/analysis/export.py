"""A compact table of a run's games, for version control of studies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codenames_sim.analysis.games import study_games
from codenames_sim.records import Run

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = (
    *("board_seed", "split", "bystanders", "assassins", "first_entrant", "second_entrant"),
    *("winner", "ending", "status", "turns", "clues", "correct", "usd"),
)


def compact_games(run: Run) -> pd.DataFrame:
    """A table with all that the studies need of each game; `study_games` accepts it.

    It has the columns COLUMNS and is sorted by split, entrants and board, so it compresses well.
    """
    by = ["split", "first_entrant", "second_entrant", "board_seed"]
    games = study_games(run)[list(COLUMNS)]
    return games.sort_values(by, kind="stable").reset_index(drop=True)
