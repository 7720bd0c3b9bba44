"""How often the team that starts wins, by whatever games differ in."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from codenames_sim.analysis.games import ALL, decided_games, teams_of
from codenames_sim.stats import (
    Estimate,
    Means,
    clustered_means,
    clustered_rate,
    equivalence,
    holm,
)

if TYPE_CHECKING:
    import pandas as pd

MARGIN = 0.03
"""How far from one half a win rate may be and still count as even."""
ALPHA = 0.05
"""The chance of any wrong verdict of one kind in a table is at most this."""
RATES = (
    *("teams", "boards", "games", "won", "rate", "low", "high"),
    *("p", "p_holm", "p_even", "p_even_holm", "even", "favours"),
)
VERDICTS = ("p_holm", "p_even_holm", "even", "favours")
"""Those of RATES that depend on the table's other rows."""


def by_teams(games: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    """The decided games of each teams, then, where there are several, of all."""
    decided = decided_games(games)
    teams = [each for each in teams_of(games) if (decided["teams"] == each).any()]
    for each in teams:
        yield each, decided[decided["teams"] == each]
    if len(teams) > 1:
        yield ALL, decided


def means_by(games: pd.DataFrame, by: str, kinds: Sequence[str]) -> Means:
    """The mean of `first_won` for each kind, clustered by board. Every kind must have games."""
    index = {kind: number for number, kind in enumerate(kinds)}
    return clustered_means(games["first_won"], games[by].map(index), games["board"])


def win_rates(
    games: pd.DataFrame,
    by: str,
    kinds: Sequence[str],
    *,
    margin: float = MARGIN,
    level: float = 0.95,
) -> pd.DataFrame:
    """One row for each of the `kinds` that the column `by` holds, and each teams.

    Columns: `by`, teams, boards, games (decided ones), won, rate, low, high, p, p_holm, p_even,
    p_even_holm, even, favours; `FirstMove` says what they mean. The verdicts `even` and `favours`
    rest on p-values that are corrected over all rows, since each row is read as a verdict.
    """
    import pandas as pd

    rows = []
    for teams, part in by_teams(games):
        played = [kind for kind in kinds if (part[by] == kind).any()]
        means = means_by(part, by, played)
        for index, kind in enumerate(played):
            here = part[part[by] == kind]
            rate = clustered_rate(here["first_won"], here["board"], level)
            mean = _against_chance(means.contrast(index), rate.clusters)
            rows.append(
                {
                    by: kind,
                    "teams": teams,
                    "boards": rate.clusters,
                    "games": rate.n,
                    "won": int(here["first_won"].sum()),
                    "rate": rate.estimate,
                    "low": rate.low,
                    "high": rate.high,
                    "p": mean.p_value(0.5),
                    "p_even": equivalence(mean, 0.5, margin).p,
                }
            )
    measured = [by, *(name for name in RATES if name not in VERDICTS)]
    table = _in_order(pd.DataFrame(rows, columns=measured), by, kinds)
    return _with_verdicts(table)[[by, *RATES]]


def differences(
    games: pd.DataFrame, by: str, kinds: Sequence[str], reference: str, *, level: float = 0.95
) -> pd.DataFrame:
    """How far each kind's win rate is above the reference's, paired on boards.

    Columns: `by`, reference, teams, boards (that both were played on), difference, low, high, p.
    """
    import pandas as pd

    rows = []
    for teams, part in by_teams(games):
        played = [kind for kind in kinds if (part[by] == kind).any()]
        if reference not in played:
            continue
        means, base = means_by(part, by, played), played.index(reference)
        for index, kind in enumerate(played):
            if index == base:
                continue
            result = means.contrast(index, base)
            low, high = result.interval(level)
            boards = int(means.clusters[index, base])
            p = result.p_value()
            rows.append((kind, reference, teams, boards, result.value, low, high, p))
    columns = [by, "reference", "teams", "boards", "difference", "low", "high", "p"]
    table = _in_order(pd.DataFrame(rows, columns=columns), by, kinds)
    return table.astype(dict.fromkeys(("difference", "low", "high", "p"), float))


def _with_verdicts(rates: pd.DataFrame) -> pd.DataFrame:
    """With the columns VERDICTS: Holm's correction over all rows, those of all teams included."""
    p_holm, p_even_holm = holm(rates["p"].astype(float)), holm(rates["p_even"].astype(float))
    favours = [
        "neither" if p > ALPHA else "first" if rate > 0.5 else "second"
        for p, rate in zip(p_holm, rates["rate"], strict=True)
    ]
    return rates.assign(
        p_holm=p_holm, p_even_holm=p_even_holm, even=p_even_holm <= ALPHA, favours=favours
    )


def _in_order(table: pd.DataFrame, by: str, kinds: Sequence[str]) -> pd.DataFrame:
    """Kind by kind; teams stay in their order."""
    index = {kind: number for number, kind in enumerate(kinds)}
    order = table[by].map(index).sort_values(kind="stable").index
    return table.loc[order].reset_index(drop=True)


def _against_chance(mean: Estimate, boards: int) -> Estimate:
    """Boards that all came out alike don't tell how far chance goes: each counts as one game, of
    the variance that it has where the truth is one half."""
    if mean.error > 1e-9:
        return mean
    return Estimate(mean.value, 0.5 / math.sqrt(boards), mean.df)
