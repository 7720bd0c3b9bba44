"""Verify recomputes every column that rules, board, plan and history determine."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from codenames_sim.analysis import verify
from codenames_sim.records import TABLES
from codenames_sim.runner import Options, play_run
from codenames_sim.tournament import load_plan

CONFIG = """
seed: 40
boards: 2
splits: [9-7, 8-8]
repetitions: 2
entrants:
  bold: {spymaster: random, operatives: {agent: random, stop: 0.1}}
  panel: {spymaster: [random, random], operatives: [random, random, random], decide: captain}
"""
DETERMINED = {
    "games": sorted(
        {*TABLES["games"].names}
        - {"started_at", "seconds", "game_id", "pair_id", "error", "status", "prompts"}
    ),
    "boards": ["board_id", "split"],
    "turns": sorted(
        {*TABLES["turns"].names}
        - {"game_id", "said", "targets", "attempts", "forfeited_by", "clue", "number"}
    ),
    "guesses": ["card", "decision", "guess", "turn"],
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("verify")
    (folder / "few.yaml").write_text(CONFIG, "utf-8")
    play_run(load_plan(folder / "few.yaml"), folder / "run", Options(0), lambda progress: None)
    assert verify(folder / "run") == []
    return folder / "run"


@pytest.mark.parametrize(
    ("table", "column"),
    [(table, column) for table, columns in DETERMINED.items() for column in columns],
)
def test_a_wrong_value_is_found(run: Path, tmp_path: Path, table: str, column: str) -> None:
    folder = tmp_path / "run"
    shutil.copytree(run, folder)
    part = folder / table / "part-00000.parquet"
    rows = pq.read_table(part)
    field, values = rows.schema.field(column), rows[column].to_pylist()
    wrong = pa.array([another(field.type, value) for value in values], field.type)
    changed = rows.set_column(rows.schema.get_field_index(column), field, wrong)
    pq.write_table(changed, part)
    assert verify(folder), f"{table}.{column}"


@pytest.mark.parametrize("table", ["games", "turns", "guesses"])
def test_any_two_exchanged_columns_are_found(run: Path, tmp_path: Path, table: str) -> None:
    """Values exchanged at the source, in every row, for all pairs of determined columns."""
    part = f"{table}/part-00000.parquet"
    rows = pq.read_table(run / part)
    unseen = []
    for one, other in itertools.combinations(DETERMINED[table], 2):
        if rows.schema.field(one).type != rows.schema.field(other).type:
            continue
        if rows[one].equals(rows[other]):
            continue
        folder = tmp_path / f"{one}-{other}"
        shutil.copytree(run, folder)
        index = [rows.schema.get_field_index(name) for name in (one, other)]
        nullable = pa.schema([field.with_nullable(True) for field in rows.schema])
        swapped = rows.cast(nullable)
        swapped = swapped.set_column(index[0], swapped.schema.field(index[0]), rows[other])
        swapped = swapped.set_column(index[1], swapped.schema.field(index[1]), rows[one])
        try:
            pq.write_table(swapped.cast(rows.schema), folder / part)
        except (pa.ArrowException, ValueError):
            continue  # A null where none may be: the file can't be written.
        if not verify(folder):
            unseen.append((one, other))
        shutil.rmtree(folder)
    assert unseen == []


def another(kind: pa.DataType, value: object) -> object:
    """A value of the same type that differs."""
    if pa.types.is_list(kind):
        return ["someone else"]
    if pa.types.is_boolean(kind):
        return not value
    if pa.types.is_string(kind):
        return f"{value or ''}x"
    return float(str(value or 0)) + 1 if pa.types.is_floating(kind) else int(str(value or 0)) + 1
