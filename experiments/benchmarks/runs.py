"""What it costs that a run can be gone on with: journalling, memory and the time to resume.

    python experiments/benchmarks/runs.py

Asks go to the loopback server of the tests, in a process of its own, 500 in flight at no latency,
with the journal and without in turns. Then 100,000 games of random agents are played, the last part
is taken away, and the run is gone on with.
"""

from __future__ import annotations

import asyncio
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from codenames_sim.llm import Client, Desk, Limits, Message, Request, Settings
from codenames_sim.runner import Options, play_run
from codenames_sim.runner.journal import RunJournal
from codenames_sim.runner.run import Result
from codenames_sim.tournament import load_plan
from tests.loopback import Api
from tests.loopback.process import LoopbackProcess

ASKS = 4_000
IN_FLIGHT = 500
ROUNDS = 5
GAMES = 100_000
RANDOM = "entrants:\n  random: {spymaster: random, operatives: random}\n"


async def asks_a_second(server: LoopbackProcess, journal: RunJournal | None) -> float:
    """Calls a second through desks, each a decision of its own."""
    spec = server.spec(Api.CHAT)
    request = Request((Message("user", "word " * 400),))
    settings = Settings(limits={spec.account: Limits(concurrency=IN_FLIGHT)})
    numbers = iter(range(ASKS))
    async with Client(settings) as client:

        async def lane() -> None:
            for number in numbers:
                await Desk(client, (f"game{number}", "seat", 0), journal).ask(spec, request)

        began = time.perf_counter()
        await asyncio.gather(*[lane() for _ in range(IN_FLIGHT)])
        return ASKS / (time.perf_counter() - began)


async def journalled(server: LoopbackProcess, folder: Path) -> float:
    """The same with every answer in a run's journal before it is given."""
    journal = RunJournal(folder / "journal.sqlite")
    try:
        return await asks_a_second(server, journal)
    finally:
        await journal.aclose()


def compare_journalling() -> None:
    """Prints calls a second with the journal and without, and their ratio."""
    with LoopbackProcess() as server:
        asyncio.run(asks_a_second(server, None))
        ratios = []
        for round_ in range(1, ROUNDS + 1):
            without = asyncio.run(asks_a_second(server, None))
            with tempfile.TemporaryDirectory() as folder:
                kept = asyncio.run(journalled(server, Path(folder)))
            ratios.append(kept / without)
            print(
                f"round {round_}: {without:6,.0f} calls/s without journal, {kept:6,.0f} with it, "
                f"ratio {ratios[-1]:.3f}"
            )
    print(f"median ratio {statistics.median(ratios):.3f}\n")


def timed(config: Path, folder: Path, workers: int) -> tuple[Result, float]:
    """A session of a run, and how long it took."""
    began = time.perf_counter()
    result = play_run(load_plan(config), folder, Options(workers), lambda tally: None)
    return result, time.perf_counter() - began


def compare_resuming() -> None:
    """Prints the time to play 100,000 games, the memory it took, and the time to resume."""
    with tempfile.TemporaryDirectory() as temporary:
        config, folder = Path(temporary, "random.yaml"), Path(temporary, "run")
        config.write_text(f"boards: {GAMES}\n{RANDOM}", "utf-8")
        _, seconds = timed(config, folder, workers=2)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{GAMES:,} games in {seconds:.0f} s, peak memory of the runner {peak:.0f} MB")
        last = max(folder.glob("games/part-*.parquet"))
        last.unlink()
        result, seconds = timed(config, folder, workers=2)
        played = result.tally.done - result.tally.before
        print(f"resumed with {played:,} games left: {seconds:.1f} s in all")
        _, seconds = timed(config, folder, workers=2)
        print(f"resumed with nothing left: {seconds:.1f} s")


if __name__ == "__main__":
    compare_journalling()
    compare_resuming()
