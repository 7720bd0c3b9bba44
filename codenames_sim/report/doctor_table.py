"""Terminal tables of model checks and of available models."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from codenames_sim.llm.doctor import Check, Reach
from codenames_sim.report.sanitize import shown


def checks_table(model: str, checks: Sequence[Check]) -> Table:
    """The checks of a model: result, finding, and how to fix a failure."""
    table = Table(title=Text(shown(model)), title_justify="left", box=None, padding=(0, 2, 0, 0))
    for column in ("", "check", "found", "what to do"):
        table.add_column(column, overflow="fold")
    for check in checks:
        mark = Text("✓", style="green") if check.ok else Text("✗", style="red")
        texts = [Text(shown(text, 500)) for text in (check.what, check.found, check.advice)]
        table.add_row(mark, *texts)
    return table


def reach_table(reaches: Sequence[Reach]) -> Table:
    """The models of each provider, or why none are available."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    for column in ("provider", "models"):
        table.add_column(column, overflow="fold")
    for reach in reaches:
        offered = ", ".join(shown(name) for name in reach.models)
        text = Text(offered) if offered else Text(shown(reach.problem, 500), style="yellow")
        table.add_row(reach.provider, text)
    return table
