"""A whole run: units of boards go to workers, tables come back, parts are written."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa

from codenames_sim.llm import Client
from codenames_sim.records import Played, TableRows, TableWriter
from codenames_sim.runner.folder import close_run, open_run
from codenames_sim.runner.models import Models
from codenames_sim.runner.play import play_all
from codenames_sim.runner.workers import make_pool, play_local, play_unit
from codenames_sim.tournament import Plan, fixtures, games_a_board

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

    Games in which language models play are played in this process, `in_flight` at a time; all
    others in `workers` processes, or here where `workers` is 0. Raises RunError where the folder
    holds something already or can't be written. What was played before an error or an interrupt
    is kept.
    """
    open_run(plan, folder)
    writer = TableWriter(folder)
    try:
        tally = asyncio.run(_play(plan, writer, workers, in_flight, watch))
    except BaseExceptionGroup as several:
        raise _first(several) from None
    finally:
        writer.close()
    close_run(folder, tally.done, tally.void)
    return tally


def _first(fault: BaseException) -> BaseException:
    """The first of the errors that ended tasks together."""
    while isinstance(fault, BaseExceptionGroup):
        fault = fault.exceptions[0]
    return fault


async def _play(
    plan: Plan, writer: TableWriter, workers: int, in_flight: int, watch: Watch
) -> Tally:
    progress = _Progress(plan, writer, watch)
    async with asyncio.TaskGroup() as parts:
        parts.create_task(_play_local(plan, progress, workers, in_flight))
        if any(entrant.models for entrant in plan.entrants.values()):
            parts.create_task(_play_models(plan, progress, in_flight))
    progress.show(now=True)
    return progress.tally


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


def _units(plan: Plan) -> Iterator[range]:
    size = max(1, GAMES_A_UNIT // games_a_board(plan))
    for start in range(0, plan.boards, size):
        yield range(start, min(start + size, plan.boards))


async def _play_local(plan: Plan, progress: _Progress, workers: int, in_flight: int) -> None:
    units = _units(plan)
    if workers == 0:
        for boards in units:
            await progress.add((await play_local(plan, boards, in_flight)).tables())
        return
    loop = asyncio.get_running_loop()
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


async def _play_models(plan: Plan, progress: _Progress, in_flight: int) -> None:
    async def done(played: Played) -> None:
        rows = TableRows()
        rows.add(played)
        await progress.add(rows.tables())

    asking = (fixture for fixture in fixtures(plan, range(plan.boards)) if fixture.asks_models)
    async with Client(plan.models) as client:
        await client.open({spec for entrant in plan.entrants.values() for spec in entrant.models})
        await play_all(plan, asking, in_flight, done, Models(client))
