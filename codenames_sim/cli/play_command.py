"""The command play: a person at the table."""

from __future__ import annotations

import secrets
import signal
import sys
from pathlib import Path
from typing import Annotated

import typer

from codenames_sim.cli.app import CONFIG_HELP, DONE, FAILED, STOPPED, app, examples, terminal
from codenames_sim.cli.shipped_files import config_file


@app.command(
    epilog=examples(
        "codenames-sim play",
        "codenames-sim play strengths --team expert --against casual",
        "codenames-sim play my_play.yaml --seat second.spymaster",
    )
)
def play(
    config: Annotated[
        Path,
        typer.Argument(
            parser=config_file, help=f"{CONFIG_HELP} Its entrants play; you take a seat."
        ),
    ] = "play",  # type: ignore[assignment]  # what a user would write; config_file reads it
    *,
    seat: Annotated[
        str, typer.Option(help="first.operative, first.spymaster or second's; first starts.")
    ] = "first.operative",
    team: Annotated[
        str | None, typer.Option(help="The entrant you join.", show_default="the config's first")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(help="The entrant you play against.", show_default="the one after yours"),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=2**62, help="The seed of the board.", show_default="a new board"),
    ] = None,
    lang: Annotated[
        str | None,
        typer.Option(help="The language of the screen.", show_default="that of the words"),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="The folder of the record.", show_default="results/NAME-play-N"),
    ] = None,
) -> None:
    """Play a game yourself, with agents in all other seats."""
    from codenames_sim.interactive.seated_game import free_folder, play_seated, take_seat
    from codenames_sim.interactive.terminal_ui import Terminal, farewell, place_of
    from codenames_sim.report.messages import wording
    from codenames_sim.tournament import load_plan

    sys.path.insert(0, str(Path.cwd()))
    plan = load_plan(config)
    words = wording(lang or plan.words.language)
    new_seed = secrets.randbelow(2**31) if seed is None else seed
    seated = take_seat(plan, seat, team, against, new_seed)
    folder = out or free_folder(Path("results"), plan)
    console = terminal()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with (
            open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as keyboard,
            Terminal(console, words, place_of(seated, words), keyboard.readline) as table,
        ):
            played = play_seated(seated, table, folder)
    except KeyboardInterrupt:
        console.print(f"\n{words.say('after', 'stopped')}", highlight=False)
        sys.exit(STOPPED)
    console.print(farewell(seated, played, folder, words), soft_wrap=True)
    sys.exit(DONE if played.error is None else FAILED)
