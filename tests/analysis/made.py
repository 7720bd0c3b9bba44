"""Runs written out by hand: a folder whose tables hold what a test says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, cast

import msgspec
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from codenames_sim.records import TABLES, Run, load_run
from codenames_sim.rules import PLAY_VERSION, Rules
from codenames_sim.tournament import Entrant, Seat

Row = Mapping[str, object]

_BLANK: Mapping[str, object] = {
    "string": "",
    "int32": 0,
    "int64": 0,
    "bool": False,
    "double": 0.0,
    "timestamp[us, tz=UTC]": datetime(2026, 1, 1, tzinfo=UTC),
}


class Told(NamedTuple):
    """A game in a word: who began, who was second, who won (first, second, nobody, void)."""

    first: str
    second: str
    won: str
    board: int = 0
    ending: str = "agents_found"
    split: str = "9-8"
    prompts: str | None = None


def asking(name: str) -> Entrant:
    """An entrant that is given the config's prompts."""
    seat = Seat(name, "llm", {"llm": "openai/x", "prompts": {}}, prompts_name="v2")
    return Entrant(name, seat, (seat,))


def team(name: str, spymaster: str = "", operatives: str = "") -> Entrant:
    """An entrant of two agents; they are named as it is unless they are named themselves."""
    guesser = Seat(operatives or name, "random", {})
    return Entrant(name, Seat(spymaster or name, "random", {}), (guesser,))


def made_run(
    folder: Path,
    games: Sequence[Told],
    *,
    teams: Sequence[Entrant] = (),
    turns: Sequence[Row] = (),
    calls: Sequence[Row] = (),
    manifest: Row | None = None,
    rules: Rules | None = None,
) -> Run:
    """A run of these games, with ids g0, g1, …; two that swap who begins on a board are a pair."""
    entrants = {each.name: each for each in teams}
    for message in games:
        for name in (message.first, message.second):
            entrants.setdefault(name, team(name))
    rules = rules or Rules.load("codenames")
    rows = [_game_row(index, message, entrants) for index, message in enumerate(games)]
    tables = {"games": rows, "boards": [], "turns": turns, "guesses": [], "calls": calls}
    for name, content in tables.items():
        (folder / name).mkdir(parents=True)
        filled = [_filled(name, row) for row in content]
        table = pa.Table.from_pylist(filled, schema=TABLES[name])
        pq.write_table(table, folder / name / "part-00000.parquet")
    (folder / "inputs").mkdir()
    (folder / "inputs" / "rules.yaml").write_text(rules.to_yaml(), "utf-8")
    plan = {
        "rules": rules.name,
        "words": "en",
        "words_hash": "w",
        "language": "en",
        "splits": [rules.split],
        "entrants": msgspec.to_builtins(entrants),
    }
    told_manifest = {
        "run": folder.name,
        "schema_version": 1,
        "play_version": PLAY_VERSION,
        "plan": plan,
        "scoring": {"stalled": "half", "forfeited": "loss"},
        "status": "finished",
        **(manifest or {}),
    }
    (folder / "manifest.json").write_bytes(msgspec.json.encode(told_manifest))
    return load_run(folder)


def rows_by(frame: pd.DataFrame, *keys: str) -> dict[tuple[str, ...], dict[str, float]]:
    """A table's rows by what is in their key columns; null is None. The numbers are looked at."""
    plain = frame.astype(object).where(frame.notna(), None).to_dict("records")
    rows = cast("list[dict[str, float]]", plain)
    return {tuple(str(row[key]) for key in keys): row for row in rows}


def _game_row(index: int, message: Told, entrants: Mapping[str, Entrant]) -> Row:
    finished = message.won != "void"
    winner = message.won if message.won in ("first", "second") else None
    ending = (message.ending if winner else "stalled") if finished else None
    one, other = entrants[message.first], entrants[message.second]
    return {
        "game_id": f"g{index}",
        "pairing": " vs ".join(sorted([message.first, message.second])),
        "pair_id": f"{message.board} {sorted([message.first, message.second])} {message.prompts}",
        "prompts": message.prompts,
        "board_seed": message.board,
        "split": message.split,
        "first_entrant": message.first,
        "second_entrant": message.second,
        "first_spymaster": one.spymaster.label,
        "second_spymaster": other.spymaster.label,
        "first_operatives": [seat.label for seat in one.operatives],
        "second_operatives": [seat.label for seat in other.operatives],
        "winner": winner,
        "winner_entrant": {"first": message.first, "second": message.second}.get(message.won),
        "ending": ending,
        "status": "finished" if finished else "void",
        "error": None if finished else "it broke",
    }


def _filled(table: str, row: Row) -> Row:
    """The row with something in every column that may not be null."""
    schema = TABLES[table]
    blank = {
        field.name: [] if pa.types.is_list(field.type) else _BLANK[str(field.type)]
        for field in schema
        if not field.nullable
    }
    return {**blank, **row}
