"""A run's games in few bytes, for keeping a study under version control."""

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
    """What the studies need to know of each game: a table that `study_games` takes.

    COLUMNS, sorted by split, entrants and board, so that it packs well.
    """
    by = ["split", "first_entrant", "second_entrant", "board_seed"]
    games = study_games(run)[list(COLUMNS)]
    return games.sort_values(by, kind="stable").reset_index(drop=True)
