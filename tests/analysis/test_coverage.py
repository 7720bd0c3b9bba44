"""95 % intervals hold the truth in 93-97 % of simulated tournaments with board effects."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

BENCHMARK = Path(__file__).parents[2] / "experiments" / "benchmarks" / "coverage.py"


@pytest.mark.long
@pytest.mark.parametrize("boards", [10, 30])
@pytest.mark.parametrize("setting", [0, 1])
def test_intervals_of_ratings_first_moves_and_roles_hold_the_truth(
    setting: int, boards: int
) -> None:
    simulated = runpy.run_path(str(BENCHMARK))
    covered = simulated["covered"](boards, simulated["SETTINGS"][setting], 1_000)
    assert [*covered] == ["ratings", "first move, Elo", "first move, rate", "roles"]
    for name, (clustered, _) in covered.items():
        assert 0.93 <= clustered <= 0.97, name


def test_ignoring_boards_holds_the_first_move_s_truth_too_seldom() -> None:
    simulated = runpy.run_path(str(BENCHMARK))
    covered = simulated["covered"](10, simulated["SETTINGS"][0], 60)
    for name in ("first move, Elo", "first move, rate"):
        clustered, naive = covered[name]
        assert naive < 0.8 < clustered
