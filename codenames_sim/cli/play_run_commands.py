"""Commands that play a run: run and resume."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
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
    examples,
    show_run,
    terminal,
)
from codenames_sim.cli.output import command_line, tell
from codenames_sim.cli.override_options import (
    BoardsOption,
    LimitOption,
    NoOverrides,
    SeedOption,
    SetOption,
    SplitOption,
    load_with,
)
from codenames_sim.errors import InputError

if TYPE_CHECKING:
    from codenames_sim.runner import Options
    from codenames_sim.tournament import Plan


_Workers = Annotated[
    int | None,
    typer.Option(
        min=0,
        help="Processes that play, such as 4; 0 plays in this one.",
        show_default="all cores",
    ),
]


@app.command(
    epilog=examples(
        "codenames-sim run quickstart",
        "codenames-sim run first_move --split 9-8,10-8 --boards 500",
        "codenames-sim run my_quickstart.yaml --set rules.max_turns=8 --seed 7 --limit 100",
    )
)
def run(
    config: ConfigFile,
    *,
    assignments: SetOption = None,
    boards: BoardsOption = None,
    seed: SeedOption = None,
    split: SplitOption = None,
    limit: LimitOption = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="The run's folder, such as results/mine.",
            show_default="results/NAME, or results/NAME+CHANGES where options change its games",
        ),
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
    """Play all games of a config and write them to Parquet; resume a run that was begun before."""
    from codenames_sim.runner import Options

    plan, overrides = load_with(config, assignments, boards, seed, split)
    if dry_run:
        _rehearse(plan)
        return
    options = Options(_processes(workers), in_flight, limit=limit, overrides=overrides)
    _play(plan, out or Path("results") / plan.name, options)


def _rehearse(plan: Plan) -> None:
    from codenames_sim.dry_run.rehearsal import rehearse
    from codenames_sim.report.cost_tables import prompts_page
    from codenames_sim.tournament import fixtures

    games = fixtures(plan, range(plan.boards))
    fixture = next((fixture for fixture in games if fixture.asks_models), None)
    if fixture is None:
        raise InputError("no language model plays in this config; there is nothing to rehearse")
    terminal().print(prompts_page(rehearse(fixture)[1]), highlight=False, soft_wrap=True)


@app.command(
    epilog=examples(
        "codenames-sim resume results/quickstart",
        "codenames-sim resume results/quickstart --limit 100",
    )
)
def resume(
    folder: RunFolder,
    *,
    limit: LimitOption = None,
    workers: _Workers = None,
    in_flight: InFlight = 32,
    retry_void: Annotated[
        bool, typer.Option("--retry-void", help="Play void games again, from the journal.")
    ] = False,
    drop_void: Annotated[
        bool, typer.Option("--drop-void", help="Keep void games as they are; drop the journal.")
    ] = False,
    overrides: NoOverrides = None,
) -> None:
    """Play the games of a run that are left; no answer that came is paid twice."""
    from codenames_sim.runner import Options, drop_journal, recorded_plan

    sys.path.insert(0, str(Path.cwd()))
    plan = recorded_plan(folder)
    if drop_void and retry_void:
        raise InputError("--retry-void and --drop-void can't go together")
    _play(plan, folder, Options(_processes(workers), in_flight, retry_void=retry_void, limit=limit))
    if drop_void:
        drop_journal(folder)


def _processes(workers: int | None) -> int:
    if workers is not None:
        return workers
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return cores or 1


def _play(plan: Plan, folder: Path, options: Options) -> None:
    """Plays and tells. A Ctrl-C that the run itself does not hear still ends it as one it does."""
    try:
        _play_and_tell(plan, folder, options)
    except KeyboardInterrupt:
        tell(f"stopped. Go on with: {command_line('resume', folder)}")
        sys.exit(STOPPED)


def _play_and_tell(plan: Plan, folder: Path, options: Options) -> None:
    from codenames_sim.cli.progress_bar import watching
    from codenames_sim.runner import finished_run, play_run

    if finished_run(plan, folder) and not options.retry_void:
        tell(f"{folder} holds this run already, finished.")
        show_run(folder)
        _tell_next(plan, folder)
        return
    with watching(terminal()) as watch:
        result = play_run(plan, folder, options, watch)
    progress = result.progress
    tell(
        f"{progress.done - progress.before:,} games in {progress.seconds:.1f} s, "
        f"{progress.rate:,.0f} games/s → {folder}"
    )
    show_run(folder)
    if result.ended != "finished":
        why = {"budget": "the budget is spent", "limit": "the limit of games is reached"}
        tell(
            f"\n{why.get(result.ended, 'stopped')}; {progress.done:,} of {progress.total:,} games "
            f"are in the tables. Go on with: {command_line('resume', folder)}"
        )
        sys.exit(STOPPED)
    if progress.done and progress.done == progress.void:
        sys.exit(FAILED)
    _tell_next(plan, folder)


def _tell_next(plan: Plan, folder: Path) -> None:
    """Says which commands tell more of a finished run."""
    commands: Sequence[str] = ("first-move",)
    if plan.format != "self_play":
        commands = ("leaderboard", "first-move")
    tell("")
    for command in commands:
        tell(f"Next: {command_line(command, folder)}")
