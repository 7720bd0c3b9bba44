"""The most important figures of a run."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from codenames_sim.analysis.games import ALL
from codenames_sim.analysis.stopped_pairings import Stopping, stopping
from codenames_sim.analysis.win_rates import win_rates
from codenames_sim.records import Run
from codenames_sim.stats import Interval, clustered_rate

if TYPE_CHECKING:
    import pandas as pd


INTERVAL = ("rate", "low", "high", "games", "boards")
"""Columns of `win_rates`, as the fields of an `Interval`."""


@dataclass(frozen=True)
class EntrantRecord:
    """The results of one entrant."""

    entrant: str
    games: int
    """Finished games. A game of the entrant against itself counts once."""
    wins: int
    """Wins against other entrants."""
    rate: Interval | None
    """Win rate in decided games against others, clustered by board; None without such games."""


@dataclass(frozen=True)
class Overview:
    """The summary of a run."""

    games: int
    void: int
    stalled: int
    boards: int
    first_won: Mapping[str, Interval]
    """By split: the starting team's win rate in decided games, clustered by board."""
    favours: Mapping[str, str]
    """By split: first, second or neither, at 5 % after Holm's correction over the splits."""
    entrants: tuple[EntrantRecord, ...]
    endings: Mapping[str, int]
    turns: float
    """Mean turns of a finished game, of both teams together."""
    void_turns: float
    """Mean turns played in void games."""
    clues: int
    illegal_clues: int
    forfeited_turns: int
    correct_a_clue: float
    """Own agents guessed for each legal clue."""
    first_error: str | None
    """The error of the first void game."""
    surplus: int
    """Games beyond the end of their pairing. No other figure counts them."""
    stopping: tuple[Stopping, ...]


def overview(run: Run) -> Overview:
    """The overview of a run. `surplus` games are excluded; void games are counted separately."""
    games = run.games[run.games["status"] != "surplus"]
    finished = games[games["status"] == "finished"]
    void = games[games["status"] == "void"]
    decided = finished[finished["winner"].notna()]
    turns = run.turns[run.turns["game_id"].isin(finished["game_id"])]
    legal = turns[turns["legal"].fillna(False)]
    rates = _first_won(decided)
    return Overview(
        games=len(games),
        void=len(void),
        stalled=int((finished["ending"] == "stalled").sum()),
        boards=int(finished["board_seed"].nunique()),
        first_won={
            row["split"]: Interval(
                row["rate"], row["low"], row["high"], row["games"], row["boards"]
            )
            for row in rates
        },
        favours={row["split"]: row["favours"] for row in rates},
        entrants=_entrants(finished, decided),
        endings={str(name): int(n) for name, n in finished["ending"].value_counts().items()},
        turns=float(finished["turns"].mean()) if len(finished) else 0.0,
        void_turns=float(void["turns"].mean()) if len(void) else 0.0,
        clues=int(turns["clue"].notna().sum()),
        illegal_clues=int((turns["legal"] == False).sum()),  # noqa: E712
        forfeited_turns=int(turns["forfeited_by"].notna().sum()),
        correct_a_clue=float(legal["correct"].mean()) if len(legal) else 0.0,
        first_error=None if void.empty else str(void["error"].iloc[0]),
        surplus=len(run.games) - len(games),
        stopping=stopping(run),
    )


def _first_won(decided: pd.DataFrame) -> list[dict[Hashable, Any]]:
    """The rows of `win_rates` by split, of all entrants together."""
    pooled = decided.assign(
        teams=ALL,
        board=decided["board_seed"],
        first_won=(decided["winner"] == "first").astype(float),
    )
    splits = [str(split) for split in decided["split"].unique()]
    return win_rates(pooled, "split", splits).to_dict("records")


def _entrants(finished: pd.DataFrame, decided: pd.DataFrame) -> tuple[EntrantRecord, ...]:
    names = dict.fromkeys([*finished["first_entrant"], *finished["second_entrant"]])
    return tuple(_entrant(str(name), finished, decided) for name in names)


def _entrant(name: str, finished: pd.DataFrame, decided: pd.DataFrame) -> EntrantRecord:
    played = (finished["first_entrant"] == name) | (finished["second_entrant"] == name)
    against = decided[(decided["first_entrant"] == name) ^ (decided["second_entrant"] == name)]
    won = against["winner_entrant"] == name
    rate = clustered_rate(won, against["board_seed"]) if len(against) else None
    return EntrantRecord(name, int(played.sum()), int(won.sum()), rate)
