"""How commands print tables: on the terminal, or as CSV, JSON or Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from codenames_sim.cli.app import terminal

if TYPE_CHECKING:
    import pandas as pd

    from codenames_sim.report.formatting import Sheet


class Format(StrEnum):
    """How a table is written."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    MARKDOWN = "markdown"


_WIDEST = 10_000

FormatOption = Annotated[
    Format, typer.Option("--format", help="With csv and json, notes go to the error output.")
]


def print_sheets(
    frame: pd.DataFrame, sheets: Sequence[Sheet], notes: Sequence[str], form: Format
) -> None:
    """Prints `frame` where a program reads it, and `sheets` where a person does."""
    from rich.measure import Measurement

    from codenames_sim.report.formatting import as_csv, as_json, as_markdown, on_terminal

    if form is Format.TABLE:
        console, tables = terminal(), on_terminal(sheets, notes)
        # A terminal wraps a line that is too long; what is cropped is lost.
        anything = console.options.update(max_width=_WIDEST)
        width = max(console.width, Measurement.get(console, anything, tables).minimum)
        console.print(tables, width=width, crop=False, highlight=False)
    elif form is Format.MARKDOWN:
        typer.echo(as_markdown(sheets, notes), nl=False)
    else:
        typer.echo(as_csv(frame) if form is Format.CSV else as_json(frame), nl=False)
        for note in notes:
            terminal(stderr=True).print(note, markup=False, highlight=False, soft_wrap=True)
