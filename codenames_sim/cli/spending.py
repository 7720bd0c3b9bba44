"""Commands to be run before money is spent: estimate, doctor and models."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from codenames_sim.cli.app import DONE, FAILED, ConfigFile, InFlight, app, terminal
from codenames_sim.errors import InputError


@app.command(epilog="Example: codenames-sim estimate configs/llm_duel.yaml")
def estimate(
    config: ConfigFile,
    in_flight: InFlight = 32,
    runs: Annotated[
        Path, typer.Option(help="Where earlier runs are, to know the models from.")
    ] = Path("results"),
) -> None:
    """Say what a run will take: calls, tokens, dollars and minutes. Nothing is asked or paid."""
    from codenames_sim.report.spending import estimate_page
    from codenames_sim.runner.estimate import estimate as estimated
    from codenames_sim.tournament import load_plan

    sys.path.insert(0, str(Path.cwd()))
    earlier = sorted(file.parent for file in runs.glob("*/manifest.json"))
    terminal().print(estimate_page(estimated(load_plan(config), in_flight, earlier)))


@app.command(epilog="Example: codenames-sim doctor configs/llm_duel.yaml")
def doctor(config: ConfigFile) -> None:
    """Try each model of a config: key, server, name, one tiny paid answer; exit 1 if any fails."""
    import asyncio

    from codenames_sim.llm.doctor import diagnose
    from codenames_sim.report.doctor import checks_table
    from codenames_sim.tournament import load_plan

    sys.path.insert(0, str(Path.cwd()))
    plan = load_plan(config)
    specs = dict.fromkeys(spec for each in plan.entrants.values() for spec in each.models)
    if not specs:
        raise InputError("no language model plays in it", file=config)
    healthy = True
    for spec in specs:
        checks = asyncio.run(diagnose(spec, plan.models))
        healthy &= all(check.ok for check in checks)
        terminal().print(checks_table(spec.name, checks))
    sys.exit(DONE if healthy else FAILED)


@app.command(epilog="Example: codenames-sim models")
def models() -> None:
    """List the models that can be reached with the keys and extras at hand."""
    import asyncio

    from codenames_sim.llm.doctor import reachable_models
    from codenames_sim.report.doctor import reach_table

    terminal().print(reach_table(asyncio.run(reachable_models())))
