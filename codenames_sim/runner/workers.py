"""Worker processes: each plays a few pairs at a time, and sends back tables."""

from __future__ import annotations

import asyncio
import itertools
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import pyarrow as pa

from codenames_sim.records import Played, TableRows
from codenames_sim.runner.collector import collect_rarely
from codenames_sim.runner.interrupts import ignore_interrupts
from codenames_sim.runner.play import play_all, taking
from codenames_sim.tournament import Pair, Plan, fixtures_of

GAMES_A_UNIT = 60
"""About how many games are played between two looks at the clock."""
GAMES_A_UNIT_IN_DOUBT = 12
"""The same where results decide how many are wanted."""


class Unit(NamedTuple):
    """Pairs to be played, and the games of them that have been played already."""

    pairs: tuple[Pair, ...]
    played: frozenset[str]


_plan: Plan | None = None
"""The plan this worker plays, sent once when it starts."""


def make_pool(plan: Plan, workers: int) -> ProcessPoolExecutor:
    """A pool whose processes know the plan."""
    for library in ("OPENBLAS", "OMP", "MKL"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, context, _start, (plan,))


def kill_workers() -> None:
    """Ends this process's workers at once; what they were playing is played again another time."""
    for worker in multiprocessing.active_children():
        worker.kill()


def play_unit(unit: Unit, in_flight: int) -> dict[str, pa.Table]:
    """What `play_local` gives, as tables; runs in a worker."""
    assert _plan is not None
    return asyncio.run(play_local(_plan, unit, in_flight)).tables()


async def play_local(
    plan: Plan, unit: Unit, in_flight: int, going: Callable[[], bool] = lambda: True
) -> TableRows:
    """The rows of a unit's games; none begins unless `going`."""
    rows = TableRows()

    async def done(played: Played) -> None:
        rows.add(played)

    to_play = (
        fixture for fixture in fixtures_of(plan, unit.pairs) if fixture.game_id not in unit.played
    )
    wanted = itertools.takewhile(lambda _: going(), to_play)
    await play_all(plan, taking(wanted), in_flight, done)
    return rows


def _start(plan: Plan) -> None:
    global _plan  # noqa: PLW0603
    _plan = plan
    collect_rarely()
    ignore_interrupts()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
