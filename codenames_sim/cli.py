"""The command `codenames-sim`. Rooms are imported when a command needs them, to start at once."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from codenames_sim.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

app = typer.Typer(
    help="Language-model agents play Codenames against each other by the thousand.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

DONE, FAILED, BAD_INPUT, STOPPED = 0, 1, 2, 3
"""Exit codes."""

_RunFolder = Annotated[Path, typer.Argument(help="A run's folder, such as results/quickstart.")]


def main() -> None:
    """Runs the command line; a mistake in the input is a message and exit code 2."""
    try:
        app()
    except InputError as fault:
        from codenames_sim.report.shown import shown

        console = _console(stderr=True)
        console.print(
            f"error: {shown(fault, 2_000)}", markup=False, highlight=False, soft_wrap=True
        )
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(FAILED)


@app.command(epilog="Example: codenames-sim run configs/quickstart.yaml --workers 2")
def run(
    config: Annotated[Path, typer.Argument(help="A config file; see docs/configs.md.")],
    out: Annotated[
        Path | None, typer.Option(help="The run's folder.  [default: results/<config's name>]")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(min=0, help="Processes that play; 0 plays in this one.  [default: all cores]"),
    ] = None,
    in_flight: Annotated[
        int, typer.Option(min=1, max=100_000, help="Games that a process plays at once.")
    ] = 32,
) -> None:
    """Play all games of a config and write them to Parquet."""
    from codenames_sim.report import watching
    from codenames_sim.runner import finished_run, play_run
    from codenames_sim.tournament import load_plan

    sys.path.insert(0, str(Path.cwd()))
    plan = load_plan(config)
    folder = out or Path("results") / plan.name
    console = _console()
    if finished_run(plan, folder):
        console.print(f"{folder} holds this run already, finished.", highlight=False)
    else:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        with watching(console) as watch:
            try:
                tally = play_run(
                    plan, folder, cores or 1 if workers is None else workers, in_flight, watch
                )
            except KeyboardInterrupt:
                console.print(f"stopped; what was played is in {folder}", highlight=False)
                sys.exit(STOPPED)
        rate = tally.done / tally.seconds
        console.print(
            f"{tally.done:,} games in {tally.seconds:.1f} s, {rate:,.0f} games/s → {folder}",
            highlight=False,
        )
    _show(console, folder)


@app.command(epilog="Example: codenames-sim show results/quickstart")
def show(folder: _RunFolder) -> None:
    """Print a run's summary."""
    _show(_console(), folder)


@app.command(epilog="Example: codenames-sim replay results/quickstart 3f2a")
def replay(
    folder: _RunFolder,
    game_id: Annotated[str, typer.Argument(help="The game's id, or how it begins.")] = "",
) -> None:
    """Play a recorded game again, move by move, with the board in colour."""
    from codenames_sim.analysis import find_game
    from codenames_sim.records import load_run
    from codenames_sim.report import replay_lines

    recorded = find_game(load_run(folder), game_id)
    console = _console()
    for line in replay_lines(recorded, recorded.rules.columns):
        console.print(line, soft_wrap=True)


@app.command(epilog="Examples: codenames-sim rules · codenames-sim rules my_rules.yaml --lang pl")
def rules(
    model: Annotated[str, typer.Argument(help="Rules by name, or a .yaml file.")] = "codenames",
    lang: Annotated[str, typer.Option(help="Language of the words around the rules.")] = "en",
) -> None:
    """Print the rules in words, from the very model that the engine plays."""
    from rich.markdown import Markdown

    from codenames_sim.rules import Rules, rules_page

    page = rules_page(Rules.load(model), lang)
    console = _console()
    console.print(Markdown(page) if console.is_terminal else page, highlight=False, markup=False)


@app.command(epilog="Example: codenames-sim check-clue ocean --board whale,sea,ice cream")
def check_clue(
    word: Annotated[str, typer.Argument(help="The clue.")],
    board: Annotated[str, typer.Option(help="The uncovered words, with commas between.")],
    lang: Annotated[str, typer.Option(help="The language of the words.")] = "en",
    profile: Annotated[str, typer.Option(help="standard, strict, lenient or exact.")] = "standard",
) -> None:
    """Say whether a clue is legal while these words are uncovered; exit code 1 if it is not."""
    from codenames_sim.clues import PROFILES
    from codenames_sim.clues import check_clue as check
    from codenames_sim.yamlfile import did_you_mean

    known = next((name for name in PROFILES if name == profile), None)
    if known is None:
        raise InputError(f"there is no profile '{profile}'; {did_you_mean(profile, PROFILES)}")
    words = [part.strip() for part in board.split(",") if part.strip()]
    verdict = check(word, words, language=lang, profile=known)
    said = "legal" if verdict.legal else f"not legal: {verdict.explain(lang)}"
    _console().print(said, markup=False, highlight=False)
    sys.exit(DONE if verdict.legal else FAILED)


def _show(console: Console, folder: Path) -> None:
    from codenames_sim.analysis import overview
    from codenames_sim.records import load_run
    from codenames_sim.report import summary

    loaded = load_run(folder)
    console.print(summary(str(loaded.manifest.get("run", folder.name)), overview(loaded)))


def _console(*, stderr: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=stderr)
