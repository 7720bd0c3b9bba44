"""A session plays no more games than its limit allows, and another session plays the others."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from codenames_sim.analysis import verify
from codenames_sim.records import TABLES, Run, load_run
from codenames_sim.runner import Options, play_run
from codenames_sim.runner.run import Ended
from codenames_sim.tournament import load_plan
from tests.llm_play.players import always_sensible, serving
from tests.llm_play.test_games import plan_at
from tests.loopback import Loopback
from tests.runner.test_run import plan_of, played, timeless
from tests.tournament.test_stopped_runs import CONFIGS, kept
from tests.tournament.test_stopped_runs import plan_of as stopped_plan


def session(folder: Path, limit: int | None, workers: int = 0) -> tuple[Ended, int]:
    """How one session of the run in `small.yaml` ended, and how many games it played."""
    options = Options(workers, in_flight=5, limit=limit)
    plan = load_plan(folder / "small.yaml")
    result = play_run(plan, folder / "out", options, lambda progress: None)
    return result.ended, result.progress.done - result.progress.before


def whole_pairs(run: Run) -> bool:
    return bool((run.games.groupby("pair_id").size() == 2).all())


@pytest.mark.parametrize("workers", [0, 2])
def test_sessions_one_after_the_other_make_the_whole_run(tmp_path: Path, workers: int) -> None:
    whole = played(plan_of(tmp_path), tmp_path / "whole")
    assert session(tmp_path, 30, workers) == ("limit", 30)
    assert whole_pairs(load_run(tmp_path / "out"))
    assert session(tmp_path, 61, workers) == ("limit", 60), "half a mirrored pair is not begun"
    assert whole_pairs(load_run(tmp_path / "out"))
    assert load_run(tmp_path / "out").manifest["status"] == "open"
    assert session(tmp_path, 1000, workers) == ("finished", 70)
    assert verify(tmp_path / "out") == []
    for name in TABLES:
        one, two = (timeless(getattr(run, name)) for run in (whole, load_run(tmp_path / "out")))
        pd.testing.assert_frame_equal(one, two)


def test_a_limit_below_a_mirrored_pair_plays_one_game_of_it(tmp_path: Path) -> None:
    plan_of(tmp_path)
    assert session(tmp_path, 1) == ("limit", 1)
    assert session(tmp_path, 1) == ("limit", 1)
    assert whole_pairs(load_run(tmp_path / "out"))
    assert session(tmp_path, 3) == ("limit", 2)


def test_a_limit_that_is_all_that_is_left_finishes_the_run(tmp_path: Path) -> None:
    plan_of(tmp_path)
    assert session(tmp_path, 160) == ("finished", 160)


def test_games_of_no_pair_are_counted_one_by_one(tmp_path: Path) -> None:
    plan_of(tmp_path, "boards: 9\nentrants: {a: {spymaster: random, operatives: random}}")
    assert session(tmp_path, 5) == ("limit", 5)
    assert session(tmp_path, 5) == ("finished", 4)


@pytest.mark.parametrize(("how", "workers"), [("sprt", 2), ("precision", 0), ("swiss", 0)])
def test_a_run_that_its_results_steer_is_the_same_in_sessions(
    tmp_path: Path, how: str, workers: int
) -> None:
    plan = stopped_plan(tmp_path, CONFIGS[how])
    play_run(plan, tmp_path / "whole", Options(0), lambda progress: None)
    ended, sessions = "limit", 0
    while ended == "limit":
        options = Options(workers, in_flight=3, limit=29)
        result = play_run(plan, tmp_path / "out", options, lambda progress: None)
        ended, sessions = result.ended, sessions + 1
        assert result.progress.done - result.progress.before <= 29
    assert sessions > 1
    assert verify(tmp_path / "out") == []
    whole, out = load_run(tmp_path / "whole"), load_run(tmp_path / "out")
    for name in TABLES:
        pd.testing.assert_frame_equal(kept(whole, name), kept(out, name))


def test_models_and_others_share_a_limit(tmp_path: Path) -> None:
    """Games in workers and games that only this process can play count together."""
    with serving(Loopback(answer=always_sensible())) as server:
        plan_at(server, tmp_path, boards=2)
        file = tmp_path / "models.yaml"
        team = "{spymaster: random, operatives: random}"
        local = f"entrants:\n  a: {team}\n  b: {team}"
        file.write_text(file.read_text("utf-8").replace("entrants:", local), "utf-8")
        plan = load_plan(file)
        done: list[int] = []
        ended: Ended = "limit"
        while ended == "limit":
            options = Options(workers=1, in_flight=4, limit=30)
            result = play_run(plan, tmp_path / "out", options, lambda progress: None)
            done.append(result.progress.done - result.progress.before)
            ended = result.ended
    assert ended == "finished"
    assert sum(done) == 2 * 2 * 21
    assert max(done) <= 30
    assert min(done[:-1]) >= 29
    assert verify(tmp_path / "out") == []


def test_an_answer_is_paid_once_over_all_sessions(tmp_path: Path) -> None:
    with serving(Loopback(answer=always_sensible())) as server:
        plan = plan_at(server, tmp_path, boards=1)
        for _ in range(3):
            options = Options(workers=0, in_flight=4, limit=8)
            play_run(plan, tmp_path / "out", options, lambda progress: None)
        asked = server.ledger.requests
    run = load_run(tmp_path / "out")
    assert run.manifest["status"] == "finished"
    assert len(run.calls) == asked
