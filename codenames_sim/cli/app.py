"""The application that commands join, and what they share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from codenames_sim.records import Run

app = typer.Typer(
    help="Language-model agents play Codenames against each other by the thousand.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

DONE, FAILED, BAD_INPUT, STOPPED = 0, 1, 2, 3
"""Exit codes."""

ConfigFile = Annotated[Path, typer.Argument(help="A config file; see docs/configs.md.")]
RunFolder = Annotated[Path, typer.Argument(help="A run's folder, such as results/quickstart.")]
InFlight = Annotated[
    int, typer.Option(min=1, max=100_000, help="Games that a process plays at once.")
]


def terminal(*, stderr: bool = False) -> Console:
    """Where a command prints."""
    from rich.console import Console

    return Console(stderr=stderr)


def say_version(run: Run) -> None:
    """Says so on the error output where this release would play a run's games differently."""
    from codenames_sim.tournament import other_version

    if (other := other_version(run.manifest)) is not None:
        line = f"{run.folder}: {other}."
        terminal(stderr=True).print(line, markup=False, highlight=False, soft_wrap=True)


def show_run(folder: Path) -> None:
    """Prints a run's summary."""
    from codenames_sim.analysis import overview
    from codenames_sim.records import load_run
    from codenames_sim.report.summary import summary

    loaded = load_run(folder)
    say_version(loaded)
    terminal().print(summary(str(loaded.manifest.get("run", folder.name)), overview(loaded)))
