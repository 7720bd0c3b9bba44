"""How much results depend on the wording of the prompts, as people read it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from codenames_sim.analysis import Merged, prompt_differences, prompt_scores
from codenames_sim.report import cells
from codenames_sim.report.cells import Column, Row
from codenames_sim.report.formatting import Sheet

if TYPE_CHECKING:
    import pandas as pd


def prompt_sheets(games: Merged) -> tuple[pd.DataFrame, list[Sheet]]:
    """Entrants under each wording of the prompts, and by how much their scores differ."""
    frame = prompt_differences(games)
    scores: list[Column] = [
        ("entrant", cells.text("entrant")),
        ("prompts", cells.text("prompts")),
        ("Elo", cells.elo("rating")),
        ("95 % interval", cells.elo_range("low", "high")),
        ("games", cells.count("games")),
        ("boards", cells.count("boards")),
        ("score", cells.percent("score")),
    ]
    differences: list[Column] = [
        ("entrant", cells.text("entrant")),
        ("prompts", lambda row: f"{row['prompts']} – {row['compared_to']}"),
        ("difference", cells.points("difference")),
        ("95 % interval", cells.points_range("low", "high")),
        ("games", cells.count("games")),
        ("boards", cells.count("boards")),
        ("p", cells.p_value("p")),
        ("p (Holm)", cells.p_value("p_holm")),
    ]
    return frame, [
        cells.sheet(f"Scores by prompts: {games.name}", prompt_scores(games), scores, texts=2),
        cells.sheet("Differences between prompts, in points", frame, differences, texts=2),
    ]


def prompt_notes(games: Merged) -> list[str]:
    """How much each entrant's score depends on the wording, and how that was measured."""
    if not games.wordings:
        return ["Fewer than two wordings of the prompts were played, so none can be compared."]
    frame = prompt_differences(games)
    notes = [_dependence(rows) for rows in _by_entrant(frame)]
    if any(_value(row, "p_holm") < 0.05 for row in cells.rows(frame)):
        notes.append("A difference is established (5 % level) where p (Holm) is below 0.05.")
    elif len(frame):
        notes.append(
            "No difference between prompts is established at the 5 % level; the intervals show "
            "which differences remain possible."
        )
    return [
        *notes,
        "Prompts are compared by games on the same boards, against the same opponents under the "
        "same wording. A point is 1 % of the games.",
    ]


def _by_entrant(frame: pd.DataFrame) -> list[list[Row]]:
    result: dict[str, list[Row]] = {}
    for row in cells.rows(frame):
        result.setdefault(str(row["entrant"]), []).append(row)
    return list(result.values())


def _dependence(rows: list[Row]) -> str:
    """A sentence on the largest difference of an entrant."""
    size, row = max(
        ((abs(_value(row, "difference")), row) for row in rows), key=lambda pair: pair[0]
    )
    return (
        f"The wording changes {row['entrant']}'s score by at most {100 * size:.1f} points; "
        f"largest: {row['prompts']} against {row['compared_to']}, "
        f"{cells.points('difference')(row)} points, 95 % interval "
        f"{cells.points_range('low', 'high')(row)}, {_p_holm(row)} after Holm's "
        "correction."
    )


def _p_holm(row: Row) -> str:
    shown = cells.p_value("p_holm")(row)
    return f"p {shown}" if shown.startswith("<") else f"p = {shown}"


def _value(row: Row, column: str) -> float:
    return cast(float, row[column])


def behaviour_by_prompts(frame: pd.DataFrame) -> Sheet:
    """A row for each entrant and wording.

    Of its clues, the share that is illegal and the mean of correct guesses; of its turns, the share
    forfeited; of its models' answers, the share unparsable.
    """
    seats = {
        (row["entrant"], row["prompts"], row["seat"]): row
        for row in cells.rows(frame.sort_values(["entrant", "prompts"], kind="stable"))
    }

    def of(seat: str, show: Callable[[Row], str]) -> Callable[[Row], str]:
        return lambda row: show(seats[row["entrant"], row["prompts"], seat])

    def forfeits(row: Row) -> str:
        shares = [
            seats[row["entrant"], row["prompts"], seat]["forfeits"]
            for seat in ("spymaster", "operatives")
        ]
        known = [cast(float, share) for share in shares if share is not None]
        return f"{sum(known):.1%}" if known else cells.NONE

    columns: list[Column] = [
        ("entrant", cells.text("entrant")),
        ("prompts", cells.text("prompts")),
        ("games", cells.count("games")),
        ("illegal", of("spymaster", cells.percent("illegal_clues"))),
        ("correct", of("spymaster", cells.number("correct"))),
        ("forfeits", forfeits),
        ("unparsable", cells.percent("unparsable")),
        ("tokens a game", cells.count("tokens_a_game")),
    ]
    teams = [row for (_, _, seat), row in seats.items() if seat == "team"]
    rows = [[show(row) for _, show in columns] for row in teams]
    return Sheet("By prompts", [heading for heading, _ in columns], rows, 2)
