"""Tables on a terminal, or as CSV, JSON or Markdown."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from codenames_sim.report.sanitize import shown

if TYPE_CHECKING:
    import pandas as pd

FORMULA = ("=", "+", "-", "@")
"""Prefixes of texts that a spreadsheet would interpret as formulas."""


@dataclass(frozen=True)
class Sheet:
    """A table for people."""

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    """Cells. A cell may have several lines."""
    texts: int = 1
    """The number of text columns at the start. All other columns hold numbers."""


def on_terminal(sheets: Sequence[Sheet], notes: Sequence[str]) -> RenderableType:
    """The tables, with notes below them."""
    parts: list[RenderableType] = []
    for sheet in sheets:
        table = Table(
            title=Text(shown(sheet.title), style="bold"),
            title_justify="left",
            box=None,
            padding=(0, 2, 0, 0),
        )
        for index, heading in enumerate(sheet.headings):
            left = index < sheet.texts
            justify: Literal["left", "right"] = "left" if left else "right"
            width = max(
                [0, *[cell_len(line) for row in sheet.rows for line in row[index].split("\n")]]
            )
            table.add_column(
                Text(shown(heading)),
                justify=justify,
                overflow="fold",
                min_width=None if left else width,
            )
        for row in sheet.rows:
            table.add_row(*[Text(_shown_lines(cell)) for cell in row])
        parts += [table, Text()]
    parts += [Text(f"{shown(note, 1_000)}") for note in notes]
    return Group(*parts)


def as_markdown(sheets: Sequence[Sheet], notes: Sequence[str]) -> str:
    """The same tables in Markdown."""
    blocks = []
    for sheet in sheets:
        lines = [f"**{_cell(sheet.title)}**", "", _line(sheet.headings)]
        marks = ["---" if index < sheet.texts else "---:" for index in range(len(sheet.headings))]
        lines += [f"|{'|'.join(marks)}|", *[_line(row) for row in sheet.rows]]
        blocks.append("\n".join(lines))
    blocks += [_cell(note) for note in notes]
    return "\n\n".join(blocks) + "\n"


def as_csv(frame: pd.DataFrame) -> str:
    """A table as CSV; null is an empty cell.

    Texts that look like formulas are prefixed with an apostrophe.
    """
    safe = frame.copy()
    for column in safe.columns:
        if safe[column].dtype == "string":
            safe[column] = [text if text is None else _safe(text) for text in _plain(safe[column])]
    return safe.to_csv(index=False, lineterminator="\n")


def as_json(frame: pd.DataFrame) -> str:
    """A table as a JSON list of objects. Non-ASCII characters are escaped."""
    columns = {name: _plain(frame[name]) for name in frame.columns}
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    return json.dumps(rows, indent=2) + "\n"


def _plain(column: pd.Series[str]) -> list[object]:
    values = column.tolist()
    return [None if gone else value for value, gone in zip(values, column.isna(), strict=True)]


def _safe(text: object) -> str:
    said = shown(text, 10_000)
    return f"'{said}" if said.lstrip().startswith(FORMULA) else said


def _shown_lines(cell: str) -> str:
    return "\n".join(shown(line) for line in cell.split("\n"))


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(_cell(cell) for cell in cells)} |"


def _cell(text: str) -> str:
    """The text of a cell, with Markdown characters escaped and line breaks kept."""
    for special in "\\`*_[]<>|":
        text = text.replace(special, f"\\{special}")
    return "<br>".join(shown(line) for line in text.split("\n"))
