"""The tables of a run: how they are written, and how they are read."""

from codenames_sim.records.load import Run, load_run, read_manifest, read_part
from codenames_sim.records.rows import CallRow, GameLabels, Played, TableRows, TeamLabels
from codenames_sim.records.schema import ADDED, SCHEMA_VERSION, SORTED_BY, TABLES, TIMES
from codenames_sim.records.writer import TableWriter, discard_void, mark_surplus

__all__ = [
    "ADDED",
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
