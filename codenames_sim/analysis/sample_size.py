"""Power analysis: the boards, games and dollars an answer takes, and what shared boards save."""

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
    """The assumptions of a power analysis."""

    teams: str
    rate: float = 0.5
    """The starting team's win rate."""
    correlation: float = 0.0
    """Correlation of the winners on the same board with two different splits."""
    usd: float | None = 0.0
    """Dollars per game; None if a price is unknown."""
    pilot_games: int = 0
    """Number of games in which the values were measured; 0 if they are assumed."""


@dataclass(frozen=True)
class Need:
    """The sample size that a question needs."""

    teams: str
    question: Literal["win rate", "difference"]
    """The starting team's win rate with one split, or the difference between two splits."""
    design: Literal["coupled", "independent"]
    """`coupled`: both splits are played on the same boards. A win rate needs one game per board in
    either design."""
    boards: int
    games: int
    usd: float | None


def pilot(source: Run | pd.DataFrame) -> tuple[Assumptions, ...]:
    """Estimate the assumptions for each of a pilot's teams.

    The correlation is the mean over pairs of splits. It is 0 if that is negative or if there is
    only one split.
    """
    games = study_games(source)
    result = []
    for teams, part in by_teams(games):
        if teams not in set(games["teams"]):
            continue
        pairs = [_coupling(part, *pair).estimate for pair in _pairs_of_splits(part)]
        known = [each for each in pairs if np.isfinite(each)]
        correlation = max(0.0, float(np.mean(known))) if known else 0.0
        usd = float(part["usd"].mean()) if "usd" in part and part["usd"].notna().all() else None
        rate = float(part["first_won"].mean())
        result.append(Assumptions(teams, rate, correlation, usd, len(part)))
    return tuple(result)


def assume(
    known: Sequence[Assumptions],
    *,
    rate: float | None = None,
    correlation: float | None = None,
    usd: float | None = None,
) -> tuple[Assumptions, ...]:
    """The assumptions of a pilot (or the defaults without one), overridden by the given values."""
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
"""The smallest half-width, effect or margin; it takes about 10^10 boards."""


def needs(assumed: Assumptions, aim: Aim, size: float, power: float = 0.8) -> tuple[Need, ...]:
    """The sample sizes for the win rate with one split and for the difference between two splits.

    `aim` is one of: `half_width`, a 95 % interval of ± `size`; `effect`, a two-sided 5 % test that
    detects a true effect of `size`; `margin`, two one-sided 5 % tests that show equivalence within
    ± `size` if there is no true difference. The tests have the given `power`.

    The variance of a game is p (1 - p). The variance of a difference is
    2 p (1 - p) (1 - correlation) on shared boards, and 2 p (1 - p) on separate boards. Raises
    InputError if a value is out of range.
    """
    inside = {"size": size, "rate": assumed.rate, "power": power}
    for name, value in inside.items():
        if not 0 < value < 1:
            raise InputError(f"the {name} must be above 0 and below 1, not {value:g}")
    if size < SMALLEST:
        raise InputError(f"the size must be at least {SMALLEST:g}, not {size:g}")
    if assumed.usd is not None and not (np.isfinite(assumed.usd) and assumed.usd >= 0):
        raise InputError(f"the dollars per game must be 0 or more, not {assumed.usd:g}")
    if not 0 <= assumed.correlation < 1:
        what = f"the correlation must be at least 0 and below 1, not {assumed.correlation:g}"
        raise InputError(what)
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
    """The measured share of games that shared boards save.

    One row for each teams and design. `coupling` is two splits on the same boards, to estimate the
    difference of their win rates. `mirroring` is two entrants that each start once on every board,
    to find the stronger one.
    Columns: teams, design, splits, boards, saved, low, high. `saved` is 1 minus the ratio of the
    variance on shared boards to that on separate boards; a negative value means extra games.
    Mirroring costs the estimate of the first move exactly what it saves for that of strength. The
    interval is Fisher's for a correlation (Metron 1, 1921).
    """
    import pandas as pd

    games = study_games(source)
    rows = []
    for teams in teams_of(games):
        part = decided_games(games[games["teams"] == teams])
        result = [
            ("coupling", " / ".join(pair), _coupling(part, *pair))
            for pair in _pairs_of_splits(part)
        ]
        result += [
            ("mirroring", split, _mirroring(part[part["split"] == split]))
            for split in splits_of(part)
            if part["first_entrant"].nunique() == 2
        ]
        rows += [
            (teams, design, splits, each.clusters, each.estimate, each.low, each.high)
            for design, splits, each in result
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
    """The variance share of boards on which each of two entrants starts once.

    The first team's two results on a board are opposite for the same entrant, so their common part
    cancels in the estimate of strength.
    """
    by_board = games.pivot_table(index="board", columns="first_entrant", values="first_won")
    both = by_board.dropna().to_numpy(dtype=np.float64)
    return _shared(both[:, 0], both[:, 1])


def _shared(x: np.ndarray, y: np.ndarray) -> Interval:
    """2 cov / (var + var), which nearly equals the correlation, with Fisher's interval."""
    n = len(x)
    if n < 4 or x.std() == 0 or y.std() == 0:
        return Interval(float("nan"), -1.0, 1.0, 2 * n, n)
    covariance = np.cov(x, y)
    shared = float(2 * covariance[0, 1] / np.trace(covariance))
    half = 1.959964 / np.sqrt(n - 3)
    centre = np.arctanh(min(max(shared, -0.999999), 0.999999))
    return Interval(shared, float(np.tanh(centre - half)), float(np.tanh(centre + half)), 2 * n, n)
