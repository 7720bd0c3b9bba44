"""Charts of the first-move study: for print, and told apart without colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from codenames_sim.analysis import Balance, FirstMove
from codenames_sim.analysis.games import ALL

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#000000")
"""Okabe and Ito's, told apart by the colour-blind; each goes with a marker of its own."""
MARKERS = "osD^vPX"
GREY = "#666666"


def first_move_chart(found: FirstMove) -> Figure:
    """Win rates by split and teams, and balance points against strength where they are known."""
    balance = [
        each
        for each in found.balance
        if each.agents.kind == "bounded" and each.teams in found.strength
    ]
    wide = bool(balance)
    figure = Figure(figsize=(9 if wide else 7, 4.6), dpi=150, layout="constrained")
    if wide:
        left, right = figure.subplots(1, 2, width_ratios=[3, 2])
        _balance(right, found, balance)
    else:
        left = figure.subplots()
    _rates(left, found)
    return figure


def forest_chart(rates: pd.DataFrame, title: str) -> Figure:
    """One line for each row of `win_rates`: rate and interval."""
    figure = Figure(figsize=(7, 1.2 + 0.3 * len(rates)), dpi=150, layout="constrained")
    axes = figure.subplots()
    names = [f"{row['teams']} (n = {row['games']:,})" for _, row in rates.iterrows()]
    places = list(range(len(rates)))[::-1]
    axes.errorbar(
        100 * rates["rate"],
        places,
        xerr=_arms(rates),
        fmt="o",
        color=COLOURS[0],
        capsize=3,
    )
    axes.set_yticks(places, names)
    axes.axvline(50, color=GREY, linewidth=1, linestyle="--")
    axes.set_xlabel("games won by the team that starts, % (bars: 95 % intervals by board)")
    axes.set_title(title, fontsize=10)
    return figure


def race_chart(table: pd.DataFrame) -> Figure:
    """Measured win rates against those of the race, as `race_rates` has them."""
    figure = Figure(figsize=(9, 3.6), dpi=150, layout="constrained")
    panels = figure.subplots(1, 3, sharex=True, sharey=True)
    titles = {
        "alike": "alike",
        "by_left": "by own agents left",
        "by_both": "by agents left of both",
    }
    for axes, (column, title) in zip(panels, titles.items(), strict=True):
        for at, (teams, part) in enumerate(table.groupby("teams", sort=False)):
            axes.errorbar(
                100 * part[column],
                100 * part["rate"],
                yerr=_arms(part),
                fmt=MARKERS[at % len(MARKERS)],
                color=COLOURS[at % len(COLOURS)],
                markersize=5,
                linewidth=0.8,
                label=str(teams),
            )
        axes.axline((50, 50), slope=1, color=GREY, linewidth=1, linestyle="--")
        axes.set_xlabel("predicted by the race, %")
        axes.set_title(f"turns {title}", fontsize=10)
    panels[0].set_ylabel("first team won, measured, % (bars: 95 %)")
    panels[0].legend(fontsize=8, frameon=False)
    return figure


def _rates(axes: Axes, found: FirstMove) -> None:
    rates = found.rates[found.rates["teams"] != ALL]
    rates = rates if len(rates) else found.rates
    splits = list(dict.fromkeys(rates["split"]))
    teams = list(dict.fromkeys(rates["teams"]))
    for at, each in enumerate(teams):
        part = rates[rates["teams"] == each]
        shift = 0.6 * ((at + 0.5) / len(teams) - 0.5)
        axes.errorbar(
            [splits.index(split) + shift for split in part["split"]],
            100 * part["rate"],
            yerr=_arms(part),
            fmt=MARKERS[at % len(MARKERS)],
            color=COLOURS[at % len(COLOURS)],
            markersize=5,
            capsize=2,
            label=_label(each, found),
        )
    low, high = 100 * (0.5 - found.margin), 100 * (0.5 + found.margin)
    axes.axhspan(
        low, high, color="#dddddd", zorder=0, label=f"even: ±{100 * found.margin:g} points"
    )
    axes.set_xticks(range(len(splits)), splits)
    axes.set_xlabel("agents of the team that starts – of the other")
    axes.set_ylabel("games won by the team that starts, %")
    games = rates["games"]
    n = f"{games.min():,}" if games.min() == games.max() else f"{games.min():,} to {games.max():,}"
    axes.set_title(
        f"Does going first pay? (n = {n} games a point, bars: {found.level:.0%})", fontsize=10
    )
    handles, labels = axes.get_legend_handles_labels()
    axes.figure.legend(
        handles,
        labels,
        loc="outside lower center",
        fontsize=8,
        frameon=False,
        ncols=min(7, len(labels)),
        title="in brackets: right guesses a clue" if found.strength else None,
        title_fontsize=8,
    )


def _balance(axes: Axes, found: FirstMove, balance: Sequence[Balance]) -> None:
    for each in balance:
        at = list(found.strength).index(each.teams)
        agents = each.agents
        axes.errorbar(
            [found.strength[each.teams]],
            [agents.estimate],
            yerr=[[agents.estimate - agents.low], [agents.high - agents.estimate]],
            fmt=MARKERS[at % len(MARKERS)],
            color=COLOURS[at % len(COLOURS)],
            markersize=6,
            capsize=3,
        )
    against = balance[0].second_agents
    axes.set_xlabel("right guesses a clue")
    axes.set_ylabel(f"agents of the first team against {against}")
    axes.set_title(f"Even game (bars: {found.level:.0%}, Fieller)", fontsize=10)


def _label(teams: str, found: FirstMove) -> str:
    strength = found.strength.get(teams)
    return teams if strength is None else f"{teams} ({strength:.1f})"


def _arms(rates: pd.DataFrame) -> list[pd.Series[float]]:
    return [100 * (rates["rate"] - rates["low"]), 100 * (rates["high"] - rates["rate"])]
