"""Results of every combination of a spymaster and operatives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codenames_sim.analysis.merging import Runs, merged
from codenames_sim.analysis.ratings import role_ratings
from codenames_sim.stats import Team, clustered_rate

if TYPE_CHECKING:
    import pandas as pd

_NUMBERS = ("score", "low", "high", "fit", "fit_low", "fit_high")
_COLUMNS = ("spymaster", "operatives", "score", "low", "high", "games", "boards", *_NUMBERS[3:])


def cross_play(runs: Runs) -> pd.DataFrame:
    """One row for each spymaster and operatives that played together, over all their opponents.

    Columns:

    - spymaster, operatives
    - score: the mean of wins (1), stalled games that count (½) and losses (0), with its 95 %
      interval low to high, clustered by board
    - games, boards
    - fit: the shrunk rating in Elo of the combination beyond the ratings of its two roles, with the
      interval fit_low to fit_high before shrinkage; null if it can't be separated from the roles

    Games against the same agents on the other side are excluded.
    """
    import pandas as pd

    games = merged(runs)
    fits = {fit.team: fit for fit in role_ratings(games).fits}
    sides = games.sides[~games.sides["mirrored"]]
    rows = []
    for team, own in sides.groupby(["spymaster", "operatives"], sort=True):
        spymaster, operatives = map(str, team)
        rate = clustered_rate(own["score"], own["board_seed"])
        fit = fits.get(Team(spymaster, operatives))
        rows.append(
            {
                "spymaster": spymaster,
                "operatives": operatives,
                "score": rate.estimate,
                "low": rate.low,
                "high": rate.high,
                "games": rate.n,
                "boards": rate.clusters,
                "fit": fit and fit.shrunk,
                "fit_low": fit and fit.rating.interval.low,
                "fit_high": fit and fit.rating.interval.high,
            }
        )
    types = {**dict.fromkeys(_NUMBERS, "Float64"), "games": "Int64", "boards": "Int64"}
    types |= {"spymaster": "string", "operatives": "string"}
    return pd.DataFrame(rows, columns=_COLUMNS).astype(types)
