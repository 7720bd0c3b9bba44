"""Measures the coverage of the first-move study's intervals in simulated games with known truth.

    python experiments/benchmarks/study.py            # 1,000 repetitions, about 4 minutes
    python experiments/benchmarks/study.py --kept results/first_move_summary/coverage.csv

The winner of a game is determined by a threshold on a normal variable. A share BOARD of its
variance is a board effect, which is the same for all splits and strengths. Games on one board are
therefore correlated, but the win rate over all boards is exactly the logistic line given here. The
interval of the balance point should contain the point where this line crosses one half.
"""

from __future__ import annotations

import argparse
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.special import expit
from scipy.stats import norm

from codenames_sim.analysis import first_move
from codenames_sim.stats import clustered_means, equivalence

BOARDS = 200
BOARD = 0.3
AGENTS = (7, 8, 9, 10)
LINES = {"weak": (-0.1, -0.25), "middling": (0.15, -0.25), "strong": (0.6, -0.4)}
"""Intercept and slope of the logit of the first team's win rate, by its agents minus 8."""
MARGIN = 0.03
MARGIN_BOARDS = 2_000
GAMES_A_BOARD = 2


def truth(line: tuple[float, float], agents: int) -> float:
    """The win rate of the first team with this number of agents against 8."""
    return float(expit(line[0] + line[1] * (agents - 8)))


def simulated(rng: np.random.Generator) -> pd.DataFrame:
    """A table of games: one for each strength, split and board."""
    luck = rng.normal(0, BOARD**0.5, BOARDS)
    parts = []
    for (name, line), agents in product(LINES.items(), AGENTS):
        skill = luck + rng.normal(0, (1 - BOARD) ** 0.5, BOARDS)
        won = skill < norm.ppf(truth(line, agents))
        parts.append(
            pd.DataFrame(
                {
                    "board_seed": np.arange(BOARDS),
                    "split": f"{agents}-8",
                    "first_entrant": name,
                    "second_entrant": name,
                    "winner": np.where(won, "first", "second"),
                }
            )
        )
    return pd.concat(parts, ignore_index=True)


def covered(games: pd.DataFrame) -> dict[str, list[bool]]:
    """Which intervals of one repetition contain the truth."""
    result = first_move(games)
    rates = {
        (f"{agents}-8", name): truth(line, agents)
        for (name, line), agents in product(LINES.items(), AGENTS)
    }
    for agents in AGENTS:
        split = f"{agents}-8"
        rates[split, "all"] = float(np.mean([rates[split, name] for name in LINES]))
    even = {name: 8 - line[0] / line[1] for name, line in LINES.items()}
    true_rates = [
        rates[key] for key in zip(result.rates["split"], result.rates["teams"], strict=True)
    ]
    apart = result.differences
    true_differences = [
        rates[split, teams] - rates[reference, teams]
        for split, reference, teams in apart[["split", "reference", "teams"]].to_numpy().tolist()
    ]
    return {
        "win rate": _inside(result.rates, true_rates),
        "split difference": _inside(apart, true_differences),
        "balance point": [
            even[each.teams] in each.agents for each in result.balance if each.teams in even
        ],
    }


def _inside(table: pd.DataFrame, truths: list[float]) -> list[bool]:
    return ((table["low"] <= truths) & (truths <= table["high"])).tolist()


def called_even(rng: np.random.Generator, rate: float) -> bool:
    """Whether the equivalence test calls games even if their true win rate is `rate`."""
    luck = rng.normal(0, BOARD**0.5, (MARGIN_BOARDS, 1))
    own = rng.normal(0, (1 - BOARD) ** 0.5, (MARGIN_BOARDS, GAMES_A_BOARD))
    won = (luck + own < norm.ppf(rate)).astype(float).ravel()
    board = np.repeat(np.arange(MARGIN_BOARDS), GAMES_A_BOARD)
    mean = clustered_means(won, np.zeros(len(won), dtype=int), board).contrast(0)
    return equivalence(mean, 0.5, MARGIN).equivalent


def measured(repetitions: int, seed: int = 8) -> pd.DataFrame:
    """One row per property: its name, the number of intervals or tests, and the shares."""
    rng = np.random.default_rng(seed)
    held: dict[str, list[list[bool]]] = {}
    for _ in range(repetitions):
        for name, each in covered(simulated(rng)).items():
            held.setdefault(name, []).append(each)
    rows = []
    for name, lists in held.items():
        table = np.array(lists)
        shares = table.mean(axis=0)
        rows.append((f"{name}: covered", table.shape[1], shares.mean(), shares.min(), shares.max()))
    at_margin = np.mean([called_even(rng, 0.5 + MARGIN) for _ in range(repetitions)])
    rows.append(("called even at the margin", 1, at_margin, at_margin, at_margin))
    return pd.DataFrame(rows, columns=["promise", "kinds", "mean", "least", "most"])


def main() -> None:
    """Print the shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=1_000)
    parser.add_argument("--kept", type=Path, help="Write the shares to this CSV file.")
    asked = parser.parse_args()
    print(
        f"{asked.repetitions:,} repetitions of {len(LINES)} strengths x {len(AGENTS)} splits x "
        f"{BOARDS} boards; variance share of the board {BOARD:.0%}; nominal 95 %"
    )
    shares = measured(asked.repetitions).assign(repetitions=asked.repetitions)
    print(shares.to_string(index=False, float_format="{:.1%}".format))
    if asked.kept is not None:
        shares.to_csv(asked.kept, index=False, float_format="%.6f")


if __name__ == "__main__":
    main()
