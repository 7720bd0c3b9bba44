"""The command `codenames-sim`. Rooms are imported when a command needs them, to start at once."""

from __future__ import annotations

import io
import os
import sys

# Imported in the order in which the help lists their commands.
from codenames_sim.cli import (  # noqa: F401
    play_run_commands,
    docs_commands,
    cost_commands,
    run_folder_commands,
    tournament_commands,
    study_commands,
    play_command,
    rules_commands,
)
from codenames_sim.cli.app import BAD_INPUT, FAILED, app, terminal
from codenames_sim.errors import CodenamesError, InputError


def main() -> None:
    """Runs the command line; a mistake in the input is a message and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A pipe on Windows, say, has no arrows and no Polish letters.
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except CodenamesError as fault:
        from codenames_sim.report.sanitize import shown

        console = terminal(stderr=True)
        console.print(
            f"error: {shown(fault, 2_000)}", markup=False, highlight=False, soft_wrap=True
        )
        sys.exit(BAD_INPUT if isinstance(fault, InputError) else FAILED)
    except OSError as fault:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(fault, BrokenPipeError):
            line = f"error: {fault.strerror or fault}"
            terminal(stderr=True).print(line, markup=False, highlight=False, soft_wrap=True)
        sys.exit(FAILED)
