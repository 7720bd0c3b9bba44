"""The results of turns, and the prediction of a race model built from them.

The race is a model, not an explanation.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

from codenames_sim.analysis.games import ALL, agents_of, splits_of, study_games
from codenames_sim.analysis.win_rates import differences, win_rates
from codenames_sim.records import Run
from codenames_sim.stats import Step, Steps, Turns, race

if TYPE_CHECKING:
    import pandas as pd

PRINTED = (7, 1)
"""Bystanders and assassins of the printed rules at 9-8."""
STEP = ("teams", "bystanders", "assassins", "left", "other", "found", "given", "assassin")
"""The columns that identify a row of `turn_counts`; its `n` is the number of such turns."""


def turn_counts(run: Run) -> pd.DataFrame:
    """Counts of turns by result, in finished games of entrants against themselves.

    One row for each combination of: teams; bystanders and assassins on the board; the team's own
    agents `left` before the turn, and those of the `other` team; own agents `found` in the turn;
    opponent's agents `given` (by a wrong guess, or covered after an illegal clue); and whether the
    `assassin` ended the turn. `n` is the number of turns.
    """
    games = study_games(run)
    own = games[(games["first_entrant"] == games["second_entrant"])]
    about = ["game_id", "teams", "bystanders", "assassins", "first_agents", "second_agents"]
    turns = run.turns.merge(own.loc[own["status"] == "finished", about], on="game_id")
    turns = turns.sort_values(["game_id", "turn"], kind="stable").reset_index(drop=True)
    first = turns["team"] == "first"
    turns["found"] = turns["correct"].astype(int)
    wrong = (turns["ended_by"] == "wrong_opponent").fillna(False)
    turns["given"] = (wrong | turns["covered_after_invalid"].notna()).astype(int)
    turns["assassin"] = (turns["ended_by"] == "assassin").fillna(False).astype(bool)
    gone_first = turns["found"].where(first, turns["given"])
    gone_second = turns["given"].where(first, turns["found"])
    by_game = turns["game_id"]
    left_first = turns["first_agents"] - gone_first.groupby(by_game).cumsum() + gone_first
    left_second = turns["second_agents"] - gone_second.groupby(by_game).cumsum() + gone_second
    turns["left"] = left_first.where(first, left_second).astype(int)
    turns["other"] = left_second.where(first, left_first).astype(int)
    return turns.groupby(list(STEP), sort=True).size().rename("n").reset_index()


def race_rates(games: pd.DataFrame, turns: pd.DataFrame, *, level: float = 0.95) -> pd.DataFrame:
    """The first team's win rate, measured and as predicted by race models.

    `games` has the form that `study_games` accepts, `turns` that of `turn_counts`; both must have
    the same number of assassins. One row for each teams and split: the measured `rate`, `low` and
    `high`, and three predictions that differ in the turns that a team's turn is drawn from.
    `alike`: all its turns. `by_left`: turns with as many own agents left. `by_both`: turns with as
    many agents left of both teams. The turns of all splits are pooled. The models know nothing else
    of a game, such as earlier clues or covered bystanders.
    """
    known = study_games(games)
    rates = win_rates(known, "split", splits_of(known), level=level)
    rates = rates[rates["teams"] != ALL][["split", "teams", "games", "rate", "low", "high"]]
    lots = {str(teams): part for teams, part in turns.groupby("teams")}
    chains = {
        "alike": {teams: _alike(part) for teams, part in lots.items()},
        "by_left": {teams: _by(part, ["left"]) for teams, part in lots.items()},
        "by_both": {teams: _by(part, ["left", "other"]) for teams, part in lots.items()},
    }
    predicted = {
        name: [
            race(steps[teams], steps[teams], *agents_of(split))
            for split, teams in zip(rates["split"], rates["teams"], strict=True)
        ]
        for name, steps in chains.items()
    }
    return rates.assign(**predicted).reset_index(drop=True)


def by_cards(games: pd.DataFrame, *, level: float = 0.95) -> pd.DataFrame:
    """The first team's win rate by bystanders and assassins on the board, for games of one split.

    One row for each kind of board and teams: the columns of `win_rates`, and the `difference` (with
    `difference_low` and `difference_high`) from boards of the printed rules with the same seed.
    """
    known = study_games(games)
    kinds = known[["bystanders", "assassins"]].drop_duplicates()
    kinds = kinds.sort_values(["bystanders", "assassins"])
    names = [cards(*kind) for kind in kinds.to_numpy().tolist()]
    pairs = zip(known["bystanders"], known["assassins"], strict=True)
    known = known.assign(cards=[cards(*pair) for pair in pairs])
    rates = win_rates(known, "cards", names, level=level)
    paired = differences(known, "cards", names, cards(*PRINTED), level=level)
    paired = paired.rename(columns={"low": "difference_low", "high": "difference_high"})
    keep = ["cards", "teams", "difference", "difference_low", "difference_high"]
    return rates.merge(paired[keep], on=["cards", "teams"], how="left")


def cards(bystanders: int, assassins: int) -> str:
    """A text such as `7 bystanders, 1 assassin`."""
    return f"{bystanders} bystanders, {assassins} assassin{'s' if assassins != 1 else ''}"


def _alike(turns: pd.DataFrame) -> Turns:
    steps = _steps(turns)
    return lambda left, other: steps


def _by(turns: pd.DataFrame, known: list[str]) -> Turns:
    """Turns by the columns `known` of (left, other). Unseen values use the nearest seen ones."""
    lots = [(part[known].iloc[0].tolist(), _steps(part)) for _, part in turns.groupby(known)]

    @cache
    def steps(left: int, other: int) -> Steps:
        here = [left, other][: len(known)]
        return min(lots, key=lambda lot: math.dist(lot[0], here))[1]

    return steps


def _steps(turns: pd.DataFrame) -> Steps:
    total = int(turns["n"].sum())
    counts = turns.groupby(["found", "given", "assassin"])["n"].sum().reset_index()
    return {
        Step(result, given, assassin): n / total
        for result, given, assassin, n in counts.astype(object).to_numpy().tolist()
    }
