"""Commands that look at a run: show, verify and replay."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from codenames_sim.cli.app import (
    FAILED,
    RunFolder,
    app,
    examples,
    say_version,
    show_run,
    terminal,
)
from codenames_sim.errors import InputError


@app.command(epilog=examples("codenames-sim show results/quickstart"))
def show(folder: RunFolder) -> None:
    """Print a run's summary."""
    from codenames_sim.records import load_run

    show_run(folder)
    if load_run(folder).manifest.get("status") != "finished":
        line = f"\nThis run is not finished. Go on with: codenames-sim resume {folder}"
        terminal().print(line, markup=False, highlight=False, soft_wrap=True)


@app.command(epilog=examples("codenames-sim verify results/quickstart"))
def verify(folder: RunFolder) -> None:
    """Check a run: all games present, replayable, consistent, no secrets; exit code 1 if not."""
    from codenames_sim.analysis import verify as check
    from codenames_sim.records import load_run
    from codenames_sim.report.sanitize import shown
    from codenames_sim.tournament import other_version, release_to_install

    sys.path.insert(0, str(Path.cwd()))
    console = terminal()
    run = load_run(folder)
    say_version(run)
    if other_version(run.manifest) is not None:
        line = f"To play or resume these games, {release_to_install(run.manifest)}."
        terminal(stderr=True).print(line, markup=False, highlight=False, soft_wrap=True)
    problems = check(folder)
    for problem in problems:
        line = f"{shown(problem.where)}: {shown(problem.what, 500)}"
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    if problems:
        line = f"\nProblems: {len(problems):,}. Where games are missing or void, go on with: "
        line += f"codenames-sim resume {folder}"
        console.print(line, markup=False, highlight=False, soft_wrap=True)
        sys.exit(FAILED)
    console.print(f"{folder}: all games are there, replay as recorded, and add up", highlight=False)


@app.command(
    epilog=examples(
        "codenames-sim replay results/quickstart", "codenames-sim replay results/quickstart 3f2a"
    )
)
def replay(
    folder: RunFolder,
    game_id: Annotated[
        str | None,
        typer.Argument(
            help="The game's id, or the first characters of it.", show_default="the run's first"
        ),
    ] = None,
) -> None:
    """Play a recorded game again, move by move, with the board in colour."""
    from codenames_sim.analysis import find_game
    from codenames_sim.records import load_run
    from codenames_sim.report.replay_lines import replay_lines

    run = load_run(folder)
    say_version(run)
    if game_id is None:
        games = run.games
        played = games.loc[games["status"] != "void", "game_id"]
        if played.empty:
            raise InputError("there is no game to replay yet", file=folder)
        game_id = str(played.iloc[0])
    console = terminal()
    for line in replay_lines(find_game(run, game_id)):
        console.print(line, soft_wrap=True)
