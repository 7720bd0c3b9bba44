"""docs/tables.md lists every column with its meaning, from the class of the table's rows."""

from __future__ import annotations

import ast
import inspect
import itertools
import os
import re
from pathlib import Path
from typing import get_args

import pyarrow as pa
from msgspec import Struct

from codenames_sim.agents import Decide
from codenames_sim.llm import Outcome
from codenames_sim.records import ROWS, TABLES
from codenames_sim.rules import CARDS, ENDED_BY, ENDINGS

PAGE = Path(__file__).parents[2] / "docs" / "tables.md"
MARK = "<!-- columns: written by tests/records/test_docs.py -->"


def listed() -> str:
    lines = [MARK]
    for table, row in ROWS.items():
        meanings = meanings_of(row)
        assert row.__doc__
        lines += ["", f"## {table}", "", one_line(row.__doc__), ""]
        lines += ["| column | type | meaning |", "|---|---|---|"]
        lines += [
            f"| {field.name} | {_type(field)} | {meanings[field.name]} |" for field in TABLES[table]
        ]
    return "\n".join(lines) + "\n"


def meanings_of(row: type[Struct]) -> dict[str, str]:
    """The docstring below each field of a row's class."""
    (made,) = ast.parse(inspect.getsource(row)).body
    assert isinstance(made, ast.ClassDef)
    result = {}
    for field, text in itertools.pairwise(made.body):
        if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name):
            continue
        if field.target.id in row.__struct_fields__:
            assert isinstance(text, ast.Expr), f"{row.__name__}.{field.target.id} has no docstring"
            assert isinstance(text.value, ast.Constant)
            result[field.target.id] = one_line(str(text.value.value))
    return result


def one_line(text: str) -> str:
    return " ".join(text.split())


def _type(field: pa.Field[pa.DataType]) -> str:
    kind = "list of string" if pa.types.is_list(field.type) else str(field.type)
    return f"{kind}?" if field.nullable else kind


def test_the_page_lists_every_column() -> None:
    page = PAGE.read_text("utf-8")
    if os.environ.get("WRITE_GOLDEN"):
        PAGE.write_text(page.partition(MARK)[0] + listed(), "utf-8")
    assert PAGE.read_text("utf-8").endswith(listed())


def test_every_column_that_may_be_null_says_when() -> None:
    silent = {"served_model", "finish_reason"} | {
        name for name in TABLES["calls"].names if name.endswith("_tokens")
    }
    for table, row in ROWS.items():
        for name, meaning in meanings_of(row).items():
            refers = name in silent or meaning.startswith("Like `")
            if TABLES[table].field(name).nullable and not refers:
                assert re.search("[Nn]ull", meaning), f"{table}.{name} does not say when it is null"


def test_every_code_is_explained() -> None:
    """Each value that a column of codes can hold is named in its meaning."""
    codes = {
        ("games", "ending"): ENDINGS,
        ("turns", "ended_by"): ENDED_BY,
        ("calls", "outcome"): [outcome.value for outcome in Outcome],
        ("guesses", "card"): ["own", "opponent", "bystander", "assassin"],
        ("boards", "key"): CARDS,
        ("games", "status"): ["finished", "void", "surplus"],
        ("games", "first_decide"): get_args(Decide),
    }
    for (table, column), values in codes.items():
        meaning = meanings_of(ROWS[table])[column]
        assert all(f"`{value}`" in meaning for value in values), (table, column)
