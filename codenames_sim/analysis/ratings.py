"""Who is how strong: entrants, and the agents in their roles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from codenames_sim.analysis.merging import Merged, Runs, merged
from codenames_sim.errors import InputError
from codenames_sim.stats import BradleyTerry, Games, Rating, RoleTable, Team, ratings, role_table
from codenames_sim.yamlfile import did_you_mean

if TYPE_CHECKING:
    import pandas as pd

Row = Mapping[str, object]


def leaderboard(runs: Runs, anchor: str | None = None) -> pd.DataFrame:
    """Entrants by rating, the best first.

    Columns: entrant; rating, low, high in Elo, null for an entrant that met no other; flag, why the
    interval says little, null where it does not; and of games against others: games, boards, wins,
    losses, halves (stalled games that count), score (their mean). The mean rating of the linked
    entrants is 0, or the anchor's is. Raises InputError for an anchor that met no other.
    """
    import pandas as pd

    games = merged(runs)
    rated, _ = _ratings(games, anchor)
    sides = games.sides[games.sides["entrant"] != games.sides["opponent"]]
    entrants = dict.fromkeys([*games.sides["entrant"]])
    rows = [
        {"entrant": name, **_rating_columns(rated.get(name)), **_record(sides, name)}
        for name in entrants
    ]
    table = pd.DataFrame(rows, columns=_LEADERBOARD).astype(_types(_LEADERBOARD))
    order = ["rating", "entrant"]
    return table.sort_values(order, ascending=[False, True], ignore_index=True)


def first_move_ratings(runs: Runs) -> pd.DataFrame:
    """What going first is worth on each split, in Elo, beside the entrants' ratings.

    Columns: split, rating, low, high, flag, games, boards.
    """
    import pandas as pd

    _, moves = _ratings(merged(runs), None)
    rows = [
        {
            "split": split,
            **_rating_columns(rating),
            "games": rating.interval.n,
            "boards": rating.interval.clusters,
        }
        for split, rating in moves.items()
    ]
    columns = ["split", *_RATING, "games", "boards"]
    return pd.DataFrame(rows, columns=columns).astype(_types(columns))


def roles(runs: Runs) -> pd.DataFrame:
    """Who gives good clues and who understands them: agents in their roles, the best first.

    Columns: role (spymaster or operatives), agent, rating, low, high in Elo, flag, partners, group.
    Ratings compare within a group and role. They are null where nobody else in the group has the
    role, and so where a team shares no agent with another: its roles can't be told apart.
    """
    import pandas as pd

    rows = [
        {
            "role": row.role,
            "agent": row.agent,
            **_rating_columns(row.rating),
            "partners": row.partners,
            "group": row.group,
        }
        for row in role_ratings(merged(runs)).roles
    ]
    columns = ["role", "agent", *_RATING, "partners", "group"]
    table = pd.DataFrame(rows, columns=columns).astype(_types(columns))
    order = ["group", "role", "rating", "agent"]
    return table.sort_values(order, ascending=[True, False, False, True], ignore_index=True)


def role_ratings(games: Merged) -> RoleTable:
    """Roles and fits, in a Bradley-Terry model of teams by who sits where."""
    table = games.games
    if table.empty:
        return RoleTable([], [])
    teams = {
        f"{spymaster}\n{operatives}": Team(spymaster, operatives)
        for spymaster, operatives in zip(
            games.sides["spymaster"], games.sides["operatives"], strict=True
        )
    }
    first, second = (
        [*(table[f"{team}_spymaster"] + "\n" + table[f"{team}_team"])]
        for team in ("first", "second")
    )
    model = BradleyTerry(
        Games.of(first, second, table["first_score"], table["board_seed"], [*table["split"]])
    )
    return role_table(model, {name: teams[name] for name in model.met})


_RATING = ("rating", "low", "high", "flag")
_LEADERBOARD = ["entrant", *_RATING, "games", "boards", "wins", "losses", "halves", "score"]
_TYPES: Mapping[str, str] = {
    **dict.fromkeys(("rating", "low", "high", "score"), "Float64"),
    **dict.fromkeys(("games", "boards", "wins", "losses", "halves", "partners", "group"), "Int64"),
}


def _types(columns: Sequence[str]) -> dict[str, str]:
    return {column: _TYPES.get(column, "string") for column in columns}


def _ratings(
    games: Merged, anchor: str | None
) -> tuple[Mapping[str, Rating], Mapping[str, Rating]]:
    table = games.games
    met = {
        name
        for one, other in zip(table["first_entrant"], table["second_entrant"], strict=True)
        if one != other
        for name in (one, other)
    }
    if anchor is not None and anchor not in met:
        raise InputError(f"no entrant '{anchor}' met another; {did_you_mean(anchor, sorted(met))}")
    return ratings(
        Games.of(
            [*table["first_entrant"]],
            [*table["second_entrant"]],
            table["first_score"],
            table["board_seed"],
            [*table["split"]],
        ),
        anchor,
    )


def _rating_columns(rating: Rating | None) -> Row:
    if rating is None:
        return dict.fromkeys(_RATING)
    result = rating.interval
    return {"rating": result.estimate, "low": result.low, "high": result.high, "flag": rating.flag}


def _record(sides: pd.DataFrame, entrant: str) -> Row:
    own = sides[sides["entrant"] == entrant]
    return {
        "games": len(own),
        "boards": own["board_seed"].nunique(),
        "wins": (own["score"] == 1).sum(),
        "losses": (own["score"] == 0).sum(),
        "halves": (own["score"] == 0.5).sum(),
        "score": own["score"].mean() if len(own) else None,
    }
