"""The command play: a person at the table."""

from __future__ import annotations

import secrets
import signal
import sys
from pathlib import Path
from typing import Annotated

import typer

from codenames_sim.cli.app import DONE, FAILED, STOPPED, app, terminal


@app.command(
    epilog="Examples: codenames-sim play · codenames-sim play my.yaml --seat second.spymaster"
)
def play(
    config: Annotated[
        Path, typer.Argument(help="A config file: its entrants play, you take a seat.")
    ] = Path("configs/play.yaml"),
    *,
    seat: Annotated[
        str, typer.Option(help="first.operative, first.spymaster or second's; the first begins.")
    ] = "first.operative",
    team: Annotated[
        str | None, typer.Option(help="The entrant you join.  [default: the config's first]")
    ] = None,
    against: Annotated[
        str | None, typer.Option(help="The entrant you play.  [default: the one after yours]")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**62, help="Of the board.  [default: a new board]")
    ] = None,
    lang: Annotated[
        str | None, typer.Option(help="The table's language.  [default: the words' language]")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="The record.  [default: results/<config's name>-play-<n>]")
    ] = None,
) -> None:
    """Play a game yourself, with agents in all other seats."""
    from codenames_sim.report.table import Terminal, farewell, place_of
    from codenames_sim.report.wording import wording
    from codenames_sim.runner.person import free_folder, play_seated, take_seat
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
