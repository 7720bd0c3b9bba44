"""Games a second that vector agents play on one core, by table and by the spymaster's rule.

    python experiments/benchmarks/vectors.py [--boards N] [--tables glove,minilm]

Each team plays itself, every board twice, as mirrored games do. `cpu` counts the time of this
process alone, so a busy machine doesn't blur it. The first row of each table also holds the
reading of the table and of the rows of its words; the second is what a long run sees.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from codenames_sim.agents import TeamAgents
from codenames_sim.agents.vectors import VectorOperative, VectorSpymaster
from codenames_sim.agents.vectors.mind import load_mind
from codenames_sim.boards import deal
from codenames_sim.match import play_match
from codenames_sim.rules import Game, Rules


async def play(table: str, rule: str, boards: range) -> int:
    """Plays two games on each board; says how many turns they took."""
    rules, turns = Rules.load("codenames"), 0
    for seed in boards:
        board = deal(rules, seed=seed)
        for repetition in range(2):
            game = Game(rules, board)
            first, second = (
                TeamAgents(VectorSpymaster(table=table, rule=rule), VectorOperative(table=table))
                for _ in range(2)
            )
            teams = {"first": first, "second": second}
            await play_match(game, teams, f"{seed}/{repetition}")  # type: ignore[arg-type]
            turns += len(game.turns)
    return turns


def main() -> None:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--boards", type=int, default=250)
    parser.add_argument("--tables", default="glove,minilm")
    options = parser.parse_args()
    print(
        f"{'table':<10}{'words':>7}  {'rule':<10}{'':<8}{'games':>7}{'a second':>10}{'cpu':>8}",
        end="",
    )
    print(f"{'ms a turn':>11}")
    for table in options.tables.split(","):
        start = 0
        for rule, state in (
            ("margins", "first"),
            ("margins", "warm"),
            ("planning", "warm"),
        ):
            wall, cpu = time.perf_counter(), time.process_time()
            turns = asyncio.run(play(table, rule, range(start, start + options.boards)))
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
            start += options.boards
            games = 2 * options.boards
            print(
                f"{table:<10}{len(load_mind(table).words):>7}  {rule:<10}{state:<8}{games:>7}"
                f"{games / wall:>10.0f}{games / cpu:>8.0f}{1000 * cpu / turns:>11.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
