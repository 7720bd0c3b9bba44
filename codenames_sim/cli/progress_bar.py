"""Progress of a run: a bar on a terminal, otherwise a line at intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from rich.console import Console
from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as ProgressBar

from codenames_sim.runner import Progress

LINE_EVERY = 30.0
"""Seconds between two lines without a terminal."""


@contextmanager
def watching(console: Console) -> Iterator[Callable[[Progress], None]]:
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
    with ProgressBar(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None, rate="", won="", visible=False)

        def show(progress: Progress) -> None:
            bar.update(
                task,
                total=progress.total,
                completed=progress.done,
                rate=_rate(progress),
                won=_won(progress),
                visible=True,
            )

        yield show


class _Lines:
    def __init__(self, console: Console):
        self._console = console
        self._next = LINE_EVERY

    def __call__(self, progress: Progress) -> None:
        if progress.seconds < self._next:
            return
        self._next = progress.seconds + LINE_EVERY
        left = (progress.total - progress.done) * progress.seconds / max(1, progress.done)
        self._console.print(
            f"{progress.done:,}/{progress.total:,} games, {_rate(progress)}, "
            f"{timedelta(seconds=round(left))} left, {_won(progress)}",
            highlight=False,
        )


def _rate(progress: Progress) -> str:
    if not progress.seconds:
        return ""
    if not progress.tokens:
        return f"{progress.rate:,.0f} games/s"
    text = f"{progress.calls / progress.seconds:,.1f} calls/s, {progress.tokens:,} tokens"
    if progress.usd:
        text += f", ${progress.usd:,.2f} of about ${progress.expected_usd:,.2f}"
    return text


def _won(progress: Progress) -> str:
    decided = progress.first_won + progress.second_won
    parts = [
        f"first team won {progress.first_won / decided:.1%}" if decided else "nobody has won yet"
    ]
    parts += [f"{progress.stopped:,} pairings stopped"] if progress.stopped else []
    parts += [f"{progress.void:,} void"] if progress.void else []
    parts += [f"{progress.forfeits:,} turns forfeited"] if progress.forfeits else []
    return ", ".join(parts)
