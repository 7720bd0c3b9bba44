"""Measures games per second of vector agents on one core, by table and spymaster rule.

    python experiments/benchmarks/vectors.py [--boards N] [--tables glove,minilm]

Each team plays against itself, twice on each board. `cpu` is computed from the processor time of
this process, so other load on the machine has little effect. The first row of each table includes
loading the table and computing the rows of its words; the other rows show the rate of a long run.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from codenames_sim.agents import TeamAgents
from codenames_sim.agents.vectors import VectorOperative, VectorSpymaster
from codenames_sim.agents.vectors.similarity import load_similarity
from codenames_sim.boards import deal
from codenames_sim.match import play_match
from codenames_sim.rules import Game, Rules


async def play(table: str, rule: str, boards: range) -> int:
    """Play two games on each board; return the total number of turns."""
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
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--boards", type=int, default=250)
    parser.add_argument("--tables", default="glove,minilm")
    options = parser.parse_args()
    print(
        f"{'table':<10}{'words':>7}  {'rule':<10}{'':<8}{'games':>7}{'per s':>10}{'cpu':>8}",
        end="",
    )
    print(f"{'ms/turn':>11}")
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
                f"{table:<10}{len(load_similarity(table).words):>7}  {rule:<10}{state:<8}{games:>7}"
                f"{games / wall:>10.0f}{games / cpu:>8.0f}{1000 * cpu / turns:>11.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
