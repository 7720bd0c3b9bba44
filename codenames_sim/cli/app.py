"""The application that commands join, and what they share.

A default that is no plain value is given as `show_default="all cores"`, never inside `help`, where
square brackets are markup and vanish.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from codenames_sim import __version__
from codenames_sim.cli.shipped_files import config_file

if TYPE_CHECKING:
    from rich.console import Console

    from codenames_sim.records import Run

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

DONE, FAILED, BAD_INPUT, STOPPED = 0, 1, 2, 3
"""Exit codes."""

CONFIG_HELP = "The name of a config that comes with the package, or a .yaml file of yours."
ConfigFile = Annotated[Path, typer.Argument(parser=config_file, help=CONFIG_HELP)]
"""A config: `codenames-sim configs` lists the names. The command receives the file's path."""
RunFolder = Annotated[Path, typer.Argument(help="A run's folder, such as results/quickstart.")]
InFlight = Annotated[
    int, typer.Option(min=1, max=100_000, help="Games that a process plays at once.")
]


def examples(*commands: str) -> str:
    """The epilog of a command's help: commands that can be copied, each on a line of its own."""
    return "\n".join(("Examples:" if len(commands) > 1 else "Example:", *commands))


def terminal(*, stderr: bool = False) -> Console:
    """Where a command prints."""
    from rich.console import Console

    return Console(stderr=stderr)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"codenames-sim {__version__}")
        raise typer.Exit


@app.callback(epilog=examples("codenames-sim run quickstart", "codenames-sim docs"))
def codenames_sim(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Language-model agents play Codenames against each other by the thousand."""


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
    from codenames_sim.report.run_summary import summary

    loaded = load_run(folder)
    say_version(loaded)
    terminal().print(summary(str(loaded.manifest.get("run", folder.name)), overview(loaded)))
