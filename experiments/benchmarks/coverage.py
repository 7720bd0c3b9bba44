"""Measures the coverage of 95 % intervals in simulated tournaments with board effects.

    python experiments/benchmarks/coverage.py

The winner is determined by a threshold on a normal variable, so every game has exactly the win
probability of its ratings, whatever the correlations. One component of the variable is a board
effect, which favours the first team in all pairings equally. In the second setting another
component is the affinity of each team for the board. All pairings meet on all boards, as mirrored
pairs. For comparison, the coverage is also printed for the same estimates without clustering by
board. In 1,000 tournaments, 95 % intervals should contain the truth in 93-97 % of cases.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats
from scipy.special import expit

from codenames_sim.stats import clustered_rate
from codenames_sim.stats.bradley_terry import ELO, BradleyTerry, Games
from codenames_sim.stats.roles import Team, role_table

TOURNAMENTS = 1_000
FIRST_MOVE = 35.0
STRENGTHS = np.array([-200.0, -90.0, -30.0, 30.0, 90.0, 200.0])
SPYMASTERS = np.array([-80.0, 0.0, 80.0])
OPERATIVES = np.array([-50.0, 0.0, 50.0])
FIT = 30.0
"""Standard deviation of the combined effect of a spymaster and operatives beyond their ratings."""


@dataclass(frozen=True)
class Setting:
    """The shares of the board effects in the variance of the variable that decides a game."""

    name: str
    board: float
    liking: float


SETTINGS = (
    Setting("a board favours its first team", board=0.3, liking=0.0),
    Setting("and some teams like the board more", board=0.3, liking=0.3),
)

Numbers = NDArray[np.float64]


def tournament(
    elo: Numbers, boards: int, setting: Setting, rng: np.random.Generator
) -> tuple[Games, Numbers]:
    """A round robin of mirrored pairs, and each game's probability that the first team wins."""
    teams = np.array(list(itertools.permutations(range(len(elo)), 2)))
    first, second = np.tile(teams[:, 0], boards), np.tile(teams[:, 1], boards)
    board = np.repeat(np.arange(boards), len(teams))
    chance = expit((elo[first] - elo[second] + FIRST_MOVE) / ELO)
    liking = rng.standard_normal((boards, len(elo)))
    number = (
        np.sqrt(setting.board) * rng.standard_normal(boards)[board]
        + np.sqrt(setting.liking / 2) * (liking[board, first] - liking[board, second])
        + np.sqrt(1 - setting.board - setting.liking) * rng.standard_normal(len(board))
    )
    score = (number < stats.norm.ppf(chance)).astype(float)
    names = [f"t{index}" for index in range(len(elo))]
    none = np.zeros(len(board), dtype=np.int64)
    return Games(names, ["all"], first, second, none, board, score), chance


def apart(games: Games) -> Games:
    """The same games as if each had its own board."""
    board = np.arange(len(games.score))
    return Games(
        games.players,
        games.conditions,
        games.first,
        games.second,
        games.condition,
        board,
        games.score,
    )


def rated(boards: int, setting: Setting, seed: int) -> Iterator[tuple[str, float, float]]:
    """For each estimate: its name, its coverage, and its coverage with boards ignored."""
    rng = np.random.default_rng(seed)
    games, chance = tournament(STRENGTHS, boards, setting, rng)
    held: list[dict[str, float]] = []
    for played in (games, apart(games)):
        model = BradleyTerry(played)
        ratings = [model.rating(name, games.players).interval for name in games.players]
        truths = STRENGTHS - STRENGTHS.mean()
        inside = [r.low <= t <= r.high for r, t in zip(ratings, truths, strict=True)]
        move = model.first_move("all").interval
        rate = clustered_rate(played.score, played.board)
        held.append(
            {
                "ratings": float(np.mean(inside)),
                "first move, Elo": float(move.low <= FIRST_MOVE <= move.high),
                "first move, rate": float(rate.low <= chance.mean() <= rate.high),
            }
        )
    for name in held[0]:
        yield name, held[0][name], held[1][name]


def roles(boards: int, setting: Setting, seed: int) -> Iterator[tuple[str, float, float]]:
    """The same for the role ratings of spymasters and operatives."""
    rng = np.random.default_rng(seed)
    fit = rng.normal(0.0, FIT, (len(SPYMASTERS), len(OPERATIVES)))
    fit += fit.mean() - fit.mean(axis=0) - fit.mean(axis=1)[:, None]
    elo = (SPYMASTERS[:, None] + OPERATIVES + fit).ravel()
    teams = {
        f"t{index}": Team(f"s{index // len(OPERATIVES)}", f"o{index % len(OPERATIVES)}")
        for index in range(len(elo))
    }
    truth = {("spymaster", f"s{index}"): value for index, value in enumerate(SPYMASTERS)}
    truth |= {("operatives", f"o{index}"): value for index, value in enumerate(OPERATIVES)}
    games, _ = tournament(elo, boards, setting, rng)
    held = []
    for played in (games, apart(games)):
        result = role_table(BradleyTerry(played), teams).roles
        inside = []
        for row in result:
            assert row.rating is not None
            low, high = row.rating.interval.low, row.rating.interval.high
            inside.append(low <= truth[row.role, row.agent] <= high)
        held.append(float(np.mean(inside)))
    yield "roles", held[0], held[1]


def covered(
    boards: int, setting: Setting, tournaments: int = TOURNAMENTS
) -> dict[str, tuple[float, float]]:
    """By estimate: the coverage, and the coverage with boards ignored."""
    result: dict[str, list[tuple[float, float]]] = {}
    for seed in range(tournaments):
        for make in (rated, roles):
            for name, clustered, naive in make(boards, setting, seed):
                result.setdefault(name, []).append((clustered, naive))
    return {name: tuple(np.mean(shares, axis=0).tolist()) for name, shares in result.items()}


if __name__ == "__main__":
    print(f"coverage of 95 % intervals, {TOURNAMENTS:,} tournaments each\n")
    for setting, boards in itertools.product(SETTINGS, (10, 30, 100)):
        print(f"{setting.name}, {boards} boards", flush=True)
        for name, (clustered, naive) in covered(boards, setting).items():
            print(f"  {name:17} {clustered:6.1%}   boards ignored: {naive:6.1%}")
