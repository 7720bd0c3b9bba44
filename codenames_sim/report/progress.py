"""Progress of a run: a bar on a terminal, otherwise a line at intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from codenames_sim.runner import Tally

LINE_EVERY = 30.0
"""Seconds between two lines without a terminal."""


@contextmanager
def watching(console: Console) -> Iterator[Callable[[Tally], None]]:
    """A context with the progress callback for `play_run`."""
    if not console.is_terminal:
        yield _Lines(console)
        return
    columns = (
        TextColumn("{task.completed:,}/{task.total:,} games"),
        BarColumn(bar_width=None),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[won]}"),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=None, rate="", won="", visible=False)

        def show(tally: Tally) -> None:
            progress.update(
                task,
                total=tally.total,
                completed=tally.done,
                rate=_rate(tally),
                won=_won(tally),
                visible=True,
            )

        yield show


class _Lines:
    def __init__(self, console: Console):
        self._console = console
        self._next = LINE_EVERY

    def __call__(self, tally: Tally) -> None:
        if tally.seconds < self._next:
            return
        self._next = tally.seconds + LINE_EVERY
        left = (tally.total - tally.done) * tally.seconds / max(1, tally.done)
        self._console.print(
            f"{tally.done:,}/{tally.total:,} games, {_rate(tally)}, "
            f"{timedelta(seconds=round(left))} left, {_won(tally)}",
            highlight=False,
        )


def _rate(tally: Tally) -> str:
    if not tally.seconds:
        return ""
    if not tally.tokens:
        return f"{tally.rate:,.0f} games/s"
    said = f"{tally.calls / tally.seconds:,.1f} calls/s, {tally.tokens:,} tokens"
    if tally.usd:
        said += f", ${tally.usd:,.2f} of about ${tally.expected_usd:,.2f}"
    return said


def _won(tally: Tally) -> str:
    decided = tally.first_won + tally.second_won
    parts = [f"first team won {tally.first_won / decided:.1%}" if decided else "nobody has won yet"]
    parts += [f"{tally.stopped:,} pairings stopped"] if tally.stopped else []
    parts += [f"{tally.void:,} void"] if tally.void else []
    parts += [f"{tally.forfeits:,} turns forfeited"] if tally.forfeits else []
    return ", ".join(parts)
