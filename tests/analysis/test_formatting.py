"""Tables as people and programs get them."""

from __future__ import annotations

import csv
import io
import json

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from codenames_sim.report.formatting import Sheet, as_csv, as_json, as_markdown, on_terminal

NASTY = ["=1+1", "+a", "-a", "@sum", " =x", "a|b", "\x1b[31mred", "a\nb", "*b*", "[x](y)", 'q"q,']


def frame(names: list[str]) -> pd.DataFrame:
    table = pd.DataFrame({"entrant": names, "rating": [-1.5] * len(names), "n": [3] * len(names)})
    table.loc[0, "rating"] = None
    return table.astype({"entrant": "string", "rating": "Float64", "n": "Int64"})


@given(st.lists(st.text(min_size=1), min_size=2, max_size=5))
def test_no_name_becomes_a_formula_or_a_control_sequence_in_csv(names: list[str]) -> None:
    written = as_csv(frame(names))
    rows = [*csv.reader(io.StringIO(written))]
    assert len(rows) == len(names) + 1
    for row in rows[1:]:
        assert not row[0].lstrip().startswith(("=", "+", "-", "@"))
        assert row[0].isprintable()
    assert [row[1:] for row in rows[1:]] == [["", "3"]] + [["-1.5", "3"]] * (len(names) - 1)


@given(st.lists(st.text(), min_size=1, max_size=5))
def test_json_keeps_names_and_nulls_as_they_are(names: list[str]) -> None:
    written = as_json(frame(names))
    assert written.isascii()
    assert [row["entrant"] for row in json.loads(written)] == names
    assert json.loads(written)[0] == {"entrant": names[0], "rating": None, "n": 3}


@pytest.mark.parametrize("name", NASTY)
def test_a_name_stays_in_its_cell_of_a_markdown_table(name: str) -> None:
    sheet = Sheet("T", ["entrant", "Elo"], [[name, "+3"]])
    lines = as_markdown([sheet], []).splitlines()
    assert lines[:4] == ["**T**", "", "| entrant | Elo |", "|---|---:|"]
    assert len(lines) == 5
    bars = lines[4].replace("\\|", "").count("|")
    assert bars == 3
    assert "\x1b" not in lines[4]


def test_a_markdown_table_is_written_so() -> None:
    sheet = Sheet("Cross-play: a_b", ["", "x|y"], [["A", "60.0%\nn 20"], ["<b>", "–"]])
    assert as_markdown([sheet], ["Note one.", "Note two."]) == (
        "**Cross-play: a\\_b**\n\n"
        "|  | x\\|y |\n|---|---:|\n"
        "| A | 60.0%<br>n 20 |\n| \\<b\\> | – |\n\n"
        "Note one.\n\nNote two.\n"
    )


def test_the_terminal_gets_no_control_sequence_from_a_name() -> None:
    console = Console(width=80, file=io.StringIO(), force_terminal=True)
    console.print(on_terminal([Sheet("T", ["name"], [[name] for name in NASTY])], ["\x1b[5mnote"]))
    written = console.file
    assert isinstance(written, io.StringIO)
    assert "\x1b[31m" not in written.getvalue()
    assert "\x1b[5m" not in written.getvalue()
