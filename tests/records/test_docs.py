"""docs/tables.md lists the columns that the tables have."""

from __future__ import annotations

import os
from pathlib import Path

import pyarrow as pa

from codenames_sim.records import TABLES

PAGE = Path(__file__).parents[2] / "docs" / "tables.md"
MARK = "<!-- columns: written by tests/records/test_docs.py -->"


def listed() -> str:
    lines = [MARK]
    for name, schema in TABLES.items():
        lines += ["", f"## {name}", "", "| column | type |", "|---|---|"]
        lines += [f"| {field.name} | {_type(field)} |" for field in schema]
    return "\n".join(lines) + "\n"


def _type(field: pa.Field[pa.DataType]) -> str:
    kind = "list of string" if pa.types.is_list(field.type) else str(field.type)
    return f"{kind}?" if field.nullable else kind


def test_the_page_lists_every_column() -> None:
    page = PAGE.read_text("utf-8")
    if os.environ.get("WRITE_GOLDEN"):
        PAGE.write_text(page.partition(MARK)[0] + listed(), "utf-8")
    assert PAGE.read_text("utf-8").endswith(listed())
