"""Lines that commands print, and the commands that these name."""

from __future__ import annotations

import os
import shlex
import subprocess

from codenames_sim.cli.app import terminal


def command_line(*words: object) -> str:
    """A command of this program, quoted so that it can be copied into a shell."""
    text = ["codenames-sim", *map(str, words)]
    return subprocess.list2cmdline(text) if os.name == "nt" else shlex.join(text)


def tell(line: str) -> None:
    """Prints a line as it is, however long."""
    terminal().print(line, markup=False, highlight=False, soft_wrap=True)
