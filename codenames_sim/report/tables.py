"""What a tournament came to, as people read it: ratings, meetings, teams, behaviour."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from codenames_sim.analysis import (
    Merged,
    behaviour,
    cross_play,
    first_move_ratings,
    head_to_head,
    leaderboard,
    roles,
    stopping,
)
from codenames_sim.records import Run
from codenames_sim.report.sheets import Sheet
from codenames_sim.tournament import other_version

if TYPE_CHECKING:
    import pandas as pd

NONE = "–"
"""Shown where there is nothing to be said."""
FLAGS: Mapping[str, str] = {
    "undefeated": "won all its games: how much stronger it is can't be told",
    "winless": "won none of its games: how much weaker it is can't be told",
    "unlinked": "wins and losses do not link it to the others: their difference can't be told",
    "few boards": "one board only, or all came out alike: each board counts as one game",
}
"""What each flag of a rating means; the interval is then rough."""

Row = Mapping[str, object]
Column = tuple[str, Callable[[Row], str]]


def leaderboard_sheets(games: Merged, anchor: str | None) -> tuple[pd.DataFrame, list[Sheet]]:
    """Entrants by rating, as a frame and for people."""
    frame = leaderboard(games, anchor)
    columns: list[Column] = [
        ("entrant", _text("entrant")),
        ("Elo", _elo("rating")),
        ("95 % interval", _elo_range("low", "high")),
        ("games", _count("games")),
        ("boards", _count("boards")),
        ("score", _percent("score")),
        ("", _text("flag", "")),
    ]
    return frame, [_sheet(f"Leaderboard: {games.name}", frame, columns)]


def leaderboard_notes(games: Merged, anchor: str | None) -> list[str]:
    """What the ratings are relative to, what going first is worth, and how games counted."""
    frame = leaderboard(games, anchor)
    moves = first_move_ratings(games)
    zero = f"{anchor}'s rating is 0" if anchor else "the mean rating is 0"
    flagged = (
        "" if anchor or frame["flag"].isna().all() else " over entrants without a flag, if any"
    )
    notes = [f"Bradley-Terry ratings on the Elo scale; {zero}{flagged}."]
    for row in _rows(moves):
        worth = f"{_elo('rating')(row)} Elo ({_elo_range('low', 'high')(row)})"
        notes.append(f"Going first on a split of {row['split']} is worth {worth}.")
    if frame["rating"].isna().any():
        notes.append("An entrant that met no other has no rating.")
    return [*notes, *_flag_notes(frame), *counting_notes(games)]


def role_sheets(games: Merged) -> tuple[pd.DataFrame, list[Sheet]]:
    """Agents in their roles by rating."""
    frame = roles(games)
    columns: list[Column] = [
        ("role", _text("role")),
        ("agent", _text("agent")),
        ("Elo", _elo("rating")),
        ("95 % interval", _elo_range("low", "high")),
        ("partners", _count("partners")),
        ("", _text("flag", "")),
    ]
    sheets = [
        _sheet(f"Roles: {games.name}, group {number}", part, columns, texts=2)
        for number, part in frame[frame["rating"].notna()].groupby("group", sort=True)
    ]
    return frame, sheets


def role_notes(games: Merged) -> list[str]:
    """What can't be told apart, and how games counted."""
    frame = roles(games)
    told = frame[frame["rating"].notna()]
    untold = frame[frame["rating"].isna()]
    notes = []
    if told.empty:
        notes.append(
            "Spymasters can't be told from operatives here: none that share a partner are to be "
            "compared. Let each spymaster play with several operatives, and the other way round."
        )
    else:
        notes.append(
            "A role's rating is how much stronger teams were with the agent in it, over the "
            "partners at hand; the mean is 0 in each role and group."
        )
        if len(untold):
            names = ", ".join(f"{row['agent']} ({row['role']})" for row in _rows(untold))
            notes.append(f"Alone in the role in its group, so that nothing can be told: {names}.")
    return [*notes, *_flag_notes(frame), *counting_notes(games)]


def head_to_head_sheets(games: Merged) -> tuple[pd.DataFrame, list[Sheet]]:
    """Every two entrants' meetings."""
    frame = head_to_head(games)
    columns: list[Column] = [
        ("entrant", _text("entrant")),
        ("opponent", _text("opponent")),
        ("score", _percent("score")),
        ("95 % interval", _percent_range("low", "high")),
        ("games", _count("games")),
        ("won", _count("pairs_won")),
        ("split", _count("pairs_split")),
        ("lost", _count("pairs_lost")),
    ]
    return frame, [_sheet(f"Head to head: {games.name}", frame, columns, texts=2)]


def head_to_head_notes(games: Merged) -> list[str]:
    """What the pairs are, and how games counted."""
    open_pairs = int(head_to_head(games)["pairs_open"].sum())
    missing = f" {open_pairs:,} pairs lack a game." if open_pairs else ""
    pairs = "Won, split and lost are mirrored pairs: one board, either entrant going first once."
    return [pairs + missing, *counting_notes(games)]


def cross_play_sheets(games: Merged) -> tuple[pd.DataFrame, list[Sheet]]:
    """The matrix of scores, spymasters by operatives; a list where most of it would be empty."""
    frame = cross_play(games)
    operatives = [*dict.fromkeys(frame["operatives"])]
    title = f"Cross-play: {games.name}"
    if 2 * len(frame) < frame["spymaster"].nunique() * len(operatives):
        columns: list[Column] = [
            ("spymaster", _text("spymaster")),
            ("operatives", _text("operatives")),
            ("score", _percent("score")),
            ("95 % interval", _percent_range("low", "high")),
            ("games", _count("games")),
            ("fit", _elo("fit")),
        ]
        return frame, [_sheet(title, frame, columns, texts=2)]
    cells = {(row["spymaster"], row["operatives"]): _team_cell(row) for row in _rows(frame)}
    rows = [
        [spymaster, *[cells.get((spymaster, each), NONE) for each in operatives]]
        for spymaster in dict.fromkeys(frame["spymaster"])
    ]
    return frame, [Sheet(f"{title}, operatives across", ["spymaster", *operatives], rows)]


def cross_play_notes(games: Merged) -> list[str]:
    """What a cell holds, and how games counted."""
    cell = "Scores are against all others, with their 95 % intervals and games"
    told = bool(cross_play(games)["fit"].notna().any())
    fit = "; fit, what the two are together beyond their roles, in Elo and shrunk" if told else ""
    return [f"{cell}{fit}.", *counting_notes(games)]


def behaviour_sheets(games: Merged) -> tuple[pd.DataFrame, list[Sheet]]:
    """Teams, spymasters, operatives, and models where any were asked."""
    frame = behaviour(games)

    def sheet(title: str, seat: str, columns: Sequence[Column]) -> Sheet:
        name: Column = ("entrant", _text("entrant"))
        return _sheet(title, frame[frame["seat"] == seat], [name, *columns])

    sheets = [
        sheet(
            f"Teams: {games.name}",
            "team",
            [
                ("games", _count("games")),
                ("wins", _count("wins")),
                ("lost by assassin", _percent("assassin_losses")),
                ("turns to win", _number("turns_to_win")),
                ("seconds a game", _number("seconds")),
            ],
        ),
        sheet(
            "Spymasters",
            "spymaster",
            [
                ("clues", _count("clues")),
                ("illegal", _percent("illegal_clues")),
                ("number", _number("number")),
                ("correct", _number("correct")),
                *[(f"of {n}", _number(f"correct_of_{n}")) for n in (1, 2, 3)],
                ("of 4+", _number("correct_of_4")),
                ("forfeits", _percent("forfeits")),
            ],
        ),
        sheet(
            "Operatives",
            "operatives",
            [
                ("legal clues", _count("clues")),
                ("guesses a clue", _number("guesses")),
                ("beyond number", _percent("beyond_number")),
                ("stops", _percent("stops")),
                ("forfeits", _percent("forfeits")),
            ],
        ),
    ]
    asked = frame[frame["answers"].notna() & (frame["seat"] != "team")]
    if len(asked):
        columns: list[Column] = [
            ("entrant", _text("entrant")),
            ("seat", _text("seat")),
            ("answers", _count("answers")),
            ("unparsable", _percent("unparsable")),
            ("illegal", _percent("illegal_answers")),
            ("refused", _percent("refused")),
            ("tokens a game", _count("tokens_a_game")),
            ("$ a game", _dollars("usd_a_game")),
            ("$ a win", _dollars("usd_a_win")),
        ]
        sheets.append(_sheet("Models", asked, columns, texts=2))
    return frame, sheets


def behaviour_notes(games: Merged) -> list[str]:
    """What the columns are of, and how games counted."""
    return [
        "Correct guesses are for each legal clue, in all and of each number; beyond the number and "
        f"stops are shares of legal clues. {NONE} is what is not there or not known. None of these "
        "figures has an interval.",
        *_counting(games),
    ]


def counting_notes(games: Merged) -> list[str]:
    """How stalled and forfeited games counted, what was left out, and what intervals are."""
    return [*_counting(games), "Intervals are clustered by board."]


def standing_notes(runs: Sequence[Run]) -> list[str]:
    """What is to be said of runs that are not whole, or ended when their results said so."""
    notes = []
    for run in runs:
        if (other := other_version(run.manifest)) is not None:
            notes.append(f"{run.folder.name}: {other}.")
        if run.manifest.get("status") != "finished":
            notes.append(f"{run.folder.name} is not finished: these are its games so far.")
        if stopping(run):
            notes.append(
                f"{run.folder.name} ends where its results say: its verdicts, which its summary "
                "has, allow for that; rates, ratings and intervals here don't."
            )
    return notes


def _counting(games: Merged) -> list[str]:
    half = games.scoring.stalled == "half"
    loss = games.scoring.forfeited == "loss"
    stalled = "count half a win for each team" if half else "are left out"
    forfeited = "count as lost by the team that forfeited" if loss else "are left out"
    left = f"Left out: {games.void:,} void" + (
        f", {games.surplus:,} surplus" if games.surplus else ""
    )
    twice = f" {games.repeated:,} games are in several runs; each counts once."
    return [
        *standing_notes(games.runs),
        f"Stalled games ({games.stalled:,}) {stalled}; games ended by a forfeit "
        f"({games.forfeited:,}) {forfeited}. {left}.{twice if games.repeated else ''}",
    ]


def _flag_notes(frame: pd.DataFrame) -> list[str]:
    return [f"{flag}: {FLAGS[flag]}." for flag in dict.fromkeys(frame["flag"].dropna())]


def _sheet(title: str, frame: pd.DataFrame, columns: Sequence[Column], texts: int = 1) -> Sheet:
    rows = [[show(row) for _, show in columns] for row in _rows(frame)]
    return Sheet(title, [heading for heading, _ in columns], rows, texts)


def _rows(frame: pd.DataFrame) -> list[Row]:
    plain = frame.astype(object).where(frame.notna(), None)
    return cast("list[Row]", plain.to_dict("records"))


def _team_cell(row: Row) -> str:
    between = f"{row['low']:.0%} – {row['high']:.0%}"
    lines = [_percent("score")(row), between, f"n {row['games']:,}"]
    return "\n".join(lines + ([f"fit {_elo('fit')(row)}"] if row["fit"] is not None else []))


def _form(column: str, form: str, none: str = NONE) -> Callable[[Row], str]:
    return lambda row: none if row[column] is None else form.format(row[column])


def _text(column: str, none: str = NONE) -> Callable[[Row], str]:
    return _form(column, "{}", none)


def _count(column: str) -> Callable[[Row], str]:
    return _form(column, "{:,.0f}")


def _number(column: str) -> Callable[[Row], str]:
    return _form(column, "{:,.2f}")


def _percent(column: str) -> Callable[[Row], str]:
    return _form(column, "{:.1%}")


def _dollars(column: str) -> Callable[[Row], str]:
    return _form(column, "{:,.4f}")


def _elo(column: str) -> Callable[[Row], str]:
    return _form(column, "{:+,.0f}")


def _elo_range(low: str, high: str) -> Callable[[Row], str]:
    return lambda row: NONE if row[low] is None else f"{row[low]:+,.0f} to {row[high]:+,.0f}"


def _percent_range(low: str, high: str) -> Callable[[Row], str]:
    return lambda row: f"{row[low]:.1%} – {row[high]:.1%}"
