"""Rows of a table as people read them: what stands in each cell."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from codenames_sim.report.formatting import Sheet

if TYPE_CHECKING:
    import pandas as pd

NONE = "–"
"""Shown where there is nothing to be said."""

Row = Mapping[str, object]
Column = tuple[str, Callable[[Row], str]]
"""A heading, and the cell of a row."""


def sheet(title: str, frame: pd.DataFrame, columns: Sequence[Column], texts: int = 1) -> Sheet:
    """A row of cells for each row of a frame; the first `texts` columns are aligned to the left."""
    shown = [[show(row) for _, show in columns] for row in rows(frame)]
    return Sheet(title, [heading for heading, _ in columns], shown, texts)


def rows(frame: pd.DataFrame) -> list[Row]:
    """The rows of a frame by column; null is None."""
    plain = frame.astype(object).where(frame.notna(), None)
    return cast("list[Row]", plain.to_dict("records"))


def form(column: str, form: str, none: str = NONE) -> Callable[[Row], str]:
    """A column's value in a format string; `none` where it is null."""
    return lambda row: none if row[column] is None else form.format(row[column])


def text(column: str, none: str = NONE) -> Callable[[Row], str]:
    """A text as it is."""
    return form(column, "{}", none)


def count(column: str) -> Callable[[Row], str]:
    """A whole number."""
    return form(column, "{:,.0f}")


def number(column: str) -> Callable[[Row], str]:
    """A number with two digits after the point."""
    return form(column, "{:,.2f}")


def percent(column: str) -> Callable[[Row], str]:
    """A share as a percentage."""
    return form(column, "{:.1%}")


def points(column: str) -> Callable[[Row], str]:
    """A difference of shares in percentage points."""
    return lambda row: NONE if row[column] is None else f"{100 * cast(float, row[column]):+.1f}"


def points_range(low: str, high: str) -> Callable[[Row], str]:
    """An interval in percentage points."""
    return lambda row: NONE if row[low] is None else f"{points(low)(row)} to {points(high)(row)}"


def p_value(column: str) -> Callable[[Row], str]:
    """A p-value; small ones as `< 0.001`."""

    def shown(row: Row) -> str:
        value = cast("float | None", row[column])
        if value is None:
            return NONE
        return "< 0.001" if value < 0.0005 else f"{value:.3f}"

    return shown


def dollars(column: str) -> Callable[[Row], str]:
    """US dollars."""
    return form(column, "{:,.4f}")


def elo(column: str) -> Callable[[Row], str]:
    """A rating on the Elo scale, signed."""
    return form(column, "{:+,.0f}")


def elo_range(low: str, high: str) -> Callable[[Row], str]:
    """An interval on the Elo scale."""
    return lambda row: NONE if row[low] is None else f"{row[low]:+,.0f} to {row[high]:+,.0f}"


def percent_range(low: str, high: str) -> Callable[[Row], str]:
    """An interval of a share."""
    return lambda row: f"{row[low]:.1%} – {row[high]:.1%}"
