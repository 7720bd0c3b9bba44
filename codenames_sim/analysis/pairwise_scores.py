"""Results of every two entrants against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codenames_sim.analysis.merging import Runs, merged
from codenames_sim.stats import clustered_rate

if TYPE_CHECKING:
    import pandas as pd

_COUNTS = (
    *("games", "boards", "wins", "losses", "halves"),
    *("pairs_won", "pairs_split", "pairs_lost", "pairs_open"),
)
_COLUMNS = ("entrant", "opponent", "score", "low", "high", *_COUNTS)


def head_to_head(runs: Runs) -> pd.DataFrame:
    """One row for every two entrants that met, from the side of the one with the higher score.

    Columns:

    - entrant, opponent
    - score: the mean of wins (1), stalled games that count (½) and losses (0), with its 95 %
      interval low to high, clustered by board
    - games, boards, wins, losses, halves
    - mirrored pairs (one board, each entrant starts once): pairs_won (more than one point of two),
      pairs_split (one point), pairs_lost (less), and pairs_open (a game is missing)
    """
    import pandas as pd

    sides = merged(runs).sides
    met = sides[sides["entrant"] != sides["opponent"]]
    rows = []
    for pairing, own in met.groupby(["entrant", "opponent"], sort=True):
        entrant, opponent = map(str, pairing)
        mean = own["score"].mean()
        if mean < 0.5 or (mean == 0.5 and entrant > opponent):
            continue
        rate = clustered_rate(own["score"], own["board_seed"])
        pairs = own.groupby("pair_id")["score"].agg(["size", "sum"])
        points = pairs.loc[pairs["size"] == 2, "sum"]
        rows.append(
            {
                "entrant": entrant,
                "opponent": opponent,
                "score": rate.estimate,
                "low": rate.low,
                "high": rate.high,
                "games": len(own),
                "boards": rate.clusters,
                "wins": (own["score"] == 1).sum(),
                "losses": (own["score"] == 0).sum(),
                "halves": (own["score"] == 0.5).sum(),
                "pairs_won": (points > 1).sum(),
                "pairs_split": (points == 1).sum(),
                "pairs_lost": (points < 1).sum(),
                "pairs_open": (pairs["size"] != 2).sum(),
            }
        )
    numbers = {**dict.fromkeys(("score", "low", "high"), "Float64")}
    types = {
        "entrant": "string",
        "opponent": "string",
        **numbers,
        **dict.fromkeys(_COUNTS, "Int64"),
    }
    return pd.DataFrame(rows, columns=_COLUMNS).astype(types)
