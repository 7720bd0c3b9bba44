"""Runs of release 0.1 (schema 1, agents_version 1) still load, show, verify and merge."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest

from codenames_sim.analysis import find_game, leaderboard, merged, verify
from codenames_sim.errors import RunError
from codenames_sim.records import ADDED, SCHEMA_VERSION, TABLES, load_run
from codenames_sim.runner import Options, finished_run, play_run, recorded_plan
from codenames_sim.tournament import load_plan
from tests.cli import called

KEPT = Path(__file__).parents[1] / "data" / "runs_0_1"
RUNS = ("vectors", "models")
VECTORS = """
boards: 2
seed: 102
splits: [9-8, 8-8]
entrants:
  skilled:
    spymaster: {agent: vectors, strength: skilled}
    operatives: {agent: vectors, strength: skilled}
  casual:
    spymaster: {agent: vectors, strength: casual}
    operatives: {agent: vectors, strength: casual}
"""


@pytest.fixture(params=RUNS)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a run of release 0.1: a run's folder may be written to."""
    folder = tmp_path / str(request.param)
    shutil.copytree(KEPT / str(request.param), folder)
    return folder


@pytest.mark.parametrize("name", TABLES)
def test_columns_that_it_lacks_are_null(kept: Path, name: str) -> None:
    part = next((kept / name).glob("part-*.parquet"))
    assert not ADDED.get(name, frozenset()) & set(pq.read_schema(part).names)
    frame: pd.DataFrame = getattr(load_run(kept), name)
    assert list(frame.columns) == TABLES[name].names
    assert all(frame[column].isna().all() for column in ADDED.get(name, ()))
    assert len(frame) or (kept.name, name) == ("vectors", "calls")


def test_some_columns_of_some_rows_can_be_read(kept: Path) -> None:
    run = load_run(kept)
    game_id = run.games["game_id"].iloc[0]
    turns = run.table("turns", ["said", "clue"], ("game_id", game_id))
    assert turns.column_names == ["said", "clue"]
    assert 0 < turns.num_rows == turns["said"].null_count


def test_it_is_whole(kept: Path) -> None:
    assert verify(kept) == []


def test_a_game_that_is_missing_or_moved_is_found(kept: Path) -> None:
    part = kept / "games" / "part-00000.parquet"
    games = pq.read_table(part)
    pq.write_table(games.slice(1), part)
    assert any("is scheduled" in problem.what for problem in verify(kept))


@pytest.mark.parametrize(
    "command",
    ["show", "verify", "replay", "leaderboard", "head-to-head", "cross-play", "behaviour"],
)
def test_every_command_works_and_says_which_release_played_it(kept: Path, command: str) -> None:
    more = [load_run(kept).games["game_id"].iloc[0]] if command == "replay" else []
    code, out, err = called(command, str(kept), *more)
    assert code == 0, err
    assert "codenames-sim 0.1.0 (play_version 3, agents_version 1) played it" in one_line(out + err)


@pytest.mark.parametrize("arguments", [["first-move"], ["power", "--effect", "0.2"]])
def test_studies_say_it_too(tmp_path: Path, arguments: list[str]) -> None:
    command, *options = arguments
    code, out, err = called(command, str(KEPT / "vectors"), *options)
    assert code == 0, err
    assert "codenames-sim 0.1.0 (play_version 3, agents_version 1) played it" in one_line(out + err)


def test_a_table_for_programs_is_not_disturbed(kept: Path) -> None:
    code, out, _ = called("leaderboard", str(kept), "--format", "csv")
    assert code == 0
    assert "played it" not in out


@pytest.mark.parametrize("command", ["resume", "verify"])
def test_the_release_to_install_is_named(kept: Path, command: str) -> None:
    text = called(command, str(kept))
    assert "pip install 'codenames-sim==0.1.0'" in one_line(text[1] + text[2])


@pytest.mark.parametrize(
    "version", ["1; rm -rf /", "[bold]9[/bold]", "9" * 99, None, 3, "\x1b[2J", ""]
)
def test_no_command_to_install_is_made_of_what_is_no_version(kept: Path, version: object) -> None:
    manifest = json.loads((kept / "manifest.json").read_text("utf-8"))
    manifest["packages"]["codenames-sim"] = version
    (kept / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    code, out, err = called("resume", str(kept))
    assert code == 2
    assert "pip install" not in out + err
    assert "an unknown release" in one_line(err)


def test_it_is_not_resumed(kept: Path) -> None:
    with pytest.raises(RunError, match="can't be resumed"):
        recorded_plan(kept)
    plan = recorded_plan(kept, any_version=True)
    assert not finished_run(plan, kept)
    with pytest.raises(RunError, match=r"contains another run \(codenames-sim 0\.1\.0"):
        play_run(plan, kept, Options(0), lambda progress: None)


def test_its_games_and_those_of_today_go_into_one_table(tmp_path: Path) -> None:
    file = tmp_path / "vectors.yaml"
    file.write_text(VECTORS, "utf-8")
    play_run(load_plan(file), tmp_path / "today", Options(0), lambda progress: None)
    both = merged([load_run(KEPT / "vectors"), load_run(tmp_path / "today")])
    assert len(both.games) == 16
    assert set(leaderboard(both)["entrant"]) == {"skilled", "casual"}


def test_models_asked_in_other_words_are_not_merged_under_one_name(tmp_path: Path) -> None:
    later = tmp_path / "later"
    shutil.copytree(KEPT / "models", later)
    manifest = json.loads((later / "manifest.json").read_text("utf-8"))
    (later / "manifest.json").write_text(json.dumps(manifest | {"agents_version": 2}), "utf-8")
    with pytest.raises(RunError, match="asked models with different agents_versions"):
        merged([load_run(KEPT / "models"), load_run(later)])


def test_a_run_of_a_newer_schema_says_to_upgrade(kept: Path) -> None:
    manifest = json.loads((kept / "manifest.json").read_text("utf-8"))
    newer = manifest | {"schema_version": SCHEMA_VERSION + 1}
    (kept / "manifest.json").write_text(json.dumps(newer), "utf-8")
    with pytest.raises(RunError, match="upgrade codenames-sim"):
        load_run(kept)


def test_a_game_is_found_and_played_again(kept: Path) -> None:
    run = load_run(kept)
    recorded = find_game(run, str(run.games["game_id"].iloc[0]))
    *_, game = recorded.positions()
    assert game.outcome is not None


def one_line(text: str) -> str:
    return " ".join(text.split())
