"""A run's folder: who may write to it, what it was begun with, and how far it has come."""

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
"""Whose versions the manifest records."""
LOCK = ".lock"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Holds the folder of a run, which is made if need be, for one process at a time.

    The operating system lets go of the lock when the process ends, however it ends. Raises
    RunError where another process holds it or the folder can't be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with filelock.FileLock(folder / LOCK, timeout=0):
            yield
    except filelock.Timeout:
        raise RunError("another process is playing into it at this moment", file=folder) from None
    except FileExistsError:
        raise RunError("is a file, not a folder", file=folder) from None
    except OSError as fault:
        raise RunError(f"can't be written: {fault.strerror or fault}", file=folder) from None


def open_run(plan: Plan, folder: Path) -> None:
    """Begins a run in an empty folder, or goes on with the same run.

    Raises RunError, saying what differs, where the folder holds something else.
    """
    inside = {path.name for path in folder.iterdir()} - {LOCK}
    if not inside:
        _write_inputs(plan, folder)
        write_manifest(folder, _manifest(plan))
        return
    if "manifest.json" not in inside:
        raise RunError("holds something already; choose another folder with --out", file=folder)
    manifest = read_manifest(folder)
    if differences := list(_differences(plan, manifest)):
        raise RunError(
            f"holds another run ({'; '.join(differences)}); choose another folder with --out",
            file=folder,
        )
    now = {"plan": _plain(plan), **_changeable(plan), "status": "open"}
    write_manifest(folder, manifest | now)


def recorded_plan(folder: Path, *, any_version: bool = False) -> Plan:
    """The plan of a run, read from its folder alone.

    Raises RunError for a folder without one and, unless `any_version`, for a run whose games this
    release would play differently.
    """
    manifest = read_manifest(folder)
    if not any_version and other_version(manifest) is not None:
        what = f"can't be resumed: {other_version(manifest)}; {release_to_install(manifest)}"
        raise RunError(what, file=folder)
    try:
        said = msgspec.convert(manifest["plan"], _SaidPlan)
        models = msgspec.convert(manifest["models"], Settings)
        scoring = msgspec.convert(manifest.get("scoring", {}), Scoring)
        name = msgspec.convert(manifest["run"], str)
    except (KeyError, msgspec.ValidationError) as fault:
        raise RunError(f"has no usable plan in its manifest: {fault}", file=folder) from None
    rules = Rules.load(folder / "inputs" / "rules.yaml")
    words = load_words(folder / "inputs" / "words.txt", said.language)
    plan = Plan(
        name,
        {split: rules.with_split(split) for split in said.splits},
        replace(words, name=said.words),
        said.seed,
        said.boards,
        said.format,
        said.repetitions,
        said.entrants,
        models,
        scoring=scoring,
        side=said.side,
        rounds=said.rounds,
        pool=said.pool,
        stop=said.stop,
        wordings=tuple(_kept_prompts(each, said.language, folder) for each in said.wordings or ()),
    )
    if differences := list(_changed(plan, manifest)):
        what = f"its inputs are not those of its manifest: {'; '.join(differences)}"
        raise RunError(what, file=folder)
    return plan


def _kept_prompts(wording: Wording, language: str, folder: Path) -> PromptSet:
    file = folder / "inputs" / "prompts" / f"{wording.hash}.yaml"
    return PromptSet(wording.name, load_prompts(language, file), wording.declared)


class _SaidPlan(msgspec.Struct):
    """What of `Plan.describe` is needed to have the plan again."""

    words: str
    language: str
    seed: int
    boards: int
    splits: list[str]
    format: Format
    repetitions: int
    side: tuple[str, ...]
    rounds: int
    pool: str | None
    stop: Stop | None
    entrants: dict[str, Entrant]
    wordings: list[Wording] | None = None


def close_run(folder: Path, games: int, void: int, surplus: int = 0) -> None:
    """Notes in the manifest that all games have been played; `games` counts them all."""
    counted = {"games": games, "void": void, "surplus": surplus}
    ended = {"status": "finished", **counted, "finished_at": _now()}
    write_manifest(folder, read_manifest(folder) | ended)


def finished_run(plan: Plan, folder: Path) -> bool:
    """Whether the folder holds just this run, finished."""
    if not (folder / "manifest.json").exists():
        return False
    manifest = read_manifest(folder)
    found = manifest.get("plan")
    if not isinstance(found, dict) or manifest.get("run_id") != plan.run_id:
        return False
    same = _given(found) == _given(_plain(plan))
    same = same and manifest.get("scoring") == _changeable(plan)["scoring"]
    return same and manifest.get("status") == "finished"


def write_manifest(folder: Path, manifest: dict[str, object]) -> None:
    """Puts a manifest in the place of the one before, whole."""
    temporary = folder / ".manifest.json.tmp"
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, folder / "manifest.json")


def _differences(plan: Plan, manifest: dict[str, object]) -> Iterator[str]:
    """What makes the games of a plan other games than those of a run begun before."""
    if (other := other_version(manifest)) is not None:
        yield other
    yield from _changed(plan, manifest)


def _changed(plan: Plan, manifest: Mapping[str, object]) -> Iterator[str]:
    """What a manifest says of its plan otherwise than `plan` does. What neither gives is equal."""
    found = manifest.get("plan")
    if not isinstance(found, dict):
        yield "its manifest has no plan"
        return
    then, now_plan = _given(found), _given(_plain(plan))
    if manifest.get("schema_version") == 1:
        # Release 0.1 hashed rules by another method; what else the plan says is compared.
        then["rules_hash"] = now_plan["rules_hash"]
    for name in dict.fromkeys([*then, *now_plan]):
        before, after = then.get(name), now_plan.get(name)
        grows = "rounds" if plan.format == "swiss" else "boards"
        if name == grows and isinstance(before, int) and before <= getattr(plan, grows):
            continue
        if before != after:
            yield f"{name} was {_short(before)}, is {_short(after)}"


def _given(value: dict[str, object]) -> dict[str, object]:
    """A mapping without what is null, at any depth: an option left out adds nothing."""

    def given(inner: object) -> object:
        if isinstance(inner, dict):
            return {name: given(each) for name, each in inner.items() if each is not None}
        return [given(each) for each in inner] if isinstance(inner, list) else inner

    return {name: given(each) for name, each in value.items() if each is not None}


def _short(value: object) -> str:
    said = json.dumps(value, ensure_ascii=False)
    return said if len(said) <= 80 else said[:79] + "…"


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
    """What a run may be gone on with otherwise than it was begun."""
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
