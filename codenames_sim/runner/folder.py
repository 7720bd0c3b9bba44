"""A run's folder: its manifest, and copies of what it is played with."""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from codenames_sim.errors import RunError
from codenames_sim.records import SCHEMA_VERSION, read_manifest
from codenames_sim.rules import PLAY_VERSION
from codenames_sim.tournament import Plan

PACKAGES = ("codenames-sim", "numpy", "pandas", "pyarrow", "pydantic", "msgspec", "pyyaml")
"""Whose versions the manifest records."""


def open_run(plan: Plan, folder: Path) -> None:
    """Makes the folder of a new run. Raises RunError where something is there already."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise RunError("holds something already; choose another folder with --out", file=folder)
    try:
        inputs = folder / "inputs"
        inputs.mkdir(parents=True, exist_ok=True)
        rules = next(iter(plan.rules.values()))
        (inputs / "rules.yaml").write_text(rules.to_yaml(), "utf-8")
        (inputs / "words.txt").write_text("\n".join(plan.words.words) + "\n", "utf-8")
        _write_manifest(folder, _manifest(plan))
    except OSError as fault:
        raise RunError(f"can't be written: {fault.strerror or fault}", file=folder) from None


def close_run(folder: Path, games: int, void: int) -> None:
    """Notes in the manifest that all games have been played."""
    manifest = read_manifest(folder)
    manifest |= {"status": "finished", "games": games, "void": void, "finished_at": _now()}
    _write_manifest(folder, manifest)


def finished_run(plan: Plan, folder: Path) -> bool:
    """Whether the folder holds just this run, finished."""
    if not (folder / "manifest.json").exists():
        return False
    manifest = read_manifest(folder)
    same = manifest.get("run_id") == plan.run_id and manifest.get("plan") == _plain(plan)
    return same and manifest.get("status") == "finished"


def _manifest(plan: Plan) -> dict[str, object]:
    return {
        "run": plan.name,
        "run_id": plan.run_id,
        "status": "open",
        "schema_version": SCHEMA_VERSION,
        "play_version": PLAY_VERSION,
        "plan": _plain(plan),
        "started_at": _now(),
        "python": platform.python_version(),
        "packages": {name: _version(name) for name in PACKAGES},
        "git_revision": _git_revision(),
    }


def _plain(plan: Plan) -> object:
    return json.loads(json.dumps(plan.describe()))


def _write_manifest(folder: Path, manifest: dict[str, object]) -> None:
    temporary = folder / ".manifest.json.tmp"
    temporary.write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", "utf-8")
    os.replace(temporary, folder / "manifest.json")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _git_revision() -> str | None:
    """The revision of this package's own checkout, where it is one."""
    here = Path(__file__).resolve().parent
    try:
        done = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--abbrev=40"],
            cwd=here,
            capture_output=True,
            text=True,
            timeout=10,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() or None
