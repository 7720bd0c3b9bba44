"""How many boards, games and dollars an answer takes, and what shared boards save."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from codenames_sim.analysis.games import decided_games, splits_of, study_games, teams_of
from codenames_sim.analysis.win_rates import by_teams
from codenames_sim.errors import InputError
from codenames_sim.records import Run
from codenames_sim.stats import (
    Interval,
    clusters_for_effect,
    clusters_for_equivalence,
    clusters_for_width,
)

if TYPE_CHECKING:
    import pandas as pd

Aim = Literal["half_width", "effect", "margin"]
AIMS: tuple[Aim, ...] = ("half_width", "effect", "margin")


@dataclass(frozen=True)
class Assumptions:
    """What a plan rests on."""

    teams: str
    rate: float = 0.5
    """The starting team's win rate."""
    correlation: float = 0.0
    """Between who wins on a board with one split and who wins on it with another."""
    usd: float | None = 0.0
    """Of one game; None where a price is unknown."""
    pilot_games: int = 0
    """Games that this was measured in; 0 where it is assumed."""


@dataclass(frozen=True)
class Need:
    """What a question takes."""

    teams: str
    question: Literal["win rate", "difference"]
    """The starting team's win rate with one split, or the difference of two splits' rates."""
    design: Literal["coupled", "independent"]
    """`coupled`: both splits on the same boards. One split takes a game a board either way."""
    boards: int
    games: int
    usd: float | None


def pilot(source: Run | pd.DataFrame) -> tuple[Assumptions, ...]:
    """What a pilot says of each of its teams; the correlation is the mean over pairs of splits.

    Correlations below 0 count as 0, and so does that of a single split.
    """
    games = study_games(source)
    found = []
    for teams, part in by_teams(games):
        if teams not in set(games["teams"]):
            continue
        pairs = [_coupling(part, *pair).estimate for pair in _pairs_of_splits(part)]
        known = [each for each in pairs if np.isfinite(each)]
        correlation = max(0.0, float(np.mean(known))) if known else 0.0
        usd = float(part["usd"].mean()) if "usd" in part and part["usd"].notna().all() else None
        rate = float(part["first_won"].mean())
        found.append(Assumptions(teams, rate, correlation, usd, len(part)))
    return tuple(found)


def assume(
    known: Sequence[Assumptions],
    *,
    rate: float | None = None,
    correlation: float | None = None,
    usd: float | None = None,
) -> tuple[Assumptions, ...]:
    """A pilot's assumptions, or without one the plain ones, with those given in their place."""
    return tuple(
        replace(
            each,
            rate=each.rate if rate is None else rate,
            correlation=each.correlation if correlation is None else correlation,
            usd=each.usd if usd is None else usd,
        )
        for each in known or [Assumptions("any")]
    )


SMALLEST = 1e-5
"""Of half-widths, effects and margins: what takes ten thousand million boards."""


def needs(assumed: Assumptions, aim: Aim, size: float, power: float = 0.8) -> tuple[Need, ...]:
    """What it takes, for a split's win rate and for the difference of two splits.

    `aim` is an interval of ± `size` (half_width), a true effect of that `size` to be found
    (effect), or a margin of that `size` within which the truth is to be shown (margin); the last
    two with the given `power`. At 95 %. A game's variance is p (1 - p), a difference's
    2 p (1 - p) (1 - correlation), for boards that differ between splits without the last factor.
    Raises InputError for what is no size, rate, correlation or power.
    """
    inside = {"size": size, "rate": assumed.rate, "power": power}
    for name, value in inside.items():
        if not 0 < value < 1:
            raise InputError(f"a {name} is above 0 and below 1; {value:g} is not")
    if size < SMALLEST:
        raise InputError(f"a size is at least {SMALLEST:g}; {size:g} is not")
    if assumed.usd is not None and not (np.isfinite(assumed.usd) and assumed.usd >= 0):
        raise InputError(f"dollars a game are 0 or more; {assumed.usd:g} is not")
    if not 0 <= assumed.correlation < 1:
        raise InputError(f"a correlation is from 0 to below 1; {assumed.correlation:g} is not")
    game = assumed.rate * (1 - assumed.rate)
    count: dict[Aim, Callable[[float], int]] = {
        "half_width": lambda variance: clusters_for_width(variance, size),
        "effect": lambda variance: clusters_for_effect(variance, size, power),
        "margin": lambda variance: clusters_for_equivalence(variance, size, power),
    }
    one = count[aim](game)
    coupled = count[aim](2 * game * (1 - assumed.correlation))
    apart = count[aim](2 * game)

    def need(
        question: Literal["win rate", "difference"],
        design: Literal["coupled", "independent"],
        boards: int,
        games: int,
    ) -> Need:
        usd = None if assumed.usd is None else games * assumed.usd
        return Need(assumed.teams, question, design, boards, games, usd)

    return (
        need("win rate", "independent", one, one),
        need("difference", "coupled", coupled, 2 * coupled),
        need("difference", "independent", 2 * apart, 2 * apart),
    )


def savings(source: Run | pd.DataFrame) -> pd.DataFrame:
    """By how much sharing boards cuts the games needed, measured.

    One row for each teams and: `coupling`, a pair of splits, for the difference of their win rates;
    `mirroring`, a pair of entrants, for which of them is stronger. Columns: teams, design, splits,
    boards, saved, low, high. `saved` is 1 less the ratio of the variance on shared boards to that
    on boards apart; below 0 it costs games. Mirroring costs the estimate of the first move just
    what it saves that of strength. The interval is Fisher's of a correlation (Metron 1, 1921).
    """
    import pandas as pd

    games = study_games(source)
    rows = []
    for teams in teams_of(games):
        part = decided_games(games[games["teams"] == teams])
        found = [
            ("coupling", " / ".join(pair), _coupling(part, *pair))
            for pair in _pairs_of_splits(part)
        ]
        found += [
            ("mirroring", split, _mirroring(part[part["split"] == split]))
            for split in splits_of(part)
            if part["first_entrant"].nunique() == 2
        ]
        rows += [
            (teams, design, splits, each.clusters, each.estimate, each.low, each.high)
            for design, splits, each in found
        ]
    columns = ["teams", "design", "splits", "boards", "saved", "low", "high"]
    return pd.DataFrame(rows, columns=columns)


def _pairs_of_splits(games: pd.DataFrame) -> list[tuple[str, str]]:
    return list(itertools.combinations(splits_of(games), 2))


def _coupling(games: pd.DataFrame, one: str, other: str) -> Interval:
    by_board = games.pivot_table(index="board", columns="split", values="first_won")
    both = by_board[[one, other]].dropna().to_numpy(dtype=np.float64)
    return _shared(both[:, 0], both[:, 1])


def _mirroring(games: pd.DataFrame) -> Interval:
    """Of a board on which A starts and B starts, A's two scores; what they share is lost."""
    by_board = games.pivot_table(index="board", columns="first_entrant", values="first_won")
    both = by_board.dropna().to_numpy(dtype=np.float64)
    return _shared(both[:, 0], both[:, 1])


def _shared(x: np.ndarray, y: np.ndarray) -> Interval:
    """2 cov / (var + var), which is all but the correlation, with Fisher's interval."""
    n = len(x)
    if n < 4 or x.std() == 0 or y.std() == 0:
        return Interval(float("nan"), -1.0, 1.0, 2 * n, n)
    covariance = np.cov(x, y)
    shared = float(2 * covariance[0, 1] / np.trace(covariance))
    half = 1.959964 / np.sqrt(n - 3)
    centre = np.arctanh(min(max(shared, -0.999999), 0.999999))
    return Interval(shared, float(np.tanh(centre - half)), float(np.tanh(centre + half)), 2 * n, n)
