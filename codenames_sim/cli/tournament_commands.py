"""Commands that make tables of finished runs: leaderboard, head-to-head, cross-play, behaviour."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from codenames_sim.cli.app import app, examples
from codenames_sim.cli.table_output import Format, FormatOption, print_sheets
from codenames_sim.errors import InputError

if TYPE_CHECKING:
    from codenames_sim.analysis import Merged


_Folders = Annotated[
    list[Path], typer.Argument(help="Runs of the same rules and words, taken together.")
]


@app.command(
    epilog=examples(
        "codenames-sim leaderboard results/strengths",
        "codenames-sim leaderboard results/monday results/tuesday --format csv",
    )
)
def leaderboard(
    folders: _Folders,
    anchor: Annotated[
        str | None,
        typer.Option(help="The entrant whose rating is 0.", show_default="the mean of all"),
    ] = None,
    by_role: Annotated[
        bool, typer.Option("--roles", help="Rate spymasters and operatives apart.")
    ] = False,
    by_prompts: Annotated[
        bool, typer.Option("--prompts", help="Compare scores under several wordings of prompts.")
    ] = False,
    form: FormatOption = Format.TABLE,
) -> None:
    """Rank entrants by rating: how strong each is, and what going first is worth."""
    from codenames_sim.report import prompt_tables, tournament_tables

    if by_role and anchor:
        raise InputError("--anchor names an entrant; it can't go with --roles")
    if by_prompts and (by_role or anchor):
        raise InputError("--prompts can't go with --roles or --anchor")
    games = _merged(folders)
    if by_prompts:
        notes = [*prompt_tables.prompt_notes(games), *tournament_tables.counting_notes(games)]
        print_sheets(*prompt_tables.prompt_sheets(games), notes, form)
    elif by_role:
        print_sheets(
            *tournament_tables.role_sheets(games), tournament_tables.role_notes(games), form
        )
    else:
        result = tournament_tables.leaderboard_sheets(games, anchor)
        print_sheets(*result, tournament_tables.leaderboard_notes(games, anchor), form)


@app.command(epilog=examples("codenames-sim head-to-head results/strengths"))
def head_to_head(folders: _Folders, form: FormatOption = Format.TABLE) -> None:
    """Say how every two entrants did against each other, game by game and pair by pair."""
    from codenames_sim.report import tournament_tables

    games = _merged(folders)
    print_sheets(
        *tournament_tables.head_to_head_sheets(games),
        tournament_tables.head_to_head_notes(games),
        form,
    )


@app.command(epilog=examples("codenames-sim cross-play results/cross_play"))
def cross_play(folders: _Folders, form: FormatOption = Format.TABLE) -> None:
    """Show how every spymaster did with every operatives."""
    from codenames_sim.report import tournament_tables

    games = _merged(folders)
    print_sheets(
        *tournament_tables.cross_play_sheets(games), tournament_tables.cross_play_notes(games), form
    )


@app.command(epilog=examples("codenames-sim behaviour results/strengths --format json"))
def behaviour(folders: _Folders, form: FormatOption = Format.TABLE) -> None:
    """Show how entrants play, seat by seat: clues, guesses, what goes wrong, what it costs."""
    from codenames_sim.report import tournament_tables

    games = _merged(folders)
    print_sheets(
        *tournament_tables.behaviour_sheets(games), tournament_tables.behaviour_notes(games), form
    )


def _merged(folders: Sequence[Path]) -> Merged:
    from codenames_sim.analysis import merged
    from codenames_sim.records import load_run

    return merged([load_run(folder) for folder in folders])
