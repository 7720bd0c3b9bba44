"""Measures the cost of resumable runs: journalling, memory, and the time to resume.

    python experiments/benchmarks/runs.py

First, 500 concurrent calls without latency go to the tests' loopback server in another process,
with and without the journal in alternating windows of half a second. Then 100,000 games of random
agents are played, the last part of the tables is deleted, and the run is resumed.
"""

from __future__ import annotations

import asyncio
import itertools
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from codenames_sim.llm import (
    Client,
    DecisionSession,
    Exchange,
    Key,
    Limits,
    Message,
    Request,
    Settings,
)
from codenames_sim.runner import Options, play_run
from codenames_sim.runner.gc_tuning import tuned_gc
from codenames_sim.runner.journal import RunJournal
from codenames_sim.runner.run import Result
from codenames_sim.tournament import load_plan
from tests.loopback import Api
from tests.loopback.process import LoopbackProcess

IN_FLIGHT = 500
PAIRS = 100
SETTLE_S, WINDOW_S = 0.12, 0.4
GAMES = 100_000
RANDOM = "entrants:\n  random: {spymaster: random, operatives: random}\n"


class Switched:
    """A journal that can be switched off, and counts calls."""

    def __init__(self, journal: RunJournal):
        self.on = False
        self.asked = 0
        self._journal = journal

    def lookup(self, key: Key) -> Exchange | None:
        return self._journal.lookup(key) if self.on else None

    async def store(self, key: Key, exchange: Exchange) -> None:
        if self.on:
            await self._journal.store(key, exchange)
        self.asked += 1

    async def window(self, on: bool) -> float:
        """Calls per second in one window, with or without the journal."""
        self.on = on
        await asyncio.sleep(SETTLE_S)
        before, began = self.asked, time.perf_counter()
        await asyncio.sleep(WINDOW_S)
        return (self.asked - before) / (time.perf_counter() - began)


async def calls_per_second(
    server: LoopbackProcess, journal: RunJournal
) -> list[tuple[float, float]]:
    """Calls per second without and with the journal, in alternating windows of half a second, so
    that other load affects both equally. 500 desks ask continuously, one decision after another."""
    spec = server.spec(Api.CHAT)
    request = Request((Message("user", "word " * 400),))
    settings = Settings(limits={spec.account: Limits(concurrency=IN_FLIGHT)})
    switched = Switched(journal)
    async with Client(settings) as client:

        async def lane(number: int) -> None:
            for decision in itertools.count():
                key = (f"game{number}-{decision}", "seat", 0)
                await DecisionSession(client, key, switched).ask(spec, request)

        journal.watch(lambda: client.budget.spent + client.budget.in_flight)
        lanes = [asyncio.create_task(lane(number)) for number in range(IN_FLIGHT)]
        await asyncio.sleep(5 * WINDOW_S)
        pairs = []
        for number in range(PAIRS):
            first = await switched.window(number % 2 == 0)
            second = await switched.window(number % 2 == 1)
            pairs.append((second, first) if number % 2 == 0 else (first, second))
        for task in lanes:
            task.cancel()
        await asyncio.gather(*lanes, return_exceptions=True)
    return pairs


def compare_journalling() -> None:
    """Print calls per second with and without the journal, and their ratio."""
    with LoopbackProcess() as server, tempfile.TemporaryDirectory() as folder:

        async def compare() -> list[tuple[float, float]]:
            journal = RunJournal(Path(folder, "journal.sqlite"))
            try:
                return await calls_per_second(server, journal)
            finally:
                await journal.aclose()

        with tuned_gc():
            pairs = asyncio.run(compare())
    without, kept = (statistics.mean(column) for column in zip(*pairs, strict=True))
    ratios = [on / off for off, on in pairs]
    margin = 1.96 * statistics.stdev(ratios) / len(ratios) ** 0.5
    print(
        f"{without:,.0f} calls/s without journal, {kept:,.0f} with it; ratio in {PAIRS} pairs of "
        f"windows: mean {statistics.mean(ratios):.3f} ± {margin:.3f}, "
        f"median {statistics.median(ratios):.3f}\n"
    )


def timed(config: Path, folder: Path, workers: int) -> tuple[Result, float]:
    """Play one session of a run; return its result and its duration in seconds."""
    began = time.perf_counter()
    result = play_run(load_plan(config), folder, Options(workers), lambda progress: None)
    return result, time.perf_counter() - began


def compare_resuming() -> None:
    """Print the time and memory for 100,000 games, and the time to resume."""
    with tempfile.TemporaryDirectory() as temporary:
        config, folder = Path(temporary, "random.yaml"), Path(temporary, "run")
        config.write_text(f"boards: {GAMES}\n{RANDOM}", "utf-8")
        _, seconds = timed(config, folder, workers=2)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{GAMES:,} games in {seconds:.0f} s, peak memory of the runner {peak:.0f} MB")
        last = max(folder.glob("games/part-*.parquet"))
        last.unlink()
        result, seconds = timed(config, folder, workers=2)
        played = result.progress.done - result.progress.before
        print(f"resumed with {played:,} games left: {seconds:.1f} s in total")
        _, seconds = timed(config, folder, workers=2)
        print(f"resumed with nothing left: {seconds:.1f} s")


if __name__ == "__main__":
    compare_journalling()
    compare_resuming()
