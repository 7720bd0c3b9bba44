"""Reads a run's folder into DataFrames."""

from __future__ import annotations

import json
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from codenames_sim.errors import RunError
from codenames_sim.records.tables import ADDED, SCHEMA_VERSION, SORTED_BY, TABLES

if TYPE_CHECKING:
    import pandas as pd
    from pandas.api.extensions import ExtensionDtype


class Run:
    """The tables of a run. Each table is read on first use and sorted by its SORTED_BY columns.

    In the DataFrames integers are Int64 or Int32, amounts Float64, flags boolean, texts string, and
    times datetime64[us, UTC]. All these can hold `pd.NA`. Lists are arrays in object columns.
    """

    def __init__(self, folder: Path):
        self.folder = folder

    @cached_property
    def manifest(self) -> dict[str, object]:
        """The manifest of the run: the plan, hashes and versions."""
        return read_manifest(self.folder)

    @cached_property
    def games(self) -> pd.DataFrame:
        """One row per game."""
        return self._frame("games")

    @cached_property
    def boards(self) -> pd.DataFrame:
        """One row per board."""
        return self._frame("boards")

    @cached_property
    def turns(self) -> pd.DataFrame:
        """One row per turn."""
        return self._frame("turns")

    @cached_property
    def guesses(self) -> pd.DataFrame:
        """One row per guess."""
        return self._frame("guesses")

    @cached_property
    def calls(self) -> pd.DataFrame:
        """One row per attempt to call a language model."""
        return self._frame("calls")

    def table(
        self, name: str, columns: list[str] | None = None, where: tuple[str, str] | None = None
    ) -> pa.Table:
        """An Arrow table. `columns` selects columns; `where` is a column and the value to keep.

        Raises RunError if the run has no such table or a file can't be read.
        """
        parts = self.parts(name)
        only = None if where is None else pc.equal(pc.field(where[0]), pc.scalar(where[1]))
        if not parts:
            raise RunError(f"has no table '{name}'", file=self.folder)
        return pa.concat_tables([read_part(part, name, columns, only) for part in parts])

    def parts(self, name: str) -> list[Path]:
        """The files of a table, without those whose part of `games` was not written completely."""
        games = sorted(self.folder.glob("games/part-*.parquet"))
        numbers = [file.name.removeprefix("part-") for file in games]
        parts = [self.folder / name / f"part-{number}" for number in numbers]
        void = [self.folder / name / f"void-{number}" for number in numbers]
        return parts + [file for file in void if file.exists()]

    def _frame(self, name: str) -> pd.DataFrame:
        table = self.table(name).sort_by([(column, "ascending") for column in SORTED_BY[name]])
        frame = table.to_pandas(types_mapper=_pandas_type)
        if name == "boards":
            frame = frame.drop_duplicates("board_id", ignore_index=True)
        return frame


def read_part(
    part: Path,
    name: str,
    columns: list[str] | None = None,
    only: pc.Expression | None = None,
) -> pa.Table:
    """One file of the table `name`. `columns` selects columns, and `only` filters rows.

    Columns that an older schema lacks are null. Raises RunError for a file that can't be read or
    that is not a part of this table.
    """
    schema = TABLES[name]
    older = pa.schema([field for field in schema if field.name not in ADDED.get(name, ())])
    try:
        result = pq.read_schema(part)
        if not result.equals(schema) and not result.equals(older):
            raise RunError(f"does not have the columns of the table '{name}'", file=part)
        # Passing the schema fills columns that the file lacks with null.
        return pq.read_table(part, columns=columns, filters=only, schema=schema)
    except (pa.ArrowException, OSError, ValueError) as fault:
        reason = " ".join(str(fault).split())
        raise RunError(f"can't be read: {reason}", file=part) from None


def load_run(folder: str | Path) -> Run:
    """The run in a folder: the DataFrames `.games .boards .turns .guesses .calls`, and `.manifest`.

    Runs of older schemas load, with null in the columns that they lack. Raises RunError if the
    folder is not a run, or if a later release wrote the run in a newer schema.
    """
    run = Run(Path(folder))
    schema = run.manifest.get("schema_version")
    if isinstance(schema, int) and schema > SCHEMA_VERSION:
        what = f"has tables of schema {schema}; this release reads schemas 1 to {SCHEMA_VERSION}"
        raise RunError(f"{what}: upgrade codenames-sim", file=run.folder)
    return run


def read_manifest(folder: Path) -> dict[str, object]:
    """A run's manifest. Raises RunError if it is missing or can't be read."""
    path = folder / "manifest.json"
    if not folder.is_dir():
        raise RunError("there is no such folder", file=folder)
    try:
        manifest = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise RunError("holds no run: it has no manifest.json", file=folder) from None
    except (OSError, ValueError, RecursionError) as fault:
        raise RunError(f"can't be read: {fault}", file=path) from None
    if not isinstance(manifest, dict):
        raise RunError("should be a JSON object", file=path)
    return manifest


def _pandas_type(kind: pa.DataType) -> ExtensionDtype | None:
    import pandas as pd

    types: dict[pa.DataType, ExtensionDtype] = {
        pa.int32(): pd.Int32Dtype(),
        pa.int64(): pd.Int64Dtype(),
        pa.float64(): pd.Float64Dtype(),
        pa.bool_(): pd.BooleanDtype(),
        pa.string(): pd.StringDtype(na_value=pd.NA),
    }
    return types.get(kind)
