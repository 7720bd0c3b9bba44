"""The tables of a run: writing and reading them."""

from codenames_sim.records.load import Run, load_run, read_manifest, read_part
from codenames_sim.records.rows import GameLabels, Played, TableRows, TeamLabels
from codenames_sim.records.tables import (
    ADDED,
    ROWS,
    SCHEMA_VERSION,
    SORTED_BY,
    TABLES,
    TIMES,
    CallRow,
)
from codenames_sim.records.writer import TableWriter, discard_void, mark_surplus

__all__ = [
    "ADDED",
    "ROWS",
    "SCHEMA_VERSION",
    "SORTED_BY",
    "TABLES",
    "TIMES",
    "CallRow",
    "GameLabels",
    "Played",
    "Run",
    "TableRows",
    "TableWriter",
    "TeamLabels",
    "discard_void",
    "load_run",
    "mark_surplus",
    "read_manifest",
    "read_part",
]
