"""Commands that make tables of finished runs: leaderboard, head-to-head, cross-play, behaviour."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from codenames_sim.cli.app import app, terminal
from codenames_sim.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from codenames_sim.analysis import Merged
    from codenames_sim.report.sheets import Sheet


class Format(StrEnum):
    """How a table is written."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    MARKDOWN = "markdown"


_Folders = Annotated[
    list[Path], typer.Argument(help="Runs of the same rules and words, taken together.")
]
_Format = Annotated[
    Format, typer.Option("--format", help="With csv and json, notes go to the error output.")
]


@app.command(
    epilog="Examples: codenames-sim leaderboard results/quickstart · "
    "codenames-sim leaderboard results/one results/two --format csv"
)
def leaderboard(
    folders: _Folders,
    anchor: Annotated[
        str | None, typer.Option(help="Whose rating is 0.  [default: the mean's]")
    ] = None,
    by_role: Annotated[
        bool, typer.Option("--roles", help="Rate spymasters and operatives apart.")
    ] = False,
    form: _Format = Format.TABLE,
) -> None:
    """Rank entrants by rating: how strong each is, and what going first is worth."""
    from codenames_sim.report import tables

    if by_role and anchor:
        raise InputError("--anchor names an entrant; it can't go with --roles")
    games = _merged(folders)
    if by_role:
        _print(*tables.role_sheets(games), tables.role_notes(games), form)
    else:
        found = tables.leaderboard_sheets(games, anchor)
        _print(*found, tables.leaderboard_notes(games, anchor), form)


@app.command(epilog="Example: codenames-sim head-to-head results/quickstart")
def head_to_head(folders: _Folders, form: _Format = Format.TABLE) -> None:
    """Say how every two entrants did against each other, game by game and pair by pair."""
    from codenames_sim.report import tables

    games = _merged(folders)
    _print(*tables.head_to_head_sheets(games), tables.head_to_head_notes(games), form)


@app.command(epilog="Example: codenames-sim cross-play results/quickstart")
def cross_play(folders: _Folders, form: _Format = Format.TABLE) -> None:
    """Show how every spymaster did with every operatives."""
    from codenames_sim.report import tables

    games = _merged(folders)
    _print(*tables.cross_play_sheets(games), tables.cross_play_notes(games), form)


@app.command(epilog="Example: codenames-sim behaviour results/quickstart --format json")
def behaviour(folders: _Folders, form: _Format = Format.TABLE) -> None:
    """Show how entrants play, seat by seat: clues, guesses, what goes wrong, what it costs."""
    from codenames_sim.report import tables

    games = _merged(folders)
    _print(*tables.behaviour_sheets(games), tables.behaviour_notes(games), form)


def _merged(folders: Sequence[Path]) -> Merged:
    from codenames_sim.analysis import merged
    from codenames_sim.records import load_run

    return merged([load_run(folder) for folder in folders])


def _print(
    frame: pd.DataFrame, sheets: Sequence[Sheet], notes: Sequence[str], form: Format
) -> None:
    from codenames_sim.report.sheets import as_csv, as_json, as_markdown, on_terminal

    if form is Format.TABLE:
        terminal().print(on_terminal(sheets, notes), highlight=False)
    elif form is Format.MARKDOWN:
        typer.echo(as_markdown(sheets, notes), nl=False)
    else:
        typer.echo(as_csv(frame) if form is Format.CSV else as_json(frame), nl=False)
        for note in notes:
            terminal(stderr=True).print(note, markup=False, highlight=False, soft_wrap=True)
