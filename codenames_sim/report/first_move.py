"""The first-move study on the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from codenames_sim.analysis import Assumptions, Balance, FirstMove, Need
from codenames_sim.analysis.power import Aim
from codenames_sim.report.shown import shown
from codenames_sim.stats import RatioSet

if TYPE_CHECKING:
    import pandas as pd


def first_move_page(name: str, found: FirstMove) -> RenderableType:
    """Win rates, differences, balance points and endings."""
    parts: list[RenderableType] = [Text(shown(name), "bold"), _rates(found)]
    if len(found.differences):
        parts.append(_differences(found))
    if found.balance:
        parts.append(_balance(found))
    parts += [_endings(found.endings), _notes(found)]
    return Group(*parts)


def power_page(
    needs: Iterable[Need], assumed: Iterable[Assumptions], aim: Aim, size: float, power: float
) -> RenderableType:
    """What answers take, and what that rests on."""
    points, chance = f"{100 * size:g} points", f"with a chance of {power:.0%}"
    heads: dict[Aim, str] = {
        "half_width": f"For a 95 % interval of ±{points}",
        "effect": f"To find an effect of {points} {chance}",
        "margin": f"To show, {chance}, that there is none above {points}",
    }
    table = _table("", "teams", "question", "boards are", "boards", "games", "dollars", left=3)
    for need in needs:
        table.add_row(
            Text(shown(need.teams, 20)),
            need.question,
            {"coupled": "shared", "independent": "apart"}[need.design],
            f"{need.boards:,}",
            f"{need.games:,}",
            "unknown" if need.usd is None else f"{need.usd:,.2f}",
        )
    return Group(Text(heads[aim], "bold"), table, Text(), *map(_assumption, assumed))


def _assumption(assumed: Assumptions) -> Text:
    usd = "an unknown price" if assumed.usd is None else f"${assumed.usd:,.4g}"
    known = f"of {assumed.pilot_games:,} games" if assumed.pilot_games else "assumed"
    return Text(
        f"{shown(assumed.teams, 20)}: the starting team wins {assumed.rate:.1%}, two splits "
        f"correlate by {assumed.correlation:.2f}, a game costs {usd} ({known})"
    )


def savings_table(savings: pd.DataFrame) -> RenderableType:
    """What shared boards save, by teams and design: the mean over splits, the least, the most."""
    table = _table("Games saved by shared boards", "teams", "design", "mean", "range", left=2)
    for (teams, design), part in savings.groupby(["teams", "design"], sort=False):
        saved = part["saved"]
        table.add_row(
            Text(shown(teams, 30)),
            str(design),
            f"{saved.mean():.1%}",
            f"{saved.min():.1%} to {saved.max():.1%}",
        )
    return table


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


def _rates(found: FirstMove) -> Table:
    table = _table(
        "\nHow often the starting team won",
        *("split", "teams", "games", "won", "interval", "verdict"),
        left=2,
    )
    before = None
    for _, row in found.rates.iterrows():
        table.add_row(
            "" if row["split"] == before else str(row["split"]),
            Text(shown(row["teams"], 30)),
            f"{row['games']:,}",
            f"{row['rate']:.1%}",
            f"{row['low']:.1%} – {row['high']:.1%}",
            verdict(bool(row["even"]), str(row["favours"])),
        )
        before = row["split"]
    return table


def _differences(found: FirstMove) -> Table:
    table = _table(
        f"\nBy how much it won more often than with {shown(found.reference)}, in points",
        *("split", "teams", "boards", "difference", "interval"),
        left=2,
    )
    before = None
    for _, row in found.differences.iterrows():
        table.add_row(
            "" if row["split"] == before else str(row["split"]),
            Text(shown(row["teams"], 30)),
            f"{row['boards']:,}",
            f"{100 * row['difference']:+.1f}",
            f"{100 * row['low']:+.1f} to {100 * row['high']:+.1f}",
        )
        before = row["split"]
    return table


def _balance(found: FirstMove) -> Table:
    against = found.balance[0].second_agents
    table = _table(
        f"\nAgents that the first team needs for an even game against {against}",
        *("teams", "right a clue", "agents", "points an agent", "fit (p)"),
        left=1,
    )
    for each in found.balance:
        table.add_row(*_balance_row(each, found.strength.get(each.teams)))
    return table


def _balance_row(each: Balance, strength: float | None) -> Sequence[str | Text]:
    return (
        Text(shown(each.teams, 30)),
        "" if strength is None else f"{strength:.2f}",
        agents_in_words(each.agents),
        f"{100 * each.points_an_agent:+.1f}",
        "" if each.misfit is None else f"{each.misfit:.2f}",
    )


def _endings(endings: pd.DataFrame) -> Table:
    known = ["games", "void", "stalled", "turns"]
    names = [name for name in endings.columns if name not in ("split", "teams", *known)]
    heads = [name.replace("agents_found", "found").replace("_", " ") for name in names]
    table = _table("\nHow games ended", "teams", *known[:3], "turns", *heads, left=1)
    for teams, part in endings.groupby("teams", sort=False):
        games, void, stalled = (int(part[name].sum()) for name in known[:3])
        finished = max(1, games - void)
        played = part["games"] - part["void"]
        turns = (part["turns"] * played).sum() / finished if "turns" in part else None
        table.add_row(
            Text(shown(teams, 30)),
            f"{games:,}",
            f"{void:,}",
            f"{stalled:,}",
            "" if turns is None else f"{turns:.1f}",
            *(f"{part[name].sum() / finished:.1%}" for name in names),
        )
    return table


def _notes(found: FirstMove) -> Text:
    return Text(
        f"\nIntervals are of {found.level:.0%} and clustered by board; differences are paired on "
        "boards. `even` is where two one-sided tests of 5 % show the win rate within "
        f"{100 * found.margin:g} points of one half. Balance points are where a straight line in "
        "the logit through all splits against the same number crosses one half, with Fieller's "
        "set; a small `fit` says that the line is not straight. Stalled and void games have no "
        "winner and are in no rate."
    )


def _table(title: str, *columns: str, left: int) -> Table:
    table = Table(title=title or None, title_justify="left", box=None, padding=(0, 2, 0, 0))
    for at, column in enumerate(columns):
        side = "left" if at < left or column == "verdict" else "right"
        table.add_column(column, justify="left" if side == "left" else "right")
    return table
