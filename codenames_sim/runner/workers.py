"""Worker processes: each plays a few pairs at a time and returns their tables."""

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
from codenames_sim.runner.concurrent_games import in_order, play_all
from codenames_sim.runner.gc_tuning import tune_gc
from codenames_sim.runner.signals import ignore_interrupts
from codenames_sim.tournament import Pair, Plan, fixtures_of

GAMES_PER_BATCH = 60
"""Approximate number of games that a worker plays per task."""
GAMES_PER_BATCH_IN_DOUBT = 12
"""The same if results decide how many games are played."""


class Batch(NamedTuple):
    """Pairs to play, and the ids of their games that have been played already."""

    pairs: tuple[Pair, ...]
    played: frozenset[str]


_plan: Plan | None = None
"""The plan that this worker plays, sent once when the worker starts."""


def make_pool(plan: Plan, workers: int) -> ProcessPoolExecutor:
    """A process pool whose workers have the plan."""
    for library in ("OPENBLAS", "OMP", "MKL"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, context, _start, (plan,))


def kill_workers() -> None:
    """Kill this process's workers. The games they were playing are played again on resume."""
    for worker in multiprocessing.active_children():
        worker.kill()


def play_batch(batch: Batch, in_flight: int) -> dict[str, pa.Table]:
    """`play_local` in a worker; returns tables."""
    assert _plan is not None
    return asyncio.run(play_local(_plan, batch, in_flight)).tables()


async def play_local(
    plan: Plan, batch: Batch, in_flight: int, going: Callable[[], bool] = lambda: True
) -> TableRows:
    """Play the games of a unit and return their rows; no game starts once `going` is false."""
    rows = TableRows()

    async def done(played: Played) -> None:
        rows.add(played)

    to_play = (
        fixture for fixture in fixtures_of(plan, batch.pairs) if fixture.game_id not in batch.played
    )
    wanted = itertools.takewhile(lambda _: going(), to_play)
    await play_all(plan, in_order(wanted), in_flight, done)
    return rows


def _start(plan: Plan) -> None:
    global _plan  # noqa: PLW0603
    _plan = plan
    tune_gc()
    ignore_interrupts()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Exit when the parent process ends; otherwise the worker would wait for work forever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
