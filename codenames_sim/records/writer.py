"""Writes tables as Parquet parts, each whole or not there at all."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from codenames_sim.errors import RunError
from codenames_sim.records.schema import SCHEMA_VERSION, TABLES

ROWS_A_PART = 100_000
"""Rows of the longest table at which the parts gathered so far are written."""


class TableWriter:
    """Gathers tables and writes them to `<folder>/<table>/part-00000.parquet` and so on."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._waiting: dict[str, list[pa.Table]] = {name: [] for name in TABLES}
        self._rows = dict.fromkeys(TABLES, 0)
        self._part = 0
        for name in TABLES:
            (folder / name).mkdir(parents=True, exist_ok=True)

    def add(self, tables: Mapping[str, pa.Table]) -> None:
        """Takes tables over; writes a part of each once there is enough for one."""
        for name, table in tables.items():
            self._waiting[name].append(table)
            self._rows[name] += table.num_rows
        if max(self._rows.values()) >= ROWS_A_PART:
            self.flush()

    def flush(self) -> None:
        """Writes what was gathered. Raises RunError where it can't be written."""
        for name, tables in self._waiting.items():
            if self._rows[name]:
                part = self._folder / name / f"part-{self._part:05}.parquet"
                _write_whole(pa.concat_tables(tables), part)
            tables.clear()
            self._rows[name] = 0
        self._part += 1

    def close(self) -> None:
        """Writes the last parts; a table without a row gets an empty part, to show its columns."""
        self.flush()
        for name, schema in TABLES.items():
            if not any((self._folder / name).glob("*.parquet")):
                _write_whole(schema.empty_table(), self._folder / name / "part-00000.parquet")


def _write_whole(table: pa.Table, path: Path) -> None:
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
        raise RunError(f"can't be written: {fault.strerror or fault}", file=path) from None
