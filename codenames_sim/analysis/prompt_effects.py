"""How much results depend on the wording of the prompts, where a run compares several."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from codenames_sim.analysis.merging import Merged, Runs, merged
from codenames_sim.stats import Games, clustered_means, holm, ratings

if TYPE_CHECKING:
    import pandas as pd

Row = Mapping[str, object]

_SCORES = ("entrant", "prompts", "rating", "low", "high", "score", "games", "boards")
_DIFFERENCES = (
    *("entrant", "prompts", "compared_to", "score", "compared_score"),
    *("difference", "low", "high", "p", "p_holm", "games", "boards"),
)
_MATCH = ["opponent", "board_seed", "split", "team", "repetition"]
"""What the games of an entrant have in common that only the wording tells apart."""
_COUNTS = ("games", "boards")
_TEXTS = ("entrant", "prompts", "compared_to")


def prompt_scores(runs: Runs) -> pd.DataFrame:
    """Entrants under each wording: a row for every entrant that is given the config's prompts.

    Columns: entrant; prompts, the wording; rating, low, high in Elo, by the games under this
    wording and those without language models; score, the mean of games against others; games,
    boards. Empty where there are fewer than two wordings.
    """
    games = merged(runs)
    rows: list[Row] = []
    for wording in games.wordings:
        here = games.games["prompts"].isna() | (games.games["prompts"] == wording)
        rated = _ratings(games.games[here])
        for entrant, own in _sides(games):
            message = own[own["prompts"] == wording]
            result = rated.get(entrant)
            rows.append(
                {
                    "entrant": entrant,
                    "prompts": wording,
                    **(dict(zip(("rating", "low", "high"), result, strict=True)) if result else {}),
                    "score": message["score"].mean() if len(message) else None,
                    "games": len(message),
                    "boards": message["board_seed"].nunique(),
                }
            )
    table = _frame(rows, _SCORES)
    return table.sort_values(["entrant", "prompts"], ignore_index=True)


def prompt_differences(runs: Runs) -> pd.DataFrame:
    """By how much the scores of entrants differ between every two wordings, on the same boards.

    Columns: entrant; prompts and compared_to, two wordings; score and compared_score, the mean
    scores under them in the games that were played under both (the same opponent, board, split,
    side and repetition), `games` for each on `boards` boards; difference of the two, low, high, its
    95 % interval clustered by board (Student's t of boards - 1 degrees of freedom); p of no
    difference, and p_holm, corrected for all rows by Holm's method. Where all boards give the same
    difference, not 0, the interval is null and p is that of the sign test. Empty where there are
    fewer than two wordings.
    """
    import pandas as pd

    games = merged(runs)
    rows: list[Row] = []
    for entrant, own in _sides(games):
        for one, other in itertools.combinations(games.wordings, 2):
            both = own[own["prompts"] == other].merge(
                own[own["prompts"] == one], on=_MATCH, suffixes=("", "_compared")
            )
            if len(both):
                labels = {"entrant": entrant, "prompts": other, "compared_to": one}
                rows.append({**labels, **_difference(both)})
    table = _frame(rows, _DIFFERENCES)
    if rows:
        table["p_holm"] = pd.array(holm(table["p"].to_numpy("float64")), dtype="Float64")
    return table


def _sides(games: Merged) -> list[tuple[str, pd.DataFrame]]:
    """The games against others of each entrant that is given the config's prompts."""
    if not games.wordings:
        return []
    sides = games.sides[games.sides["entrant"] != games.sides["opponent"]]
    grouped = sides.groupby("entrant", sort=True)
    return [(str(name), own) for name, own in grouped if name in games.prompt_takers]


def _difference(both: pd.DataFrame) -> Row:
    """The scores of matched games, columns `score` and `score_compared`, and what they say."""
    boards = both["board_seed"].nunique()
    values = [*both["score"], *both["score_compared"]]
    groups = [0] * len(both) + [1] * len(both)
    means = clustered_means(values, groups, [*both["board_seed"]] * 2)
    result = means.contrast(0, 1)
    low, high = result.interval()
    p = result.p_value()
    alike = result.error < 1e-12
    if alike:
        zero = math.isclose(result.value, 0.0, abs_tol=1e-12)
        p = 1.0 if zero else min(1.0, 2 * 0.5**boards)
    known = math.isfinite(low) and not (alike and p < 1.0)
    return {
        "score": float(means.values[0]),
        "compared_score": float(means.values[1]),
        "difference": result.value,
        "low": low if known else None,
        "high": high if known else None,
        "p": p,
        "games": len(both),
        "boards": boards,
    }


def _ratings(table: pd.DataFrame) -> Mapping[str, tuple[float, float, float]]:
    rated, _ = ratings(
        Games.of(
            [*table["first_entrant"]],
            [*table["second_entrant"]],
            table["first_score"],
            table["board_seed"],
            [*table["split"]],
        ),
        None,
    )
    intervals = {name: rating.interval for name, rating in rated.items()}
    return {name: (each.estimate, each.low, each.high) for name, each in intervals.items()}


def _frame(rows: Sequence[Row], columns: Sequence[str]) -> pd.DataFrame:
    import pandas as pd

    types = {
        **dict.fromkeys(columns, "Float64"),
        **dict.fromkeys(_COUNTS, "Int64"),
        **dict.fromkeys([name for name in _TEXTS if name in columns], "string"),
    }
    return pd.DataFrame(rows, columns=[*columns]).astype(types)
