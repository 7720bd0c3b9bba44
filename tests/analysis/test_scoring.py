"""How a config says that games without a winner on the table count."""

from __future__ import annotations

from pathlib import Path

import pytest

from codenames_sim.errors import ConfigError
from codenames_sim.records import read_manifest
from codenames_sim.runner import Options, finished_run, play_run, recorded_plan
from codenames_sim.tournament import Plan, Scoring, load_plan

CONFIG = "boards: 2\nentrants:\n  a: {spymaster: random, operatives: random}\n"


def plan_of(folder: Path, more: str = "") -> Plan:
    file = folder / "small.yaml"
    file.write_text(CONFIG + more, "utf-8")
    return load_plan(file)


def test_stalled_games_are_half_a_win_and_forfeits_a_loss_unless_the_config_says_otherwise(
    tmp_path: Path,
) -> None:
    assert plan_of(tmp_path).scoring == Scoring("half", "loss")
    text = "scoring: {stalled: leave_out, forfeited: leave_out}\n"
    assert plan_of(tmp_path, text).scoring == Scoring("leave_out", "leave_out")


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ("scoring: {stalled: lost}", "'scoring.stalled': input should be 'half' or 'leave_out'"),
        ("scoring: {staled: half}", "unknown key 'scoring.staled'; did you mean 'stalled'?"),
    ],
)
def test_a_mistake_in_it_is_named(tmp_path: Path, said: str, error: str) -> None:
    with pytest.raises(ConfigError, match=r"small.yaml:4") as caught:
        plan_of(tmp_path, said)
    assert error in str(caught.value)


def test_it_changes_no_game_and_a_finished_run_takes_on_another(tmp_path: Path) -> None:
    before, after = plan_of(tmp_path), plan_of(tmp_path, "scoring: {stalled: leave_out}\n")
    assert before.run_id == after.run_id
    folder = tmp_path / "out"
    play_run(before, folder, Options(workers=0), lambda progress: None)
    assert read_manifest(folder)["scoring"] == {"stalled": "half", "forfeited": "loss"}
    assert not finished_run(after, folder)
    result = play_run(after, folder, Options(workers=0), lambda progress: None)
    assert result.progress.done == result.progress.before == 2
    assert finished_run(after, folder)
    assert recorded_plan(folder).scoring == Scoring("leave_out", "loss")
