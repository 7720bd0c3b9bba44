"""The folder of a run: its lock, its inputs and its manifest."""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import filelock
import msgspec

from codenames_sim.agents import AGENTS_VERSION
from codenames_sim.agents.llm import PromptSet, load_prompts, prompts_file
from codenames_sim.boards import load_words
from codenames_sim.errors import RunError
from codenames_sim.llm import Settings
from codenames_sim.records import SCHEMA_VERSION, read_manifest
from codenames_sim.rules import PLAY_VERSION, Rules
from codenames_sim.tournament import (
    Entrant,
    Format,
    Plan,
    Scoring,
    Stop,
    Wording,
    installed_version,
    other_version,
    release_to_install,
)

PACKAGES = (
    "codenames-sim",
    "anthropic",
    "msgspec",
    "numpy",
    "openai",
    "pandas",
    "pyarrow",
    "pydantic",
    "pyyaml",
    "tenacity",
    "xllamacpp",
)
"""The packages whose versions the manifest records."""
LOCK = ".lock"
OPENING = ".opening"
"""Stands in a folder until the manifest of its run does."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock the folder of a run for this process; create the folder if it does not exist.

    The operating system releases the lock when the process ends for any reason. Raises RunError if
    another process holds the lock or the folder can't be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with filelock.FileLock(folder / LOCK, timeout=0):
            yield
    except filelock.Timeout:
        raise RunError(
            "another process is writing to this folder; wait until it ends, or choose another "
            "folder",
            file=folder,
        ) from None
    except FileExistsError:
        raise RunError("is a file, not a folder", file=folder) from None
    except OSError as fault:
        raise RunError(f"can't be written: {fault.strerror or fault}", file=folder) from None


def open_run(plan: Plan, folder: Path) -> None:
    """Start a run in an empty folder, or reopen the same run.

    Raises RunError if the folder contains anything else. The message says what differs.
    """
    inside = {path.name for path in folder.iterdir()} - {LOCK}
    opening = folder / OPENING
    if "manifest.json" not in inside and (not inside or OPENING in inside):
        # Killed before the manifest is there, the next session begins again.
        opening.touch()
        _write_inputs(plan, folder)
        write_manifest(folder, _manifest(plan))
        opening.unlink()
        return
    opening.unlink(missing_ok=True)
    if "manifest.json" not in inside:
        raise RunError("is not empty; choose another folder with --out", file=folder)
    manifest = read_manifest(folder)
    if differences := list(_differences(plan, manifest)):
        raise RunError(
            f"contains another run ({'; '.join(differences)}); choose another folder with --out",
            file=folder,
        )
    now = {"plan": _plain(plan), **_changeable(plan), "status": "open"}
    write_manifest(folder, manifest | now)


def recorded_plan(folder: Path, *, any_version: bool = False) -> Plan:
    """The plan of a run, read from its folder only.

    Raises RunError if the folder has no usable plan, or if this release would play the run's games
    differently (unless `any_version`).
    """
    manifest = read_manifest(folder)
    if not any_version and other_version(manifest) is not None:
        what = f"can't be resumed: {other_version(manifest)}; {release_to_install(manifest)}"
        raise RunError(what, file=folder)
    try:
        text = msgspec.convert(manifest["plan"], _RecordedPlan)
        models = msgspec.convert(manifest["models"], Settings)
        scoring = msgspec.convert(manifest.get("scoring", {}), Scoring)
        name = msgspec.convert(manifest["run"], str)
    except (KeyError, msgspec.ValidationError) as fault:
        raise RunError(f"has no usable plan in its manifest: {fault}", file=folder) from None
    rules = Rules.load(folder / "inputs" / "rules.yaml")
    words = load_words(folder / "inputs" / "words.txt", text.language)
    plan = Plan(
        name,
        {split: rules.with_split(split) for split in text.splits},
        replace(words, name=text.words),
        text.seed,
        text.boards,
        text.format,
        text.repetitions,
        text.entrants,
        models,
        scoring=scoring,
        hub_entrants=text.hub_entrants,
        rounds=text.rounds,
        pool=text.pool,
        stop=text.stop,
        wordings=tuple(_kept_prompts(each, text.language, folder) for each in text.wordings or ()),
    )
    if differences := list(_changed(plan, manifest)):
        what = f"the files in inputs/ differ from the manifest: {'; '.join(differences)}"
        raise RunError(what, file=folder)
    return plan


def _kept_prompts(wording: Wording, language: str, folder: Path) -> PromptSet:
    file = folder / "inputs" / "prompts" / f"{wording.hash}.yaml"
    return PromptSet(wording.name, load_prompts(language, file), wording.declared)


class _RecordedPlan(msgspec.Struct):
    """The part of `Plan.describe` that is needed to restore the plan."""

    words: str
    language: str
    seed: int
    boards: int
    splits: list[str]
    format: Format
    repetitions: int
    hub_entrants: tuple[str, ...] = msgspec.field(name="side")
    rounds: int
    pool: str | None
    stop: Stop | None
    entrants: dict[str, Entrant]
    wordings: list[Wording] | None = None


def close_run(folder: Path, games: int, void: int, surplus: int = 0) -> None:
    """Record in the manifest that the run is finished. `games` is the number of all games."""
    counted = {"games": games, "void": void, "surplus": surplus}
    ended = {"status": "finished", **counted, "finished_at": _now()}
    write_manifest(folder, read_manifest(folder) | ended)


def finished_run(plan: Plan, folder: Path) -> bool:
    """Whether the folder contains exactly this run, and the run is finished."""
    if not (folder / "manifest.json").exists():
        return False
    manifest = read_manifest(folder)
    result = manifest.get("plan")
    if not isinstance(result, dict) or manifest.get("run_id") != plan.run_id:
        return False
    same = _given(result) == _given(_plain(plan))
    same = same and manifest.get("scoring") == _changeable(plan)["scoring"]
    return same and manifest.get("status") == "finished"


def write_manifest(folder: Path, manifest: dict[str, object]) -> None:
    """Replace the manifest atomically."""
    temporary = folder / ".manifest.json.tmp"
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, folder / "manifest.json")


def _differences(plan: Plan, manifest: dict[str, object]) -> Iterator[str]:
    """Why the games of a plan differ from those of an existing run."""
    if (other := other_version(manifest)) is not None:
        yield other
    yield from _changed(plan, manifest)


def _changed(plan: Plan, manifest: Mapping[str, object]) -> Iterator[str]:
    """The differences between the plan in a manifest and `plan`. A missing value equals null."""
    result = manifest.get("plan")
    if not isinstance(result, dict):
        yield "its manifest has no plan"
        return
    then, now_plan = _given(result), _given(_plain(plan))
    if manifest.get("schema_version") == 1:
        # Release 0.1 hashed rules by another method; all other values are compared.
        then["rules_hash"] = now_plan["rules_hash"]
    for name in dict.fromkeys([*then, *now_plan]):
        before, after = then.get(name), now_plan.get(name)
        grows = "rounds" if plan.format == "swiss" else "boards"
        if name == grows and isinstance(before, int) and before <= getattr(plan, grows):
            continue
        if before != after:
            yield f"{name} was {_short(before)}, is {_short(after)}"


def _given(value: dict[str, object]) -> dict[str, object]:
    """A mapping without null values at any depth, because an omitted option is null."""

    def given(inner: object) -> object:
        if isinstance(inner, dict):
            return {name: given(each) for name, each in inner.items() if each is not None}
        return [given(each) for each in inner] if isinstance(inner, list) else inner

    return {name: given(each) for name, each in value.items() if each is not None}


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:79] + "…"


def _write_inputs(plan: Plan, folder: Path) -> None:
    inputs = folder / "inputs"
    inputs.mkdir(exist_ok=True)
    rules = next(iter(plan.rules.values()))
    (inputs / "rules.yaml").write_text(rules.to_yaml(), "utf-8")
    (inputs / "words.txt").write_text("\n".join(plan.words.words) + "\n", "utf-8")
    for name, texts in plan.prompts.items():
        (inputs / "prompts").mkdir(exist_ok=True)
        (inputs / "prompts" / f"{name}.yaml").write_text(prompts_file(texts), "utf-8")


def _manifest(plan: Plan) -> dict[str, object]:
    return {
        "run": plan.name,
        "run_id": plan.run_id,
        "status": "open",
        "schema_version": SCHEMA_VERSION,
        "version": installed_version(),
        "play_version": PLAY_VERSION,
        "agents_version": AGENTS_VERSION,
        "plan": _plain(plan),
        **_changeable(plan),
        "started_at": _now(),
        "python": platform.python_version(),
        "packages": {name: _version(name) for name in PACKAGES},
        "git_revision": _git_revision(),
    }


def _changeable(plan: Plan) -> dict[str, object]:
    """The settings that may change when a run is resumed."""
    return {
        "models": msgspec.to_builtins(plan.models),
        "scoring": msgspec.to_builtins(plan.scoring),
    }


def _plain(plan: Plan) -> dict[str, object]:
    plain: dict[str, object] = json.loads(json.dumps(plan.describe()))
    return plain


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _git_revision() -> str | None:
    """The git revision of this package's checkout; None if it is not a checkout."""
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
