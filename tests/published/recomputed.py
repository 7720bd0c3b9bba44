"""The published figures, computed again from the tables that the pages name for them."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from codenames_sim.analysis import FirstMove, by_cards, first_move, race_rates, savings
from codenames_sim.report.first_move_tables import verdict
from codenames_sim.stats import clustered_rate, holm
from codenames_sim.tournament import played_by

ROOT = Path(__file__).parents[2]
STUDY = ROOT / "results" / "first_move_summary"
CAPS = ROOT / "results" / "first_move_caps_summary"
POWER = "codenames-sim power --half-width 0.02"
STRENGTHS = ("novice", "beginner", "casual", "skilled", "expert", "telepath")
CAPPED = [
    f"{family}-{most}"
    for family in ("telepath", "minilm", "expert")
    for most in ("1", "2", "3", "uncapped")
]


@dataclass(frozen=True)
class Claim:
    """The numbers of one sentence."""

    sources: frozenset[str]
    """What the sentence has to name."""
    figures: Callable[[], Sequence[float]]
    """In the order of the sentence."""


def claim(figures: Callable[[], Sequence[float]], *sources: str) -> Claim:
    return Claim(frozenset(sources), figures)


# The tables, each read and computed once.


@cache
def all_games() -> pd.DataFrame:
    return pd.read_parquet(STUDY / "games.parquet")


@cache
def study() -> pd.DataFrame:
    games = all_games()
    return games[games["run"] == "first_move"]


@cache
def wide() -> pd.DataFrame:
    games = all_games()
    return games[games["run"].isin(["first_move", "first_move_wide"])]


@cache
def caps() -> pd.DataFrame:
    return pd.read_parquet(CAPS / "games.parquet")


@cache
def planning() -> FirstMove:
    return first_move(study())


@cache
def planning_wide() -> FirstMove:
    return first_move(wide())


@cache
def capped() -> FirstMove:
    return first_move(caps())


@cache
def right() -> dict[str, float]:
    """Right guesses per clue at 9-8, of all teams."""
    games = study()
    nine_eight = first_move(games[games["split"] == "9-8"]).right_a_clue
    return {**nine_eight, **capped().right_a_clue}


@cache
def race() -> pd.DataFrame:
    turns = pd.read_parquet(STUDY / "turns.parquet")
    return race_rates(wide(), turns[turns["run"].isin(["first_move", "first_move_wide"])])


@cache
def other_boards() -> dict[tuple[str, str], list[float]]:
    """Differences from the usual boards with their intervals, in points, by cards and teams."""
    variants = [f"first_move_{name}" for name in ("no_assassin", "3_assassins")]
    variants += ["first_move_20_words", "first_move_30_words"]
    games = all_games()
    other = games[games["run"].isin(variants)]
    same = study()[study()["first_entrant"].isin(other["first_entrant"].unique())]
    result = by_cards(pd.concat([same[same["split"] == "9-8"], other]))
    columns = ["difference", "difference_low", "difference_high"]
    return {
        (each["cards"], each["teams"]): [100 * each[column] for column in columns]
        for each in result.to_dict("records")
    }


@cache
def coverage() -> dict[str, dict[str, float]]:
    """By promise: mean, least and most of its kinds, and repetitions."""
    rows = pd.read_csv(STUDY / "coverage.csv").to_dict("records")
    return {each["promise"]: {str(name): each[name] for name in each} for each in rows}


@cache
def simulated() -> dict[str, object]:
    return runpy.run_path(str(ROOT / "experiments" / "benchmarks" / "study.py"))


@cache
def saved() -> pd.DataFrame:
    """By sharing boards between splits, for each strength and pair of splits."""
    return savings(study())


@cache
def mirrored() -> pd.DataFrame:
    """Saved by mirrored pairs, for each pair of strengths."""
    games = all_games()
    return savings(games[games["run"] == "first_move_pairs"])


def release(kept: Path) -> str:
    """The release that played a kept study, by its manifests."""
    manifests = json.loads((kept / "manifest.json").read_text("utf-8")).values()
    (result,) = {played_by(each).release for each in manifests}
    return result


# Numbers of them.


def row(teams: str) -> dict[str, Any]:
    """Of `win_rates`, at 9-8."""
    rates = (planning() if teams in STRENGTHS else capped()).rates
    (result,) = rates[(rates["teams"] == teams) & (rates["split"] == "9-8")].to_dict("records")
    return {str(name): result[name] for name in result}


def in_percent(teams: str) -> list[float]:
    """A rate and its interval."""
    return [100 * row(teams)[each] for each in ("rate", "low", "high")]


def rate(teams: str) -> float:
    return in_percent(teams)[0]


def boards() -> list[float]:
    """How many each team played at 9-8, all as many."""
    rates = pd.concat([planning().rates, capped().rates])
    rates = rates[(rates["split"] == "9-8") & (rates["teams"] != "all")]
    assert set(rates["teams"]) == {*STRENGTHS, *CAPPED}
    (boards,) = rates["boards"].unique()
    return [float(boards)]


def agents_of_the_line() -> list[float]:
    (splits,) = {each.splits for each in planning().balance}
    agents = [int(split.partition("-")[0]) for split in splits]
    return [min(agents), max(agents)]


def other_boards_a_strength() -> list[float]:
    games = all_games()
    names = ["no_assassin", "3_assassins", "20_words", "30_words"]
    other = games[games["run"].isin([f"first_move_{name}" for name in names])]
    (boards,) = other.groupby(["run", "first_entrant"])["board_seed"].nunique().unique()
    return [float(boards)]


def line(teams: str) -> float:
    """The win rate, in percent, that straight lines between the planning teams' results give for
    as many right guesses per clue as these teams made."""
    known = [right()[each] for each in STRENGTHS]
    assert known == sorted(known)
    return float(np.interp(right()[teams], known, [rate(each) for each in STRENGTHS]))


def right_won_and_line(*teams: str) -> list[float]:
    """Right guesses per clue of all these teams, then their rates, then those of the line."""
    return [
        *(right()[each] for each in teams),
        *(rate(each) for each in teams),
        *(line(each) for each in teams),
    ]


def difference(cards: str, teams: str = "all") -> list[float]:
    return other_boards()[cards, teams]


def lower(cards: str, teams: str) -> list[float]:
    """A difference and its interval, as how much lower."""
    value, low, high = difference(cards, teams)
    return [-value, -high, -low]


def weaker_at_most() -> list[float]:
    grids = ("2 bystanders, 1 assassin", "12 bystanders, 1 assassin")
    played = [(cards, teams) for cards, teams in other_boards() if cards in grids]
    weaker = [each for each in played if each[1] in STRENGTHS[:-1]]
    assert len(weaker) == 6
    return [max(abs(other_boards()[each][0]) for each in weaker)]


def off(column: str) -> pd.Series[float]:
    return 100 * (race()[column] - race()["rate"]).abs()


def root_mean_square(column: str) -> float:
    return float((off(column) ** 2).mean() ** 0.5)


def worst_of_the_race() -> list[float]:
    most = float(off("by_both").max())
    (worst,) = race()[off("by_both") == most].to_dict("records")
    assert (worst["teams"], worst["split"]) == ("skilled", "6-8")
    return [most]


def misfit_of_the_wide_line() -> list[float]:
    balance = planning_wide().balance
    assert [each.teams for each in balance] == [*STRENGTHS, "all"]
    corrected = holm([1.0 if each.misfit is None else each.misfit for each in balance])
    assert corrected[0] > 0.05
    assert 0.02 < max(corrected[1:]) < 0.03
    splits = {int(split.split("-")[0]) for split in wide()["split"].unique()}
    return [*sorted(splits - {7, 8, 9, 10}), 0.03]


def moved_crossings() -> list[float]:
    near = {each.teams: each.agents.estimate for each in planning().balance}
    far = {each.teams: each.agents.estimate for each in planning_wide().balance}
    moved = [abs(far[teams] - near[teams]) for teams in far]
    return [min(moved), max(moved)]


def saved_by_shared_boards() -> list[float]:
    medians = (100 * saved().groupby("teams")["saved"].median()).to_dict()
    novice, beginner, *others = (medians[each] for each in STRENGTHS)
    assert round(novice) == round(beginner)
    return [novice, *others, float(100 * saved()["saved"].max())]


def saved_by_mirroring() -> list[float]:
    result = mirrored()
    assert set(result["design"]) == {"mirroring"}
    assert (result["low"] < 0).all()
    assert (result["high"] > 0).all()
    (boards,) = result["boards"].unique()
    share = 100 * result["saved"]
    return [float(share.min()), float(share.max()), len(result), float(boards), 0]


def public_games() -> list[float]:
    games = pd.read_csv(ROOT / "tests" / "data" / "tog2025_two_team_llm.csv")
    won = games["winner"] == "first"
    boards = games["seed"].nunique()
    one, clustered = clustered_rate(won, games.index), clustered_rate(won, games["seed"])
    effect = ((clustered.high - clustered.low) / (one.high - one.low)) ** 2
    return [len(games), boards, round(len(games) / boards), len(games) / effect]


def games_for_two_points() -> list[float]:
    command = [str(Path(sys.executable).parent / "codenames-sim"), *POWER.split()[1:]]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    result = re.search(r"±(\d) points.*?win rate +\w+ +([\d,]+)", text, re.DOTALL)
    assert result, text
    return [float(result[1]), float(result[2].replace(",", ""))]


def simulation() -> list[float]:
    made = simulated()
    repetitions = coverage()["win rate: covered"]["repetitions"]
    lines, agents, boards, share = (made[name] for name in ("LINES", "AGENTS", "BOARDS", "BOARD"))
    assert isinstance(lines, dict)
    assert isinstance(agents, tuple)
    assert isinstance(boards, int)
    assert isinstance(share, float)
    return [repetitions, len(lines), len(agents), boards, 100 * share]


def covered(*promises: str) -> list[float]:
    return [100 * coverage()[f"{each}: covered"]["mean"] for each in promises]


def covered_ranging() -> list[float]:
    shares = [coverage()[each] for each in coverage() if each.endswith("covered")]
    return [100 * min(each["least"] for each in shares), 100 * max(each["most"] for each in shares)]


def called_even_at_the_margin() -> list[float]:
    return [100 * coverage()["called even at the margin"]["mean"]]


# Tables, as their rows are written.


def rates_at_nine_eight(teams: Sequence[str], *, lines: bool) -> list[str]:
    rows = []
    for each in teams:
        won, low, high = in_percent(each)
        says = verdict(row(each)["even"], row(each)["favours"])
        cells = [each, f"{right()[each]:.2f}", f"{won:.1f} % ({low:.1f} to {high:.1f})", says]
        rows.append(written([*cells, f"{line(each):.1f} %"] if lines else cells))
    return rows


def balance_points() -> list[str]:
    result = {each.teams: each for each in planning().balance}
    rows = []
    for teams in STRENGTHS:
        agents, misfit = result[teams].agents, result[teams].misfit
        assert agents.kind == "bounded"
        cell = f"{agents.estimate:.1f} ({agents.low:.1f} to {agents.high:.1f})"
        rows.append(written([teams, cell, f"{misfit:.2f}"]))
    return rows


def written(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
