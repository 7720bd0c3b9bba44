"""The command line called in the tests' own process, which is much faster than a new one."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

from codenames_sim.cli import main


def called(*words: str) -> tuple[int, str, str]:
    """Exit code, output and error output of `codenames-sim` with these words."""
    out, err = io.StringIO(), io.StringIO()
    code: object = 0
    argv = patch.object(sys, "argv", ["codenames-sim", *words])
    with redirect_stdout(out), redirect_stderr(err), argv:
        try:
            main()
        except SystemExit as ended:
            code = ended.code or 0
    assert isinstance(code, int)
    return code, out.getvalue(), err.getvalue()
