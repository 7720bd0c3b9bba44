"""What a tournament came to, as people read it: ratings, meetings, teams, behaviour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

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
from codenames_sim.report import cells
from codenames_sim.report.cells import Column, Row
from codenames_sim.report.formatting import Sheet
from codenames_sim.report.prompt_tables import behaviour_by_prompts, prompt_notes, prompt_sheets
from codenames_sim.tournament import other_version

if TYPE_CHECKING:
    import pandas as pd

FLAGS: Mapping[str, str] = {
    "undefeated": "won all its games: how much stronger it is can't be told",
    "winless": "won none of its games: how much weaker it is can't be told",
    "unlinked": "wins and losses do not link it to the others: their difference can't be told",
    "few boards": "one board only, or all came out alike: each board counts as one game",
}
"""What each flag of a rating means; the interval is then rough."""


def leaderboard_sheets(games: Merged, anchor: str | None) -> tuple[pd.DataFrame, list[Sheet]]:
    """Entrants by rating, as a frame and for people."""
    frame = leaderboard(games, anchor)
    columns: list[Column] = [
        ("entrant", cells.text("entrant")),
        ("Elo", cells.elo("rating")),
        ("95 % interval", cells.elo_range("low", "high")),
        ("games", cells.count("games")),
        ("boards", cells.count("boards")),
        ("score", cells.percent("score")),
        ("", cells.text("flag", "")),
    ]
    sheets = [cells.sheet(f"Leaderboard: {games.name}", frame, columns)]
    return frame, [*sheets, *(prompt_sheets(games)[1] if games.wordings else [])]


def leaderboard_notes(games: Merged, anchor: str | None) -> list[str]:
    """What the ratings are relative to, what going first is worth, and how games counted."""
    frame = leaderboard(games, anchor)
    moves = first_move_ratings(games)
    zero = f"{anchor}'s rating is 0" if anchor else "the mean rating is 0"
    flagged = (
        "" if anchor or frame["flag"].isna().all() else " over entrants without a flag, if any"
    )
    notes = [f"Bradley-Terry ratings on the Elo scale; {zero}{flagged}."]
    for row in cells.rows(moves):
        worth = f"{cells.elo('rating')(row)} Elo ({cells.elo_range('low', 'high')(row)})"
        notes.append(f"Going first on a split of {row['split']} is worth {worth}.")
    if frame["rating"].isna().any():
        notes.append("An entrant that met no other has no rating.")
    if games.wordings:
        notes += prompt_notes(games)
    return [*notes, *_flag_notes(frame), *counting_notes(games)]


def role_sheets(games: Merged) -> tuple[pd.DataFrame, list[Sheet]]:
    """Agents in their roles by rating."""
    frame = roles(games)
    columns: list[Column] = [
        ("role", cells.text("role")),
        ("agent", cells.text("agent")),
        ("Elo", cells.elo("rating")),
        ("95 % interval", cells.elo_range("low", "high")),
        ("partners", cells.count("partners")),
        ("", cells.text("flag", "")),
    ]
    sheets = [
        cells.sheet(f"Roles: {games.name}, group {number}", part, columns, texts=2)
        for number, part in frame[frame["rating"].notna()].groupby("group", sort=True)
    ]
    return frame, sheets


def role_notes(games: Merged) -> list[str]:
    """What can't be told apart, and how games counted."""
    frame = roles(games)
    message = frame[frame["rating"].notna()]
    untold = frame[frame["rating"].isna()]
    notes = []
    if message.empty:
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
            names = ", ".join(f"{row['agent']} ({row['role']})" for row in cells.rows(untold))
            notes.append(f"Alone in the role in its group, so that nothing can be told: {names}.")
    return [*notes, *_flag_notes(frame), *counting_notes(games)]


def head_to_head_sheets(games: Merged) -> tuple[pd.DataFrame, list[Sheet]]:
    """Every two entrants' meetings."""
    frame = head_to_head(games)
    columns: list[Column] = [
        ("entrant", cells.text("entrant")),
        ("opponent", cells.text("opponent")),
        ("score", cells.percent("score")),
        ("95 % interval", cells.percent_range("low", "high")),
        ("games", cells.count("games")),
        ("won", cells.count("pairs_won")),
        ("split", cells.count("pairs_split")),
        ("lost", cells.count("pairs_lost")),
    ]
    return frame, [cells.sheet(f"Head to head: {games.name}", frame, columns, texts=2)]


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
            ("spymaster", cells.text("spymaster")),
            ("operatives", cells.text("operatives")),
            ("score", cells.percent("score")),
            ("95 % interval", cells.percent_range("low", "high")),
            ("games", cells.count("games")),
            ("fit", cells.elo("fit")),
        ]
        return frame, [cells.sheet(title, frame, columns, texts=2)]
    teams = {(row["spymaster"], row["operatives"]): _team_cell(row) for row in cells.rows(frame)}
    rows = [
        [spymaster, *[teams.get((spymaster, each), cells.NONE) for each in operatives]]
        for spymaster in dict.fromkeys(frame["spymaster"])
    ]
    return frame, [Sheet(f"{title}, operatives across", ["spymaster", *operatives], rows)]


def cross_play_notes(games: Merged) -> list[str]:
    """What a cell holds, and how games counted."""
    cell = "Scores are against all others, with their 95 % intervals and games"
    message = bool(cross_play(games)["fit"].notna().any())
    fit = (
        "; fit, what the two are together beyond their roles, in Elo and shrunk" if message else ""
    )
    return [f"{cell}{fit}.", *counting_notes(games)]


def behaviour_sheets(games: Merged) -> tuple[pd.DataFrame, list[Sheet]]:
    """Teams, spymasters, operatives, and models where any were asked."""
    table = behaviour(games)
    frame = table[table["prompts"].isna()] if games.wordings else table

    def sheet(title: str, seat: str, columns: Sequence[Column]) -> Sheet:
        name: Column = ("entrant", cells.text("entrant"))
        return cells.sheet(title, frame[frame["seat"] == seat], [name, *columns])

    sheets = [
        sheet(
            f"Teams: {games.name}",
            "team",
            [
                ("games", cells.count("games")),
                ("wins", cells.count("wins")),
                ("lost by assassin", cells.percent("assassin_losses")),
                ("turns to win", cells.number("turns_to_win")),
                ("seconds a game", cells.number("seconds")),
            ],
        ),
        sheet(
            "Spymasters",
            "spymaster",
            [
                ("clues", cells.count("clues")),
                ("illegal", cells.percent("illegal_clues")),
                ("number", cells.number("number")),
                ("correct", cells.number("correct")),
                *[(f"of {n}", cells.number(f"correct_of_{n}")) for n in (1, 2, 3)],
                ("of 4+", cells.number("correct_of_4")),
                ("forfeits", cells.percent("forfeits")),
            ],
        ),
        sheet(
            "Operatives",
            "operatives",
            [
                ("legal clues", cells.count("clues")),
                ("guesses a clue", cells.number("guesses")),
                ("beyond number", cells.percent("beyond_number")),
                ("stops", cells.percent("stops")),
                ("forfeits", cells.percent("forfeits")),
            ],
        ),
    ]
    asked = frame[frame["answers"].notna() & (frame["seat"] != "team")]
    if len(asked):
        columns: list[Column] = [
            ("entrant", cells.text("entrant")),
            ("seat", cells.text("seat")),
            ("answers", cells.count("answers")),
            ("unparsable", cells.percent("unparsable")),
            ("illegal", cells.percent("illegal_answers")),
            ("refused", cells.percent("refused")),
            ("tokens a game", cells.count("tokens_a_game")),
            ("$ a game", cells.dollars("usd_a_game")),
            ("$ a win", cells.dollars("usd_a_win")),
        ]
        sheets.append(cells.sheet("Models", asked, columns, texts=2))
    if games.wordings:
        sheets.append(behaviour_by_prompts(table[table["prompts"].notna()]))
    return table, sheets


def behaviour_notes(games: Merged) -> list[str]:
    """What the columns are of, and how games counted."""
    return [
        "Correct guesses are for each legal clue, in all and of each number; beyond the number and "
        f"stops are shares of legal clues. {cells.NONE} is what is not there or not known. None of "
        "these figures has an interval.",
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


def _team_cell(row: Row) -> str:
    between = f"{row['low']:.0%} – {row['high']:.0%}"
    lines = [cells.percent("score")(row), between, f"n {row['games']:,}"]
    return "\n".join(lines + ([f"fit {cells.elo('fit')(row)}"] if row["fit"] is not None else []))
