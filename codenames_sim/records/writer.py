"""Writes tables as Parquet parts. Each part is written completely or not at all."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from codenames_sim.errors import RunError
from codenames_sim.records.load import Run, read_part
from codenames_sim.records.tables import SCHEMA_VERSION, TABLES

ROWS_PER_PART = 25_000
"""When the longest table has this many rows, the collected rows are written."""
GAMES_LAST = ("boards", "turns", "guesses", "calls", "games")
"""The order of writing. A part is valid once its `games` file exists, so that file is last."""


class TableWriter:
    """Collects tables and writes them to `<folder>/<table>/part-00000.parquet` and so on.

    Void games are written to separate `void-…` files, so that a retry can replace them.
    """

    def __init__(self, folder: Path, written: Callable[[list[str]], None] = lambda ids: None):
        self._folder = folder
        self._written = written
        self._waiting: dict[str, list[pa.Table]] = {name: [] for name in TABLES}
        self._rows = dict.fromkeys(TABLES, 0)
        self._part = 0
        try:
            for name in TABLES:
                (folder / name).mkdir(parents=True, exist_ok=True)
            self._part = _discard_unfinished(folder)
        except OSError as fault:
            raise _unwritable(folder, fault) from None

    def add(self, tables: Mapping[str, pa.Table]) -> None:
        """Adds tables, and writes a part of each when there are enough rows."""
        for name, table in tables.items():
            self._waiting[name].append(table)
            self._rows[name] += table.num_rows
        if max(self._rows.values()) >= ROWS_PER_PART:
            self.flush()

    def flush(self) -> None:
        """Writes the collected rows, then calls `written` with the ids of the finished games.

        Raises RunError if they can't be written; the rows then stay collected.
        """
        if not self._rows["games"] and self._part:
            return
        tables = {
            name: pa.concat_tables([schema.empty_table(), *self._waiting[name]])
            for name, schema in TABLES.items()
        }
        is_void = pc.equal(tables["games"]["status"], pa.scalar("void"))
        void_ids = tables["games"].filter(is_void)["game_id"]
        for name in GAMES_LAST:
            table = tables[name]
            if len(void_ids) and name in ("calls", "games"):
                void = pc.is_in(table["game_id"], value_set=void_ids.combine_chunks())
                self._write(table.filter(void), name, "void")
                table = table.filter(pc.invert(void))
            self._write(table, name, "part")
        for waiting in self._waiting.values():
            waiting.clear()
        self._rows = dict.fromkeys(TABLES, 0)
        self._part += 1
        finished = tables["games"].filter(pc.invert(is_void))["game_id"]
        self._written([str(game_id) for game_id in finished.to_pylist()])

    def _write(self, table: pa.Table, name: str, kind: str) -> None:
        _put(table, self._folder / name / f"{kind}-{self._part:05}.parquet")


def mark_surplus(folder: Path, is_due: Callable[[str, int], bool]) -> dict[str, int]:
    """Sets the status `surplus` for games of pairs that are not due, and resets it for all others.

    Parts that change are written again, each completely or not at all. Returns the numbers of
    `games`, and of `void` and `surplus` games among them. Raises RunError if a part can't be read
    or written.
    """
    counted: Counter[str] = Counter()
    for part in Run(folder).parts("games"):
        games = read_part(part, "games")
        columns = (games[name].to_pylist() for name in ("pairing", "pair_number", "error"))
        now = [
            "surplus" if not is_due(pairing, number) else "void" if error else "finished"
            for pairing, number, error in zip(*columns, strict=True)
        ]
        counted.update(now)
        if now != games["status"].to_pylist():
            index = games.schema.get_field_index("status")
            changed = pa.array(now, pa.string())
            _put(games.set_column(index, games.schema.field(index), changed), part)
    surplus, void = counted["surplus"], counted["void"]
    return {"games": counted.total(), "void": void, "surplus": surplus}


def discard_void(folder: Path) -> None:
    """Removes the void games from a run's tables, so that a retry can replace them."""
    for name in reversed(GAMES_LAST):
        for file in (folder / name).glob("void-*.parquet"):
            file.unlink()


def _put(table: pa.Table, path: Path) -> None:
    """Writes a part completely or not at all."""
    temporary = path.with_name(f".{path.name}.tmp")
    marked = table.replace_schema_metadata({"codenames_sim_schema": str(SCHEMA_VERSION)})
    try:
        with open(temporary, "wb") as file:
            pq.write_table(marked, file, compression="zstd")
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as fault:
        temporary.unlink(missing_ok=True)
        raise _unwritable(path, fault) from None


def _discard_unfinished(folder: Path) -> int:
    """Removes incomplete parts that a crash left. Returns the number of the next part."""
    for temporary in folder.glob("*/.*.tmp"):
        temporary.unlink()
    done = {file.name.partition("-")[2] for file in (folder / "games").glob("part-*.parquet")}
    for name in TABLES:
        for file in (folder / name).glob("*-*.parquet"):
            if file.name.partition("-")[2] not in done:
                file.unlink()
    numbers = [int(name.partition(".")[0]) for name in done if name.partition(".")[0].isdecimal()]
    return max(numbers, default=-1) + 1


def _unwritable(path: Path, fault: OSError) -> RunError:
    return RunError(f"can't be written: {fault.strerror or fault}", file=path)
