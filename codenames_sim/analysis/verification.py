"""Verifies a run: its schedule, its games by replay, its sums, and that it holds no secrets."""

from __future__ import annotations

import math
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from codenames_sim.analysis.recompute import (
    board_columns,
    game_columns,
    guess_columns,
    outcome_columns,
    turn_columns,
)
from codenames_sim.analysis.recorded_game import Recorded, Row, recorded_board
from codenames_sim.errors import CodenamesError
from codenames_sim.records import Run, load_run, read_part
from codenames_sim.rules import PLAY_VERSION, Rules
from codenames_sim.runner import recorded_plan
from codenames_sim.runner.run_state import run_state
from codenames_sim.tournament import (
    Fixture,
    Pair,
    Plan,
    fixtures_of,
    pairings,
    played_by,
    release_to_install,
)

MOST_PROBLEMS = 50
"""The maximum number of problems that are listed."""
_KEY_NAMES = re.compile(r"KEY|TOKEN|SECRET|PASSWORD", re.IGNORECASE)
_KEY_SHAPES = re.compile(rb"\b(sk-[A-Za-z0-9_-]{20,}|Bearer\s+[A-Za-z0-9._-]{20,})")
_SHORTEST_SECRET = 8
_SLOT = (
    "prompts",
    "pairing",
    "board_seed",
    "split",
    "repetition",
    "first_entrant",
    "second_entrant",
)


@dataclass(frozen=True)
class Finding:
    """Something that is wrong with a run."""

    where: str
    what: str


def verify(folder: Path) -> list[Finding]:
    """Verify a run and return at most the first 50 problems; an empty list means that it is valid.

    The checks: every scheduled game is in the tables exactly once, and no others except `surplus`
    games; every finished game, replayed from its turns and guesses under its rules, ends as
    recorded; counts, tokens and dollars agree between the tables; no file contains a secret. Raises
    RunError if the folder contains no run.
    """
    run = load_run(folder)
    problems: list[Finding] = []
    for problem in _problems(run):
        problems.append(problem)
        if len(problems) == MOST_PROBLEMS:
            break
    return problems


def _problems(run: Run) -> Iterator[Finding]:
    yield from _secrets(run.folder)
    try:
        yield from _schedule(run)
        yield from _games(run)
    except CodenamesError as fault:
        yield Finding(str(run.folder), str(fault))


def _schedule(run: Run) -> Iterator[Finding]:
    """Check that the games are those of the plan."""
    if played_by(run.manifest).play != PLAY_VERSION:
        then = played_by(run.manifest).play
        yield Finding(
            "manifest.json",
            f"play_version is {then}, but this release has {PLAY_VERSION}, so replayed games may "
            f"end differently; to verify them, {release_to_install(run.manifest)}",
        )
    plan = recorded_plan(run.folder, any_version=True)
    games = run.table("games", columns=["game_id", "status", "pair_number", *_SLOT])
    ids = [str(game_id) for game_id in games["game_id"].to_pylist()]
    # Release 0.1 made ids by another method and recorded no prompts.
    old = run.manifest.get("schema_version") == 1
    slots = list(zip(*(games[name].to_pylist() for name in _SLOT[old:]), strict=True))
    for game_id, times in Counter(ids).items():
        if times > 1:
            yield Finding(f"game {game_id}", f"is in the tables {times} times")
    result: dict[tuple[object, ...], tuple[str, str]] = {}
    for slot, game_id, status in zip(
        slots, ids, map(str, games["status"].to_pylist()), strict=True
    ):
        if result.setdefault(slot, (game_id, status))[0] != game_id:
            what = f"has the same place in the schedule as {result[slot][0]}"
            yield Finding(f"game {game_id}", what)
    scheduler = run_state(plan, run.folder).scheduler
    for fixture in fixtures_of(plan, scheduler.pairs()):
        game_id, status = result.pop(_slot(fixture)[old:], ("", ""))
        place = f"{fixture.pairing}, board {fixture.board_seed}, split {fixture.rules.split}"
        if not game_id:
            yield Finding(f"game {fixture.game_id}", f"is scheduled ({place}) but not played")
        elif not old and game_id != fixture.game_id:
            yield Finding(f"game {game_id}", f"should have the id {fixture.game_id} ({place})")
        elif status == "surplus":
            yield Finding(f"game {game_id}", "has the status surplus, but is scheduled")
    for fixture in fixtures_of(plan, _surplus(plan, games)):
        result.pop(_slot(fixture)[old:], None)
    for game_id, _ in result.values():
        yield Finding(f"game {game_id}", "is in the tables but not in the schedule")


def _slot(fixture: Fixture) -> tuple[object, ...]:
    """A game's place in the schedule: the values of the columns `_SLOT`."""
    split, first, second = fixture.rules.split, fixture.first.name, fixture.second.name
    seed, prompts = fixture.board_seed, fixture.prompts
    return prompts, fixture.pairing, seed, split, fixture.repetition, first, second


def _surplus(plan: Plan, games: pa.Table) -> list[Pair]:
    """The pairs of a plan whose games have the status surplus."""
    if not plan.is_adaptive:
        return []
    known = {pairing.name: pairing for pairing in pairings(plan)}
    rows = games.filter(pc.equal(games["status"], pa.scalar("surplus"))).to_pylist()
    named = {(row["pairing"], row["pair_number"]) for row in rows if row["pairing"] in known}
    return sorted([Pair(known[name], number) for name, number in named], key=lambda each: each[1])


def _games(run: Run) -> Iterator[Finding]:
    """Check every game against its rows."""
    plan = recorded_plan(run.folder, any_version=True)
    model = Rules.load(run.folder / "inputs" / "rules.yaml")
    rules: dict[str, Rules] = {}
    boards = {row["board_id"]: row for row in run.table("boards").to_pylist()}
    for board_id, board in boards.items():
        laid = recorded_board(board, plan.words.language)
        for what in _disagreements(board, board_columns(laid)):
            yield Finding(f"board {board_id}", what)
    for part in run.parts("games"):
        turns, guesses, calls = (
            _by_game(run.folder / name / part.name, name) for name in ("turns", "guesses", "calls")
        )
        for game in _rows(part, "games"):
            split = str(game["split"])
            if split not in rules:
                rules[split] = model.with_split(split)
            key = str(game["game_id"])
            row = boards.get(game["board_id"])
            if row is None:
                yield Finding(f"game {key}", f"its board {game['board_id']} is missing")
                continue
            recorded = Recorded(
                game,
                rules[split],
                recorded_board(row, str(game["language"])),
                sorted(turns.pop(key, []), key=lambda row: cast(int, row["turn"])),
                sorted(guesses.pop(key, []), key=lambda row: (row["turn"], row["guess"])),
            )
            expected = game_columns(game, recorded.board, plan, run.manifest.get("run_id"))
            for what in (
                *_disagreements(game, expected),
                *_replayed(recorded),
                *_summed(game, calls.pop(key, [])),
            ):
                yield Finding(f"game {key}", what)
        for name, left in (("turns", turns), ("guesses", guesses), ("calls", calls)):
            for key in left:
                yield Finding(f"game {key}", f"has rows in {name}, but none in games")


def _replayed(recorded: Recorded) -> Iterator[str]:
    """The differences between a game's replay and its record."""
    row = recorded.row
    if row["status"] == "void":
        if recorded.turns or recorded.guesses:
            yield "is void, but has turns or guesses"
        return
    try:
        *_, game = recorded.positions()
    except (CodenamesError, StopIteration, RuntimeError) as fault:
        yield f"can't be replayed: {fault or 'a guess is missing'}"
        return
    if game.outcome is None:
        yield "has not ended after its last recorded turn"
        return
    yield from _disagreements(row, outcome_columns(row, game))
    for table, result, expected in (
        ("turns", recorded.turns, list(turn_columns(game))),
        ("guesses", recorded.guesses, list(guess_columns(game))),
    ):
        if len(result) != len(expected):
            yield f"has {len(result)} recorded {table}, but {len(expected)} in the replay"
        for each, columns in zip(result, expected, strict=False):
            place = f"turn {columns['turn']}: "
            yield from (place + what for what in _disagreements(each, columns))


def _disagreements(row: Row, expected: Mapping[str, object]) -> Iterator[str]:
    """Yield the columns that differ from what the replay and the plan give."""
    for name, value in expected.items():
        if row[name] != value:
            yield f"{name} is recorded as {row[name]}, but should be {value}"


def _summed(game: Row, calls: Sequence[Row]) -> Iterator[str]:
    """Check that a game's tokens and dollars are the sums over its calls."""
    for name in ("input_tokens", "output_tokens"):
        if game[name] != (total := sum(cast(int, call[name] or 0) for call in calls)):
            yield f"{name} is {game[name]}, but the sum over its calls is {total}"
    costs = [cast("float | None", call["usd"]) for call in calls]
    usd = None if None in costs else math.fsum(cost or 0.0 for cost in costs)
    text = cast("float | None", game["usd"])
    if (usd is None) != (text is None) or not math.isclose(usd or 0.0, text or 0.0):
        yield f"usd is {text}, but the sum over its calls is {usd}"


def _secrets(folder: Path) -> Iterator[Finding]:
    """Files that contain the value of a variable with a key-like name, or text that looks like a
    key."""
    secrets = {
        value.encode(): name
        for name, value in os.environ.items()
        if _KEY_NAMES.search(name) and len(value) >= _SHORTEST_SECRET
    }
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        data = _text_of(file)
        for value, name in secrets.items():
            if value in data:
                yield Finding(str(file.relative_to(folder)), f"contains the value of ${name}")
        if _KEY_SHAPES.search(data):
            yield Finding(str(file.relative_to(folder)), "contains text that looks like a key")


def _text_of(file: Path) -> bytes:
    """All text in a file. Unreadable files are left to the other checks."""
    try:
        if file.suffix != ".parquet":
            return file.read_bytes()
        table = pq.read_table(file)
    except (OSError, pa.ArrowException):
        return b""
    texts = [column for column in table.columns if pa.types.is_string(column.type)]
    return b"\n".join(str(value).encode() for column in texts for value in column.to_pylist())


def _by_game(part: Path, name: str) -> dict[str, list[Row]]:
    result: dict[str, list[Row]] = {}
    for row in _rows(part, name) if part.exists() else []:
        result.setdefault(str(row["game_id"]), []).append(row)
    return result


def _rows(part: Path, name: str) -> list[Row]:
    return cast("list[Row]", read_part(part, name).to_pylist())
