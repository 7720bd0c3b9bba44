"""The checks that read the code instead of running it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent

CHECKS = {
    "ruff": ["ruff", "check", "."],
    "format": ["ruff", "format", "--check", "."],
    "types": ["mypy"],
    "layers": ["lint-imports"],
}


@pytest.mark.parametrize("check", CHECKS)
def test_the_code_passes(check: str) -> None:
    program, *rest = CHECKS[check]
    done = subprocess.run(
        [BIN / program, *rest], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_ci_runs_exactly_what_the_readme_says() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    commands = [line for line in script.splitlines() if line.startswith((".venv/", "python3 "))]
    assert len(commands) == 4
    for command in commands:
        assert f"\n{command}\n" in readme
