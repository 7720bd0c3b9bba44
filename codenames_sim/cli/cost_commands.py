"""Commands to be run before money is spent: estimate, doctor and models."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from codenames_sim.cli.app import (
    DONE,
    FAILED,
    STOPPED,
    ConfigFile,
    InFlight,
    app,
    examples,
    terminal,
)
from codenames_sim.cli.output import command_line, tell
from codenames_sim.cli.override_options import (
    BoardsOption,
    LimitOption,
    SeedOption,
    SetOption,
    SplitOption,
    load_with,
)
from codenames_sim.errors import InputError

if TYPE_CHECKING:
    from codenames_sim.dry_run.estimate import Estimate
    from codenames_sim.runner import Options
    from codenames_sim.tournament import Plan


@app.command(
    epilog=examples(
        "codenames-sim estimate llm_duel",
        "codenames-sim estimate llm_duel --boards 100 --set agents.gpt.effort=high",
        "codenames-sim estimate llm_duel --pilot 12",
    )
)
def estimate(
    config: ConfigFile,
    *,
    assignments: SetOption = None,
    boards: BoardsOption = None,
    seed: SeedOption = None,
    split: SplitOption = None,
    limit: LimitOption = None,
    pilot: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Play so many games, such as 12, pay for them, and estimate from what they cost.",
            show_default="nothing is asked or paid",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="The pilot's folder, such as results/mine.",
            show_default="results/NAME-pilot, with NAME as for run",
        ),
    ] = None,
    in_flight: InFlight = 32,
    runs: Annotated[
        Path, typer.Option(help="Where earlier runs are, to know the models from.")
    ] = Path("results"),
) -> None:
    """Say what a run will take: calls, tokens, dollars and minutes. Only --pilot pays for calls."""
    from codenames_sim.dry_run.estimate import estimate as estimated
    from codenames_sim.report.cost_tables import estimate_page
    from codenames_sim.runner import Options
    from codenames_sim.tournament import games_planned, model_games

    plan, overrides = load_with(config, assignments, boards, seed, split)
    asking = sum(model_games(plan).values())
    games = None
    if limit is not None:
        games = round(asking * min(1.0, limit / games_planned(plan)))
    earlier = sorted(file.parent for file in runs.glob("*/manifest.json"))
    if pilot is None or not asking:
        terminal().print(estimate_page(estimated(plan, in_flight, earlier, games)))
        return
    folder = out or Path("results") / f"{plan.name}-pilot"
    rehearsed = estimated(plan, in_flight, earlier, pilot)
    _pilot(plan, folder, rehearsed, games, Options(0, in_flight, overrides=overrides))


def _pilot(
    plan: Plan, folder: Path, rehearsed: Estimate, games: int | None, options: Options
) -> None:
    """Plays a pilot of as many games as were rehearsed for, and tells what `games` will take."""
    from codenames_sim.cli.progress_bar import watching
    from codenames_sim.dry_run.pilot_estimate import pilot_estimate
    from codenames_sim.report.cost_tables import pilot_notice, pilot_page
    from codenames_sim.runner.pilot import play_pilot

    tell(pilot_notice(rehearsed, str(folder), plan.models.budget_usd))
    with watching(terminal()) as watch:
        ended = play_pilot(plan, folder, rehearsed.games, options, watch)
    result = pilot_estimate(plan, folder, options.in_flight, games)
    if result is not None:
        tell("")
        terminal().print(pilot_page(result))
    resumed = command_line("resume", folder)
    if ended in ("stopped", "budget"):
        why = "The budget is spent" if ended == "budget" else "Stopped"
        tell(
            f"\n{why} before the pilot's {rehearsed.games:,} games were played; those played tend "
            "to be the shorter and cheaper ones. The same command plays the others."
        )
        sys.exit(STOPPED)
    if ended == "limit":
        tell(f"\nThe pilot is the beginning of the run. Go on with: {resumed}")


@app.command(
    epilog=examples(
        "codenames-sim doctor llm_duel",
        "codenames-sim doctor llm_duel --set agents.gpt.effort=high",
    )
)
def doctor(config: ConfigFile, *, assignments: SetOption = None) -> None:
    """Try each model of a config: key, server, name, one tiny paid answer; exit 1 if any fails."""
    import asyncio

    from codenames_sim.llm.doctor import diagnose
    from codenames_sim.report.doctor_table import checks_table

    plan, _ = load_with(config, assignments)
    specs = dict.fromkeys(spec for each in plan.entrants.values() for spec in each.models)
    if not specs:
        raise InputError("no language model plays in it", file=config)
    healthy = True
    for spec in specs:
        checks = asyncio.run(diagnose(spec, plan.models))
        healthy &= all(check.ok for check in checks)
        terminal().print(checks_table(spec.name, checks))
    sys.exit(DONE if healthy else FAILED)


@app.command(epilog=examples("codenames-sim models"))
def models() -> None:
    """List the models that can be reached with the keys and extras at hand."""
    import asyncio

    from codenames_sim.llm.doctor import reachable_models
    from codenames_sim.report.doctor_table import reach_table

    terminal().print(reach_table(asyncio.run(reachable_models())))
