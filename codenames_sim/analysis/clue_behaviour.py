"""How entrants play, seat by seat: clues, guesses, what goes wrong, what it costs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from codenames_sim.analysis.merging import Merged, Runs, merged

if TYPE_CHECKING:
    import pandas as pd

ANSWERS = ("ok", "unparsable", "illegal", "refused", "truncated")
"""Outcomes of calls in which a model said something."""
MOST = 4
"""Clues of this number and more are taken together in `correct_of_4`."""

_WHO = ("entrant", "seat")
_COUNTS = ("games", "wins", "clues", "answers")
_FIGURES = (
    *("assassin_losses", "turns_to_win", "seconds"),
    *("illegal_clues", "number", "correct", *[f"correct_of_{n}" for n in range(1, MOST + 1)]),
    *("guesses", "beyond_number", "stops", "forfeits"),
    *("unparsable", "illegal_answers", "refused"),
    *("tokens_a_game", "usd_a_game", "tokens_a_win", "usd_a_win"),
)
_COLUMNS = (*_WHO, *_COUNTS, *_FIGURES)

Row = Mapping[str, object]


def behaviour(runs: Runs) -> pd.DataFrame:
    """Three rows for every entrant, of its seats `team`, `spymaster` and `operatives`.

    A panel's members that ask models have rows of their own besides (`operative.0`). A game against
    itself counts for both sides. Null is what does not apply to a seat, what there was none of to
    take a mean of, and what is unknown, such as dollars where a price is.

    All: games, wins. Team: assassin_losses, the share of games lost by the assassin; turns_to_win,
    its own turns in games won; seconds a game, both teams' together. Spymaster: clues, the share
    illegal_clues, the mean number, correct guesses for each legal clue, and for clues of each
    number (correct_of_4: 4 or more). Operatives: guesses for each legal clue, and of these clues
    the shares beyond_number (more guesses than the number) and stops. Both: forfeits, the share of
    its team's turns that it forfeited. Models: answers, the shares of them unparsable,
    illegal_answers (not allowed, asked again) and refused; tokens (in and out) and US dollars a
    game and a win.

    Where games were played under several wordings, the column `prompts` names one: it is null in
    the rows of all games, and rows of each wording follow for the entrants that are given it.
    """
    import pandas as pd

    games = merged(runs)
    tables = _Tables.of(games)
    rows = _rows(tables)
    columns, texts = [*_COLUMNS], [*_WHO]
    for wording in games.wordings:
        message = tables.under(wording, games.prompt_takers)
        rows += [{**row, "prompts": wording} for row in _rows(message)]
    if games.wordings:
        texts = [*_WHO, "prompts"]
        columns = [*texts, *_COLUMNS[len(_WHO) :]]
    types = {**dict.fromkeys(texts, "string"), **dict.fromkeys(_COUNTS, "Int64")}
    types |= dict.fromkeys(_FIGURES, "Float64")
    return pd.DataFrame(rows, columns=columns).astype(types)


class _Tables(NamedTuple):
    """What the figures are made of, each row with its entrant."""

    sides: pd.DataFrame
    turns: pd.DataFrame
    calls: pd.DataFrame

    @staticmethod
    def of(games: Merged) -> _Tables:
        """Of all games."""
        sides = games.sides
        turns = games.turns.merge(sides[["game_id", "team", "entrant", "score"]])
        return _Tables(sides, turns, _calls(games))

    def under(self, wording: str, entrants: Collection[str]) -> _Tables:
        """Those rows of these entrants that are of games under one wording."""
        games = self.sides.loc[self.sides["prompts"] == wording, "game_id"]
        kept = [
            table[table["game_id"].isin(games) & table["entrant"].isin([*entrants])]
            for table in self
        ]
        return _Tables(*kept)


def _rows(tables: _Tables) -> list[Row]:
    rows: list[Row] = []
    for entrant, sides in tables.sides.groupby("entrant", sort=True):
        own_calls = tables.calls[tables.calls["entrant"] == entrant]
        own_turns = tables.turns[tables.turns["entrant"] == entrant]
        played = {"games": len(sides), "wins": int((sides["score"] == 1).sum())}
        for seat, figures in _seats(sides, own_turns):
            asked = own_calls if seat == "team" else own_calls[own_calls["role"] == seat]
            result = {**played, **figures, **_models(asked, **played)}
            rows.append({"entrant": entrant, "seat": seat, **result})
        members = own_calls.groupby("role")["member"].nunique()
        for member, asked in own_calls.groupby("member", sort=True):
            if members[asked["role"].iloc[0]] > 1:
                result = {**played, **_models(asked, **played)}
                rows.append({"entrant": entrant, "seat": member, **result})
    return rows


def _seats(sides: pd.DataFrame, turns: pd.DataFrame) -> Iterator[tuple[str, Row]]:
    """What a seat did that the tables of games and turns tell."""
    lost = (sides["ending"] == "assassin") & (sides["score"] == 0)
    won = turns.loc[turns["score"] == 1].groupby("game_id").size()
    yield (
        "team",
        {
            "assassin_losses": lost.mean(),
            "turns_to_win": _mean(won),
            "seconds": sides["seconds"].mean(),
        },
    )
    given = turns[turns["clue"].notna()]
    legal = given[given["legal"].fillna(False)]
    numbered = legal[legal["number"].fillna(0) > 0]
    by_number = numbered.groupby(numbered["number"].clip(upper=MOST))["correct"].mean()
    yield (
        "spymaster",
        {
            "clues": len(given),
            "illegal_clues": _mean(~given["legal"].astype("boolean")),
            "number": _mean(numbered["number"]),
            "correct": _mean(legal["correct"]),
            **{f"correct_of_{number}": mean for number, mean in by_number.items()},
            "forfeits": _forfeits(turns, "spymaster"),
        },
    )
    yield (
        "operatives",
        {
            "clues": len(legal),
            "guesses": _mean(legal["guesses"]),
            "beyond_number": _mean(numbered["guesses"] > numbered["number"]),
            "stops": _mean(legal["ended_by"] == "stopped"),
            "forfeits": _forfeits(turns, "operative"),
        },
    )


def _forfeits(turns: pd.DataFrame, role: str) -> float | None:
    by = turns["forfeited_by"].str.contains(f".{role}", regex=False)
    return _mean(by.fillna(False))


def _models(calls: pd.DataFrame, games: int, wins: int) -> Row:
    """What came of asking models, and what it cost; nothing where none was asked."""
    if calls.empty:
        return {}
    answers = calls[calls["outcome"].isin(ANSWERS)]
    kinds = {"unparsable": "unparsable", "illegal_answers": "illegal", "refused": "refused"}
    known = calls[["input_tokens", "output_tokens"]].sum(axis=1, min_count=1)
    tokens = known.sum() if known.notna().any() else None
    usd = calls["usd"].sum() if calls["usd"].notna().all() else None
    return {
        "answers": len(answers),
        **{name: _mean(answers["outcome"] == kind) for name, kind in kinds.items()},
        "tokens_a_game": _share(tokens, games),
        "usd_a_game": _share(usd, games),
        "tokens_a_win": _share(tokens, wins),
        "usd_a_win": _share(usd, wins),
    }


def _calls(games: Merged) -> pd.DataFrame:
    """Calls with the entrant, its role, and `member`, the seat without its team."""
    calls = games.calls
    seats = calls["seat"].str.extract(r"(?P<team>[^.]+)\.(?P<member>.+)")
    spymaster = seats["member"].str.startswith("spymaster")
    role = spymaster.map({True: "spymaster", False: "operatives"})
    seated = calls.assign(team=seats["team"], member=seats["member"], role=role)
    return seated.merge(games.sides[["game_id", "team", "entrant"]])


def _mean(values: pd.Series[int] | pd.Series[bool]) -> float | None:
    return float(values.mean()) if len(values) else None


def _share(total: float | None, parts: int) -> float | None:
    return None if total is None or parts == 0 else float(total) / parts
