"""Compares games per second with kaggle-environments, and memory by number of games.

    python experiments/benchmarks/engine.py            both comparisons
    python experiments/benchmarks/engine.py --profile  profile of our games

Both engines play in this run, alternately, on one core. The ratio is that of the medians. The peer
has its own virtual environment, created on first use, because it would downgrade `openai`.
"""

from __future__ import annotations

import asyncio
import cProfile
import pstats
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

from codenames_sim.runner import Options, play_run
from codenames_sim.runner.workers import Batch, play_local
from codenames_sim.tournament import Pair, Plan, load_plan, pairings

HERE = Path(__file__).parent
PEERS = HERE / ".peers"
PEER = "kaggle-environments==1.33.2"
ROUNDS = 5
GAMES = 2_000
PEER_SECONDS = 6.0
RANDOM = "entrants:\n  random: {spymaster: random, operatives: random}\n"


def plan_of(config: str) -> Plan:
    """The plan of a config given as text."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "benchmark.yaml")
        file.write_text(config, "utf-8")
        return load_plan(file)


def our_games_per_second(plan: Plan, games: int) -> float:
    """Our games per second on one core, including dealing, agents, clue checks and tables."""
    began = time.perf_counter()
    for start in range(0, games, 100):
        pairs = (
            Pair(each, index) for index in range(start, start + 100) for each in pairings(plan)
        )
        batch = Batch(tuple(pairs), frozenset())
        asyncio.run(play_local(plan, batch, in_flight=1)).tables()
    return games / (time.perf_counter() - began)


def peer_python() -> Path:
    """The interpreter of the peers' environment."""
    python = PEERS / "bin" / "python"
    if not python.exists():
        print(f"creating {PEERS} with {PEER} …", flush=True)
        venv.create(PEERS, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", PEER], check=True)
    return python


def peer_games_per_second(python: Path) -> float:
    """The peer's games per second on one core, with equivalent agents."""
    script = HERE / "peers" / "kaggle_games.py"
    done = subprocess.run(
        [python, script, str(PEER_SECONDS)], capture_output=True, text=True, check=True
    )
    return float(done.stdout.split()[-1])


def compare_engines() -> None:
    """Print the games per second of both engines for each round, and the ratio."""
    python, plan = peer_python(), plan_of(RANDOM)
    our_games_per_second(plan, 200)
    ours, theirs = [], []
    for round_ in range(1, ROUNDS + 1):
        theirs.append(peer_games_per_second(python))
        ours.append(our_games_per_second(plan, GAMES))
        print(f"round {round_}: ours {ours[-1]:8,.0f} games/s   {PEER} {theirs[-1]:6.1f} games/s")
    ratio = statistics.median(ours) / statistics.median(theirs)
    print(
        f"median:  ours {statistics.median(ours):8,.0f} games/s   "
        f"{PEER} {statistics.median(theirs):6.1f} games/s   ratio {ratio:,.0f}\n"
    )


def peak_memory(games: int) -> tuple[float, float]:
    """Peak resident memory in MB of a process that runs `games` games, and of its worker."""
    code = f"import engine; engine.run_for_memory({games})"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=HERE, capture_output=True, text=True, check=True
    )
    own, worker = done.stdout.split()[-2:]
    return float(own) / 1024, float(worker) / 1024


def run_for_memory(games: int) -> None:
    """Play a run into a temporary folder and print the peak memory in KB."""
    with tempfile.TemporaryDirectory() as folder:
        plan = plan_of(f"boards: {games}\n{RANDOM}")
        play_run(plan, Path(folder, "run"), Options(workers=1), lambda progress: None)
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(own, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)


def compare_memory() -> None:
    """Print the peak memory at 1,000 and 20,000 games, and the ratio."""
    few, many = peak_memory(1_000), peak_memory(20_000)
    for name, one, other in (("runner", few[0], many[0]), ("worker", few[1], many[1])):
        print(
            f"peak memory, {name}: {one:6.1f} MB at 1,000 games, {other:6.1f} MB at 20,000 games, "
            f"ratio {other / one:.3f}"
        )


def profile() -> None:
    """Print a profile of our random games."""
    plan = plan_of(RANDOM)
    our_games_per_second(plan, 200)
    with cProfile.Profile() as profiler:
        our_games_per_second(plan, GAMES)
    pstats.Stats(profiler).sort_stats("tottime").print_stats(35)


if __name__ == "__main__":
    if "--profile" in sys.argv:
        profile()
    else:
        compare_engines()
        compare_memory()
