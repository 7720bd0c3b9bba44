"""Commands that play a run: run and resume."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from codenames_sim.cli.app import (
    FAILED,
    STOPPED,
    ConfigFile,
    InFlight,
    RunFolder,
    app,
    show_run,
    terminal,
)
from codenames_sim.errors import InputError

if TYPE_CHECKING:
    from codenames_sim.tournament import Plan


_Workers = Annotated[
    int | None,
    typer.Option(min=0, help="Processes that play; 0 plays in this one.  [default: all cores]"),
]


@app.command(epilog="Example: codenames-sim run configs/quickstart.yaml --workers 2")
def run(
    config: ConfigFile,
    out: Annotated[
        Path | None, typer.Option(help="The run's folder.  [default: results/<config's name>]")
    ] = None,
    workers: _Workers = None,
    in_flight: InFlight = 32,
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run", help="Play one game with understudies; show what models would be asked."
        ),
    ] = False,
) -> None:
    """Play all games of a config and write them to Parquet; go on where that was begun before."""
    from codenames_sim.tournament import load_plan

    sys.path.insert(0, str(Path.cwd()))
    plan = load_plan(config)
    if dry_run:
        _rehearse(plan)
        return
    _play(plan, out or Path("results") / plan.name, workers, in_flight, retry_void=False)


def _rehearse(plan: Plan) -> None:
    from codenames_sim.report.spending import prompts_page
    from codenames_sim.runner.rehearsal import rehearse
    from codenames_sim.tournament import fixtures

    games = fixtures(plan, range(plan.boards))
    fixture = next((fixture for fixture in games if fixture.asks_models), None)
    if fixture is None:
        raise InputError("no language model plays in this config; there is nothing to rehearse")
    terminal().print(prompts_page(rehearse(fixture)[1]), highlight=False, soft_wrap=True)


@app.command(epilog="Example: codenames-sim resume results/quickstart")
def resume(
    folder: RunFolder,
    workers: _Workers = None,
    in_flight: InFlight = 32,
    retry_void: Annotated[
        bool, typer.Option("--retry-void", help="Play void games again, from the journal.")
    ] = False,
    drop_void: Annotated[
        bool, typer.Option("--drop-void", help="Keep void games as they are; drop the journal.")
    ] = False,
) -> None:
    """Go on with a run where it stands; no answer that came is paid twice."""
    from codenames_sim.runner import drop_journal, recorded_plan

    sys.path.insert(0, str(Path.cwd()))
    plan = recorded_plan(folder)
    if drop_void and retry_void:
        raise InputError("--retry-void and --drop-void can't go together")
    _play(plan, folder, workers, in_flight, retry_void=retry_void)
    if drop_void:
        drop_journal(folder)


def _play(
    plan: Plan, folder: Path, workers: int | None, in_flight: int, *, retry_void: bool
) -> None:
    """Plays and tells. A Ctrl-C that the run itself does not hear still ends it as one it does."""
    try:
        _play_and_tell(plan, folder, workers, in_flight, retry_void=retry_void)
    except KeyboardInterrupt:
        line = f"stopped. Go on with: codenames-sim resume {folder}"
        terminal().print(line, highlight=False, soft_wrap=True)
        sys.exit(STOPPED)


def _play_and_tell(
    plan: Plan, folder: Path, workers: int | None, in_flight: int, *, retry_void: bool
) -> None:
    from codenames_sim.report.progress import watching
    from codenames_sim.runner import Options, finished_run, play_run

    console = terminal()
    if finished_run(plan, folder) and not retry_void:
        console.print(f"{folder} holds this run already, finished.", highlight=False)
        show_run(folder)
        return
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    options = Options(cores or 1 if workers is None else workers, in_flight, retry_void=retry_void)
    with watching(console) as watch:
        result = play_run(plan, folder, options, watch)
    tally = result.tally
    console.print(
        f"{tally.done - tally.before:,} games in {tally.seconds:.1f} s, "
        f"{tally.rate:,.0f} games/s → {folder}",
        highlight=False,
    )
    show_run(folder)
    if result.ended != "finished":
        why = "the budget is spent" if result.ended == "budget" else "stopped"
        console.print(
            f"\n{why}; {tally.done:,} of {tally.total:,} games are in the tables. "
            f"Go on with: codenames-sim resume {folder}",
            highlight=False,
            soft_wrap=True,
        )
        sys.exit(STOPPED)
    if tally.done and tally.done == tally.void:
        sys.exit(FAILED)
