"""A whole run: units of boards go to workers, tables come back, parts are written."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa

from codenames_sim.records import TableWriter
from codenames_sim.runner.folder import close_run, open_run
from codenames_sim.runner.play import play_boards
from codenames_sim.runner.workers import make_pool, play_unit
from codenames_sim.tournament import Plan, games_a_board

GAMES_A_UNIT = 60
"""About how many games a worker plays before it reports."""
WATCH_EVERY = 0.25
"""Seconds between two calls of `watch`."""


@dataclass(frozen=True)
class Tally:
    """How far a run has come."""

    total: int
    done: int = 0
    void: int = 0
    first_won: int = 0
    second_won: int = 0
    seconds: float = 0.0
    """Since the run began."""

    def plus(self, games: pa.Table) -> Tally:
        """This tally and these games."""
        winners, status = games["winner"].to_pylist(), games["status"].to_pylist()
        return replace(
            self,
            done=self.done + games.num_rows,
            void=self.void + status.count("void"),
            first_won=self.first_won + winners.count("first"),
            second_won=self.second_won + winners.count("second"),
        )


Watch = Callable[[Tally], None]


def play_run(plan: Plan, folder: Path, workers: int, in_flight: int, watch: Watch) -> Tally:
    """Plays all games of a plan into a folder, and tells `watch` how far it has come.

    With `workers` 0 the games are played in this process. Raises RunError where the folder holds
    something already or can't be written. What was played before an error or an interrupt is kept.
    """
    open_run(plan, folder)
    writer = TableWriter(folder)
    play = _play_here if workers == 0 else _play_in_workers
    try:
        tally = asyncio.run(play(plan, writer, workers, in_flight, watch))
    finally:
        writer.close()
    close_run(folder, tally.done, tally.void)
    return tally


def _units(plan: Plan) -> Iterator[range]:
    size = max(1, GAMES_A_UNIT // games_a_board(plan))
    for start in range(0, plan.boards, size):
        yield range(start, min(start + size, plan.boards))


class _Progress:
    def __init__(self, plan: Plan, writer: TableWriter, watch: Watch):
        self.tally = Tally(plan.boards * games_a_board(plan))
        self._writer = writer
        self._watch = watch
        self._began = self._watched = time.monotonic()

    async def add(self, tables: dict[str, pa.Table]) -> None:
        await asyncio.to_thread(self._writer.add, tables)
        self.tally = self.tally.plus(tables["games"])
        self.show()

    def show(self, *, now: bool = False) -> None:
        clock = time.monotonic()
        if now or clock - self._watched >= WATCH_EVERY:
            self._watched = clock
            self.tally = replace(self.tally, seconds=clock - self._began)
            self._watch(self.tally)


async def _play_here(
    plan: Plan, writer: TableWriter, _workers: int, in_flight: int, watch: Watch
) -> Tally:
    progress = _Progress(plan, writer, watch)
    for boards in _units(plan):
        rows = await play_boards(plan, boards, in_flight)
        await progress.add(rows.tables())
    progress.show(now=True)
    return progress.tally


async def _play_in_workers(
    plan: Plan, writer: TableWriter, workers: int, in_flight: int, watch: Watch
) -> Tally:
    progress = _Progress(plan, writer, watch)
    loop = asyncio.get_running_loop()
    units = _units(plan)
    pool = make_pool(plan, workers)

    async def lane() -> None:
        for boards in units:
            await progress.add(await loop.run_in_executor(pool, play_unit, boards, in_flight))

    try:
        async with asyncio.TaskGroup() as lanes:
            for _ in range(2 * workers):
                lanes.create_task(lane())
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    progress.show(now=True)
    return progress.tally
