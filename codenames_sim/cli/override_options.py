"""Options that change a config from the command line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from codenames_sim.cli.shipped_files import is_shipped
from codenames_sim.errors import InputError

if TYPE_CHECKING:
    from codenames_sim.tournament import Override, Plan

SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Change one value of the config, such as rules.max_turns=8. The key is its path in "
        "the file, the value is YAML. Can be given several times.",
        show_default=False,
    ),
]
BoardsOption = Annotated[
    int | None,
    typer.Option(
        help="Boards for each pairing, such as 500; short for --set boards=N.",
        show_default="the config's",
    ),
]
SeedOption = Annotated[
    int | None,
    typer.Option(
        help="Seed of the first board, such as 7; short for --set seed=N.",
        show_default="the config's",
    ),
]
SplitOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="A-B[,A-B…]",
        help="Agents of the team that starts and of the other, such as 9-8,10-8; "
        "short for --set splits=….",
        show_default="the config's",
    ),
]
LimitOption = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Stop after this many games, such as 100; the run can be resumed.",
        show_default="all games",
    ),
]


def _refuse(values: list[str] | None) -> None:
    if values:
        raise InputError(
            "a run can be resumed only if it would play the same games, so resume changes nothing "
            "in its config. `codenames-sim run CONFIG --out FOLDER` with --set models.… or more "
            "--boards goes on with the run in FOLDER; other values need another folder"
        )


NoOverrides = Annotated[
    list[str] | None,
    typer.Option("--set", "--boards", "--seed", "--split", hidden=True, callback=_refuse),
]
"""Only says why a command takes none of these options."""


def load_with(
    config: Path,
    assignments: Sequence[str] | None = None,
    boards: int | None = None,
    seed: int | None = None,
    split: Sequence[str] | None = None,
) -> tuple[Plan, tuple[str, ...]]:
    """The plan in a config changed by these options, and the changes as the manifest has them.

    Agents of the user's own are imported from the current folder. Paths are relative to the
    config's folder; for a config that comes with the package, to the current folder.
    """
    from codenames_sim.tournament import load_plan, parse_assignment

    sys.path.insert(0, str(Path.cwd()))
    overrides = [parse_assignment(text) for text in assignments or ()]
    overrides += _shorthands(boards, seed, split)
    folder = Path.cwd() if is_shipped(config) else None
    plan = load_plan(config, overrides, folder=folder)
    return plan, tuple(each.assignment for each in overrides)


def _shorthands(
    boards: int | None, seed: int | None, split: Sequence[str] | None
) -> list[Override]:
    from codenames_sim.tournament import Override

    result = [
        Override(f"--{path} {value}", path, value, f"{path}={value}")
        for path, value in (("boards", boards), ("seed", seed))
        if value is not None
    ]
    if split:
        text = ",".join(split)
        splits = [each.strip() for each in text.split(",")]
        said = f"splits=[{', '.join(splits)}]"
        result.append(Override(f"--split {text}", "splits", list(splits), said))
    return result
