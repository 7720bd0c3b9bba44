"""The command `codenames-sim`. Rooms are imported when a command needs them, to start at once."""

from __future__ import annotations

import os
import secrets
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from codenames_sim.errors import CodenamesError, InputError

if TYPE_CHECKING:
    from rich.console import Console

    from codenames_sim.tournament import Plan

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
    except CodenamesError as fault:
        from codenames_sim.report.shown import shown

        console = _console(stderr=True)
        console.print(
            f"error: {shown(fault, 2_000)}", markup=False, highlight=False, soft_wrap=True
        )
        sys.exit(BAD_INPUT if isinstance(fault, InputError) else FAILED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(FAILED)


_Workers = Annotated[
    int | None,
    typer.Option(min=0, help="Processes that play; 0 plays in this one.  [default: all cores]"),
]
_InFlight = Annotated[
    int, typer.Option(min=1, max=100_000, help="Games that a process plays at once.")
]


@app.command(epilog="Example: codenames-sim run configs/quickstart.yaml --workers 2")
def run(
    config: Annotated[Path, typer.Argument(help="A config file; see docs/configs.md.")],
    out: Annotated[
        Path | None, typer.Option(help="The run's folder.  [default: results/<config's name>]")
    ] = None,
    workers: _Workers = None,
    in_flight: _InFlight = 32,
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
    _console().print(prompts_page(rehearse(fixture)[1]), highlight=False, soft_wrap=True)


@app.command(epilog="Example: codenames-sim estimate configs/llm_duel.yaml")
def estimate(
    config: Annotated[Path, typer.Argument(help="A config file; see docs/configs.md.")],
    in_flight: _InFlight = 32,
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
    _console().print(estimate_page(estimated(load_plan(config), in_flight, earlier)))


@app.command(epilog="Example: codenames-sim resume results/quickstart")
def resume(
    folder: _RunFolder,
    workers: _Workers = None,
    in_flight: _InFlight = 32,
    retry_void: Annotated[
        bool, typer.Option("--retry-void", help="Play void games again, from the journal.")
    ] = False,
    drop_void: Annotated[
        bool, typer.Option("--drop-void", help="Keep void games as they are; drop the journal.")
    ] = False,
) -> None:
    """Go on with a run where it stands; nothing is played or paid twice."""
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
        _console().print(line, highlight=False, soft_wrap=True)
        sys.exit(STOPPED)


def _play_and_tell(
    plan: Plan, folder: Path, workers: int | None, in_flight: int, *, retry_void: bool
) -> None:
    from codenames_sim.report.progress import watching
    from codenames_sim.runner import Options, finished_run, play_run

    console = _console()
    if finished_run(plan, folder) and not retry_void:
        console.print(f"{folder} holds this run already, finished.", highlight=False)
        _show(console, folder)
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
    _show(console, folder)
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


@app.command(epilog="Example: codenames-sim show results/quickstart")
def show(folder: _RunFolder) -> None:
    """Print a run's summary."""
    _show(_console(), folder)


@app.command(epilog="Example: codenames-sim doctor configs/llm_duel.yaml")
def doctor(config: Annotated[Path, typer.Argument(help="A config file.")]) -> None:
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
        _console().print(checks_table(spec.name, checks))
    sys.exit(DONE if healthy else FAILED)


@app.command(epilog="Example: codenames-sim models")
def models() -> None:
    """List the models that can be reached with the keys and extras at hand."""
    import asyncio

    from codenames_sim.llm.doctor import reachable_models
    from codenames_sim.report.doctor import reach_table

    _console().print(reach_table(asyncio.run(reachable_models())))


@app.command(epilog="Example: codenames-sim verify results/quickstart")
def verify(folder: _RunFolder) -> None:
    """Check a run: complete, replayable, adding up, without secrets; exit code 1 if it is not."""
    from codenames_sim.analysis import verify as check
    from codenames_sim.report.shown import shown

    sys.path.insert(0, str(Path.cwd()))
    console = _console()
    problems = check(folder)
    for problem in problems:
        line = f"{shown(problem.where)}: {shown(problem.what, 500)}"
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    if problems:
        sys.exit(FAILED)
    console.print(f"{folder}: all games are there, replay as recorded, and add up", highlight=False)


@app.command(epilog="Example: codenames-sim replay results/quickstart 3f2a")
def replay(
    folder: _RunFolder,
    game_id: Annotated[str, typer.Argument(help="The game's id, or how it begins.")] = "",
) -> None:
    """Play a recorded game again, move by move, with the board in colour."""
    from codenames_sim.analysis import find_game
    from codenames_sim.records import load_run
    from codenames_sim.report.replay import replay_lines

    recorded = find_game(load_run(folder), game_id)
    console = _console()
    for line in replay_lines(recorded):
        console.print(line, soft_wrap=True)


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
    console = _console()
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
    from codenames_sim.report.summary import summary

    loaded = load_run(folder)
    console.print(summary(str(loaded.manifest.get("run", folder.name)), overview(loaded)))


def _console(*, stderr: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=stderr)
