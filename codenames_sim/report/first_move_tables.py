"""The first-move study and what answers take, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from codenames_sim.analysis import Assumptions, FirstMove, Need
from codenames_sim.analysis.sample_size import Aim
from codenames_sim.analysis.win_rates import ALPHA
from codenames_sim.report.formatting import Sheet
from codenames_sim.stats import RatioSet

if TYPE_CHECKING:
    import pandas as pd


def first_move_sheets(result: FirstMove) -> list[Sheet]:
    """Win rates, differences, balance points and endings."""
    sheets = [_rates(result)]
    if len(result.differences):
        sheets.append(_differences(result))
    if result.balance:
        sheets.append(_balance(result))
    return [*sheets, _endings(result)]


def first_move_notes(result: FirstMove) -> list[str]:
    """What is to be known about them."""
    return [
        f"Intervals are of {result.level:.0%}, each for its own row, and clustered by board; "
        "differences are paired on boards. Stalled and void games have no winner and are in no "
        "rate.",
        "`p`: of a win rate of one half. `p even`: of two one-sided tests that the win rate is "
        f"within {100 * result.margin:g} points of one half. Both are corrected over all rows of "
        f"the table by Holm's method, and verdicts are at {ALPHA:.0%}.",
        "Where a straight line in the logit, through all splits against the same number, crosses "
        "one half, the game is even; what else it could be is Fieller's set. A small p of `fit`, "
        "which is not corrected, says that the line is not straight.",
        "`right a clue` describes how the teams played. It does not explain the win rates.",
    ]


def power_sheet(needs: Sequence[Need], aim: Aim, size: float, power: float) -> Sheet:
    """What answers take."""
    points, chance = f"{100 * size:g} points", f"with a chance of {power:.0%}"
    titles: dict[Aim, str] = {
        "half_width": f"For a 95 % interval of ±{points}",
        "effect": f"To find an effect of {points} {chance}",
        "margin": f"To show, {chance}, that there is none above {points}",
    }
    rows = [
        (
            need.teams,
            need.question,
            {"coupled": "shared", "independent": "apart"}[need.design],
            f"{need.boards:,}",
            f"{need.games:,}",
            "unknown" if need.usd is None else f"{need.usd:,.2f}",
        )
        for need in needs
    ]
    return Sheet(
        titles[aim], ("teams", "question", "boards are", "boards", "games", "dollars"), rows, 3
    )


def power_notes(assumed: Sequence[Assumptions]) -> list[str]:
    """What that rests on."""
    return [_assumption(each) for each in assumed]


def savings_sheet(savings: pd.DataFrame) -> Sheet:
    """What shared boards save, by teams and design."""
    rows = []
    for (teams, design), part in savings.groupby(["teams", "design"], sort=False):
        saved = part["saved"]
        spread = f"{saved.min():.1%} to {saved.max():.1%}"
        rows.append((str(teams), str(design), str(len(part)), f"{saved.median():.1%}", spread))
    headings = ("teams", "design", "measured", "median", "least to most")
    return Sheet("Games that shared boards save", headings, rows, 2)


def agents_in_words(agents: RatioSet) -> str:
    """A balance point and the set that is not excluded."""
    match agents.kind:
        case "bounded":
            return f"{agents.estimate:.1f} ({agents.low:.1f} to {agents.high:.1f})"
        case "outside":
            return f"up to {agents.low:.1f}, or {agents.high:.1f} and more"
        case "everything":
            return "any number"


def verdict(even: bool, favours: str) -> str:
    """What a row of `win_rates` says, in words."""
    if favours == "neither":
        return "even" if even else "undecided"
    return f"{favours} ahead, but even" if even else f"{favours} ahead"


def _rates(result: FirstMove) -> Sheet:
    rows = [
        (
            str(row["split"]),
            str(row["teams"]),
            f"{row['games']:,}",
            f"{row['rate']:.1%}",
            f"{row['low']:.1%} – {row['high']:.1%}",
            _p(float(row["p_holm"])),
            _p(float(row["p_even_holm"])),
            verdict(bool(row["even"]), str(row["favours"])),
        )
        for _, row in result.rates.iterrows()
    ]
    headings = ("split", "teams", "games", "won", "interval", "p", "p even", "verdict")
    return Sheet("How often the starting team won", headings, _once(rows), 2)


def _differences(result: FirstMove) -> Sheet:
    rows = [
        (
            str(row["split"]),
            str(row["teams"]),
            f"{row['boards']:,}",
            f"{100 * row['difference']:+.1f}",
            f"{100 * row['low']:+.1f} to {100 * row['high']:+.1f}",
        )
        for _, row in result.differences.iterrows()
    ]
    title = f"By how many points more often than with {result.reference}"
    return Sheet(title, ("split", "teams", "boards", "points", "interval"), _once(rows), 2)


def _balance(result: FirstMove) -> Sheet:
    rows = [
        (
            each.teams,
            agents_in_words(each.agents),
            f"{100 * each.points_an_agent:+.1f}",
            "" if each.misfit is None else f"{each.misfit:.2f}",
        )
        for each in result.balance
    ]
    against = result.balance[0].second_agents
    title = f"Agents that the first team needs for an even game against {against}"
    return Sheet(title, ("teams", "agents", "points an agent", "fit, p"), rows)


def _endings(result: FirstMove) -> Sheet:
    endings = result.endings
    counts = [name for name in endings.columns if name not in ("split", "teams", "turns")]
    sums = endings.groupby("teams", sort=False)[counts].sum()
    names = counts[3:]
    rows = []
    for teams, row in sums.iterrows():
        finished = max(1, row["games"] - row["void"])
        shares = (f"{row[name] / finished:.1%}" for name in names)
        right = result.right_a_clue.get(str(teams))
        described = "" if right is None else f"{right:.2f}"
        rows.append((str(teams), *(f"{row[name]:,}" for name in counts[:3]), *shares, described))
    headings = [name.replace("agents_found", "found").replace("_", " ") for name in names]
    return Sheet("How games went", ("teams", *counts[:3], *headings, "right a clue"), rows)


def _p(p: float) -> str:
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def _once(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The rows with a split said only where it begins."""
    return [
        row if index == 0 else ("", *row[1:])
        for _, part in groupby(rows, key=lambda row: row[0])
        for index, row in enumerate(part)
    ]


def _assumption(assumed: Assumptions) -> str:
    usd = "an unknown price" if assumed.usd is None else f"${assumed.usd:,.4g}"
    known = f"of {assumed.pilot_games:,} games" if assumed.pilot_games else "assumed"
    return (
        f"{assumed.teams}: the starting team wins {assumed.rate:.1%}, two splits correlate by "
        f"{assumed.correlation:.2f}, a game costs {usd} ({known})."
    )
