"""Runs whose pairings are stopped: the same tables however they are played."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from rich.console import Console

from codenames_sim.analysis import overview, stopping, verify
from codenames_sim.errors import RunError
from codenames_sim.records import TABLES, TIMES, Run, load_run
from codenames_sim.report.run_summary import summary
from codenames_sim.runner import Options, finished_run, play_run
from codenames_sim.runner.folder import open_run
from codenames_sim.tournament import Plan, load_plan
from tests.killing import Killing, Moment

COMMAND = Path(sys.executable).parent / "codenames-sim"
CONFIG = """
boards: 40
stop: {sprt: {elo0: 0, elo1: 150, alpha: 0.1, beta: 0.1}}
agents:
  novice: {agent: vectors, strength: novice}
  casual: {agent: vectors, strength: casual}
  skilled: {agent: vectors, strength: skilled}
entrants:
  good: {spymaster: skilled, operatives: skilled}
  fair: {spymaster: casual, operatives: casual}
  poor: {spymaster: novice, operatives: novice}
"""
CONFIGS = {
    "sprt": CONFIG,
    "precision": re.sub("stop: .*", "stop: {precision: 0.2}", CONFIG),
    "swiss": re.sub("stop: .*", "format: swiss\nrounds: 3", CONFIG).replace("40", "5"),
}


def plan_of(folder: Path, config: str) -> Plan:
    file = folder / "stopped.yaml"
    file.write_text(config, "utf-8")
    return load_plan(file)


def played(plan: Plan, folder: Path, workers: int = 0, in_flight: int = 8) -> Run:
    play_run(plan, folder, Options(workers, in_flight), lambda progress: None)
    return load_run(folder)


def kept(run: Run, name: str) -> pd.DataFrame:
    """A table as it is compared: times and surplus games aside."""
    frame: pd.DataFrame = getattr(run, name)
    surplus = run.games[run.games["status"] == "surplus"]
    if name == "boards":
        frame = frame[frame["board_id"].isin(run.games["board_id"].drop(surplus.index))]
    else:
        frame = frame[~frame["game_id"].isin(surplus["game_id"])]
    times = [column for column in TIMES if column in frame]
    return frame.drop(columns=times).reset_index(drop=True)


def same_tables(one: Run, other: Run) -> None:
    for name in TABLES:
        pd.testing.assert_frame_equal(kept(one, name), kept(other, name))


def text_of(run: Run) -> str:
    console = Console(width=120, record=True, file=io.StringIO())
    console.print(summary("stopped", overview(run)))
    return console.export_text()


@pytest.fixture(scope="module", params=CONFIGS)
def case(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Run]:
    folder = tmp_path_factory.mktemp("stopped")
    config = CONFIGS[request.param]
    return config, played(plan_of(folder, config), folder / "out", in_flight=1)


@pytest.mark.parametrize(("workers", "in_flight"), [(0, 60), (2, 30)])
def test_the_same_tables_whatever_the_workers(
    case: tuple[str, Run], tmp_path: Path, workers: int, in_flight: int
) -> None:
    config, run = case
    other = played(plan_of(tmp_path, config), tmp_path / "out", workers, in_flight)
    same_tables(run, other)
    assert verify(other.folder) == []


def test_the_same_tables_after_kills(case: tuple[str, Run], tmp_path: Path) -> None:
    config, run = case
    plan = plan_of(tmp_path, config)
    killed = Killing(tmp_path / "stopped.yaml", tmp_path / "out", Options(workers=2))
    for moment in (Moment("opened", 1, True), Moment("part", 3, True), Moment("closing", 1, False)):
        killed.play_until(moment)
    assert len(killed.fell) == 3
    play_run(plan, tmp_path / "out", Options(workers=0), lambda progress: None)
    same_tables(run, load_run(tmp_path / "out"))
    assert verify(tmp_path / "out") == []


def test_surplus_games_are_kept_and_left_out_of_every_figure(tmp_path: Path) -> None:
    run = played(plan_of(tmp_path, CONFIG), tmp_path / "out", in_flight=50)
    games = run.games
    surplus = games[games["status"] == "surplus"]
    assert len(surplus) > 0
    assert run.manifest["surplus"] == len(surplus)
    assert run.manifest["games"] == len(games)
    result = overview(run)
    assert (result.games, result.surplus) == (len(games) - len(surplus), len(surplus))
    last = {each.pairing: each.last_pair for each in result.stopping}
    for row in surplus.to_dict("records"):
        end = last[row["pairing"]]
        assert end is not None
        assert row["pair_number"] > end
    assert sum(each.surplus for each in result.stopping) == len(surplus)


def test_the_summary_says_what_was_decided(tmp_path: Path) -> None:
    run = played(plan_of(tmp_path, CONFIG), tmp_path / "out")
    text = text_of(run)
    assert "accepts elo0 at -2.20, elo1 at 2.20" in " ".join(text.split())
    for each in stopping(run):
        assert each.sprt is not None
        assert each.llr is not None
        low, high = each.sprt.bounds
        assert (each.verdict is None) == (low < each.llr < high)
        decided = each.verdict or "undecided"
        assert re.search(rf"{each.pairing} +{decided} .*LLR \{each.llr:+.2f} +{each.pairs} ", text)


def test_more_boards_go_on_with_a_stopped_run(tmp_path: Path) -> None:
    small = CONFIG.replace("boards: 40", "boards: 6")
    first = played(plan_of(tmp_path, small), tmp_path / "out")
    began = dict(zip(first.games["game_id"], first.games["started_at"], strict=True))
    more = played(plan_of(tmp_path, CONFIG), tmp_path / "out")
    again = dict(zip(more.games["game_id"], more.games["started_at"], strict=True))
    assert all(again[game] == when for game, when in began.items()), "a game was played twice"
    assert verify(more.folder) == []
    same_tables(more, played(plan_of(tmp_path, CONFIG), tmp_path / "at_once"))


def test_more_rounds_go_on_with_a_swiss(tmp_path: Path) -> None:
    config = CONFIGS["swiss"]
    played(plan_of(tmp_path, config.replace("rounds: 3", "rounds: 1")), tmp_path / "out")
    plan = plan_of(tmp_path, config)
    assert not finished_run(plan, tmp_path / "out")
    more = played(plan, tmp_path / "out")
    assert verify(more.folder) == []
    same_tables(more, played(plan, tmp_path / "at_once"))


@pytest.mark.parametrize(
    ("config", "change", "says"),
    [
        (CONFIG, ("elo1: 150", "elo1: 160"), "stop was {"),
        (CONFIG, ("boards: 40", "boards: 39"), "boards was 40, is 39"),
        (CONFIGS["swiss"], ("boards: 5", "boards: 6"), "boards was 5, is 6"),
        (CONFIGS["swiss"], ("rounds: 3", "rounds: 2"), "rounds was 3, is 2"),
    ],
)
def test_another_schedule_is_refused(
    tmp_path: Path, config: str, change: tuple[str, str], says: str
) -> None:
    (tmp_path / "out").mkdir()
    open_run(plan_of(tmp_path, config), tmp_path / "out")
    with pytest.raises(RunError, match=re.escape(says)):
        open_run(plan_of(tmp_path, config.replace(*change)), tmp_path / "out")


BUGGY = """
boards: 10
stop: {precision: 0.3}
entrants:
  sound: {spymaster: random, operatives: random}
  buggy: {spymaster: random, operatives: "tests.runner.slow:FailsWhileTheFileIsThere"}
"""


def test_void_pairs_are_skipped_told_and_retried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    plan, out = plan_of(tmp_path, BUGGY), tmp_path / "out"
    Path("fail").touch()
    first = played(plan, out)
    (held,) = stopping(first)
    assert (held.pairs, held.skipped, held.verdict) == (0, 10, None)
    assert verify(out) == []
    Path("fail").unlink()
    play_run(plan, out, Options(0, retry_void=True), lambda progress: None)
    retried = load_run(out)
    assert (retried.games["status"] == "finished").sum() == 20
    assert stopping(retried)[0].pairs == 10
    assert verify(out) == []


@pytest.mark.parametrize("how", ["to surplus", "from surplus"])
def test_verify_finds_a_wrong_status(tmp_path: Path, how: str) -> None:
    run = played(plan_of(tmp_path, CONFIG), tmp_path / "out", in_flight=50)
    part = run.folder / "games" / "part-00000.parquet"
    games = pq.read_table(part)
    wrong = "surplus" if how == "to surplus" else "finished"
    index = games.schema.get_field_index("status")
    status = pa.array([wrong] * games.num_rows)
    pq.write_table(games.set_column(index, games.schema.field(index), status), part)
    text = " | ".join(problem.what for problem in verify(run.folder))
    expected = {
        "to surplus": "has the status surplus, but is scheduled",
        "from surplus": "is in the tables but not in the schedule",
    }
    assert expected[how] in text
