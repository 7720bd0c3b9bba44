"""Charts of the first-move study: for print, and told apart without colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
LINES = ("-", "--", "-.", ":")
GREY = "#666666"


def first_move_chart(result: FirstMove) -> Figure:
    """Win rates by split and teams, and the balance points of teams where they are bounded."""
    balance = [
        each for each in result.balance if each.agents.kind == "bounded" and each.teams != ALL
    ]
    wide = bool(balance)
    figure = Figure(figsize=(9 if wide else 7, 4.6), dpi=150, layout="constrained")
    if wide:
        left, right = figure.subplots(1, 2, width_ratios=[3, 2])
        _balance(right, result, balance)
    else:
        left = figure.subplots()
    _rates(left, result)
    return figure


def families_chart(families: Mapping[str, pd.DataFrame], title: str) -> Figure:
    """Rows of `win_rates` by right guesses per clue, a line for each family of teams.

    Each table also has `right_a_clue`, and `name`, which stands beside the point. Where lines are
    apart at one number of right guesses, that number does not say what the win rate is.
    """
    figure = Figure(figsize=(7, 4.6), dpi=150, layout="constrained")
    axes = figure.subplots()
    for index, (family, rates) in enumerate(families.items()):
        rows = rates.sort_values("right_a_clue")
        colour = COLOURS[index % len(COLOURS)]
        axes.errorbar(
            rows["right_a_clue"],
            100 * rows["rate"],
            yerr=_arms(rows),
            fmt=MARKERS[index % len(MARKERS)],
            linestyle=LINES[index % len(LINES)],
            linewidth=0.9,
            color=colour,
            markersize=5,
            capsize=2,
            label=family,
        )
        for _, row in rows.iterrows():
            axes.annotate(
                str(row["name"]),
                (row["right_a_clue"], 100 * row["rate"]),
                # Above the first family's line, which is the flattest, and beside the others'.
                xytext=(0, 9) if index == 0 else (6, -3),
                ha="center" if index == 0 else "left",
                textcoords="offset points",
                fontsize=7,
                color=colour,
            )
    axes.axhline(50, color=GREY, linewidth=1, linestyle="--")
    axes.set_xlabel("right guesses per clue")
    axes.set_ylabel("games won by the team that starts, % (bars: 95 %)")
    axes.margins(x=0.07)
    axes.set_title(title, fontsize=10)
    figure.legend(loc="outside lower center", fontsize=8, frameon=False, ncols=2)
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
        for index, (teams, part) in enumerate(table.groupby("teams", sort=False)):
            axes.errorbar(
                100 * part[column],
                100 * part["rate"],
                yerr=_arms(part),
                fmt=MARKERS[index % len(MARKERS)],
                color=COLOURS[index % len(COLOURS)],
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


def _rates(axes: Axes, result: FirstMove) -> None:
    rates = result.rates[result.rates["teams"] != ALL]
    rates = rates if len(rates) else result.rates
    splits = list(dict.fromkeys(rates["split"]))
    teams = list(dict.fromkeys(rates["teams"]))
    for index, each in enumerate(teams):
        part = rates[rates["teams"] == each]
        shift = 0.6 * ((index + 0.5) / len(teams) - 0.5)
        axes.errorbar(
            [splits.index(split) + shift for split in part["split"]],
            100 * part["rate"],
            yerr=_arms(part),
            fmt=MARKERS[index % len(MARKERS)],
            color=COLOURS[index % len(COLOURS)],
            markersize=5,
            capsize=2,
            label=each,
        )
    low, high = 100 * (0.5 - result.margin), 100 * (0.5 + result.margin)
    axes.axhspan(
        low, high, color="#dddddd", zorder=0, label=f"even: ±{100 * result.margin:g} points"
    )
    axes.set_xticks(range(len(splits)), splits)
    axes.set_xlabel("agents of the team that starts – of the other")
    axes.set_ylabel("games won by the team that starts, %")
    games = rates["games"]
    n = f"{games.min():,}" if games.min() == games.max() else f"{games.min():,} to {games.max():,}"
    axes.set_title(
        f"Games won by the team that starts (n = {n} a point, bars: {result.level:.0%})",
        fontsize=10,
    )
    handles, labels = axes.get_legend_handles_labels()
    axes.figure.legend(
        handles,
        labels,
        loc="outside lower center",
        fontsize=8,
        frameon=False,
        ncols=min(7, len(labels)),
    )


def _balance(axes: Axes, result: FirstMove, balance: Sequence[Balance]) -> None:
    # As in the other panel, where teams without a balance point also have a colour.
    teams = [each.teams for each in result.balance]
    for place, each in enumerate(balance):
        index, agents = teams.index(each.teams), each.agents
        axes.errorbar(
            [place],
            [agents.estimate],
            yerr=[[agents.estimate - agents.low], [agents.high - agents.estimate]],
            fmt=MARKERS[index % len(MARKERS)],
            color=COLOURS[index % len(COLOURS)],
            markersize=6,
            capsize=3,
        )
    against = balance[0].second_agents
    axes.set_xticks(range(len(balance)), [each.teams for each in balance], rotation=30)
    axes.set_ylabel(f"agents of the first team against {against}")
    axes.set_title(f"Even game (bars: {result.level:.0%}, Fieller)", fontsize=10)


def _arms(rates: pd.DataFrame) -> list[pd.Series[float]]:
    return [100 * (rates["rate"] - rates["low"]), 100 * (rates["high"] - rates["rate"])]
