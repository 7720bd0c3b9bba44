"""A run can be resumed after any interruption, and continues where it stopped."""

from __future__ import annotations

import contextlib
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from codenames_sim.analysis import find_game, overview, verify
from codenames_sim.errors import InputError, RunError
from codenames_sim.records import TABLES, TIMES, Run, load_run
from codenames_sim.runner import Options, play_run, recorded_plan
from codenames_sim.runner.folder import locked
from codenames_sim.tournament import load_plan
from tests.killing import Killing, Moment
from tests.runner.test_run import CONFIG, plan_of, played

COMMAND = Path(sys.executable).parent / "codenames-sim"
MANY = CONFIG.replace("boards: 20", "boards: 300")
SLOW = """
boards: 40
entrants:
  slow: {spymaster: random, operatives: "tests.runner.slow:Slow"}
"""


def started(folder: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [COMMAND, *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(Path(__file__).parents[2])},
    )


def same_tables(one: Run, other: Run) -> None:
    for name in TABLES:
        frames = [getattr(run, name) for run in (one, other)]
        plain = [frame.drop(columns=[c for c in TIMES if c in frame]) for frame in frames]
        pd.testing.assert_frame_equal(*plain)


@pytest.mark.parametrize("place", ["opened", "part", "part replaced", "closing"])
def test_killed_again_and_again(tmp_path: Path, place: str) -> None:
    """Before and after each thing that outlives a run: the next session finds it whole or not."""
    whole = played(plan_of(tmp_path, MANY), tmp_path / "whole", workers=0)
    run = Killing(tmp_path / "small.yaml", tmp_path / "killed", Options(workers=0))
    for number, after in [(1, False), (1, True), (2, False), (3, True), (4, False)]:
        run.play_until(Moment(place, number, after))
    assert len(run.fell) >= 2
    play_run(plan_of(tmp_path, MANY), tmp_path / "killed", Options(0), lambda progress: None)
    assert verify(tmp_path / "killed") == []
    same_tables(whole, load_run(tmp_path / "killed"))


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_run_is_stopped_and_resumed(tmp_path: Path, how: signal.Signals) -> None:
    (tmp_path / "slow.yaml").write_text(SLOW)
    process = started(tmp_path, "run", "slow.yaml", "--workers", "0", "--in-flight", "1")
    while not (tmp_path / "results" / "slow" / "games").exists():
        time.sleep(0.05)
    time.sleep(1.0)
    process.send_signal(how)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (3, ""), out + err
    assert out.rstrip().endswith("Go on with: codenames-sim resume results/slow")
    assert 0 < len(load_run(tmp_path / "results" / "slow").games) < 40
    process = started(tmp_path, "resume", "results/slow", "--workers", "2")
    out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")
    assert verify(tmp_path / "results" / "slow") == []
    assert len(load_run(tmp_path / "results" / "slow").games) == 40


@pytest.mark.parametrize("workers", ["0", "2"])
def test_asked_twice_it_stops_at_once(tmp_path: Path, workers: str) -> None:
    (tmp_path / "slow.yaml").write_text(SLOW.replace("boards: 40", "boards: 4000"))
    process = started(tmp_path, "run", "slow.yaml", "--workers", workers, "--in-flight", "1")
    while not (tmp_path / "results" / "slow" / "games").exists():
        time.sleep(0.05)
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (3, ""), out + err
    assert "Go on with: codenames-sim resume results/slow" in out


def test_workers_end_when_the_runner_is_killed(tmp_path: Path) -> None:
    (tmp_path / "slow.yaml").write_text(SLOW.replace("boards: 40", "boards: 4000"))
    process = started(tmp_path, "run", "slow.yaml", "--workers", "2", "--in-flight", "1")
    while not (tmp_path / "results" / "slow" / "games").exists():
        time.sleep(0.05)
    time.sleep(2.0)
    process.kill()
    process.communicate(timeout=20)  # returns once no worker holds the other end of the pipe


def test_two_at_once_are_refused(tmp_path: Path) -> None:
    plan, out = plan_of(tmp_path), tmp_path / "out"
    with locked(out), pytest.raises(RunError, match="another process is writing to this folder"):
        played(plan, out)
    assert len(played(plan, out).games) == 160


def test_more_boards_extend_a_run(tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = played(plan_of(tmp_path), out)
    begun = dict(zip(first.games["game_id"], first.games["started_at"], strict=True))
    more = played(plan_of(tmp_path, CONFIG.replace("boards: 20", "boards: 30")), out)
    again = dict(zip(more.games["game_id"], more.games["started_at"], strict=True))
    assert len(more.games) == 240
    assert all(again[game] == when for game, when in begun.items()), "a game was played twice"
    assert verify(out) == []


@pytest.mark.parametrize(
    ("change", "to", "says"),
    [
        ("seed: 3", "seed: 4", "seed was 3, is 4"),
        ("boards: 20", "boards: 19", "boards was 20, is 19"),
        ("[9-8, 8-8]", "[9-8]", "splits was ["),
        ("stop: 0.6", "stop: 0.7", "entrants was {"),
        ("seed: 3", "seed: 3\nwords: pl", 'words was "en", is "pl"'),
        ("seed: 3", "seed: 3\nrules: {max_turns: 9}", "rules_hash was {"),
    ],
)
def test_what_would_change_games_is_refused(
    tmp_path: Path, change: str, to: str, says: str
) -> None:
    played(plan_of(tmp_path), tmp_path / "out")
    with pytest.raises(RunError) as refused:
        played(plan_of(tmp_path, CONFIG.replace(change, to)), tmp_path / "out")
    assert says in str(refused.value)


@pytest.mark.parametrize("name", ["PLAY_VERSION", "AGENTS_VERSION"])
def test_another_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    plan = plan_of(tmp_path)
    played(plan, tmp_path / "out")
    monkeypatch.setattr(f"codenames_sim.tournament.versions.{name}", 99)
    with pytest.raises(RunError, match=rf"can't be resumed: .*{name.lower()} 99"):
        recorded_plan(tmp_path / "out")
    with pytest.raises(RunError, match=rf"contains another run \(.*{name.lower()} 99"):
        played(plan, tmp_path / "out")


def test_a_plan_comes_back_from_its_folder(tmp_path: Path) -> None:
    plan = plan_of(tmp_path)
    played(plan, tmp_path / "out")
    (tmp_path / "small.yaml").unlink()
    assert recorded_plan(tmp_path / "out").describe() == plan.describe()


BUGGY = """
boards: 10
entrants:
  buggy: {spymaster: random, operatives: "tests.runner.slow:FailsWhileTheFileIsThere"}
"""


def test_void_games_are_retried_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    plan, out = plan_of(tmp_path, BUGGY), tmp_path / "out"
    Path("fail").touch()
    first = played(plan, out)
    assert (first.games["status"] == "void").all()
    Path("fail").unlink()
    again = played(plan, out)
    assert (again.games["status"] == "void").all(), "void games are kept until a retry"
    play_run(plan, out, Options(0, retry_void=True), lambda progress: None)
    retried = load_run(out)
    assert len(retried.games) == 10
    assert (retried.games["status"] == "finished").all()
    assert verify(out) == []


@pytest.mark.parametrize("how", ["edit", "drop", "double", "foreign"])
def test_verify_says_what_is_wrong(tmp_path: Path, how: str) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    out = played(plan_of(tmp_path), tmp_path / "out").folder
    part = out / "games" / "part-00000.parquet"
    games = pq.read_table(part)
    changed = {
        "edit": lambda: games.set_column(
            games.schema.get_field_index("winner"),
            games.schema.field("winner"),
            pa.array(["first"] * games.num_rows),
        ),
        "drop": lambda: games.slice(1),
        "double": lambda: pa.concat_tables([games, games.slice(0, 1)]),
        "foreign": lambda: games.set_column(
            1,
            games.schema.field(1),
            pa.array([f"{game_id}x" for game_id in games["game_id"].to_pylist()]),
        ),
    }[how]()
    pq.write_table(changed, part)
    text = " | ".join(f"{problem.where}: {problem.what}" for problem in verify(out))
    expected = {
        "edit": "winner is recorded as first, but should be second",
        "drop": "is scheduled (bold vs shy, board ",
        "double": "is in the tables 2 times",
        "foreign": "should have the id ",
    }
    assert expected[how] in text


def test_verify_finds_a_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = played(plan_of(tmp_path), tmp_path / "out").folder
    monkeypatch.setenv("MY_API_KEY", "correct-horse-battery")
    (out / "inputs" / "note.txt").write_text("used correct-horse-battery")
    assert [problem.what for problem in verify(out)] == ["contains the value of $MY_API_KEY"]


@given(data=st.data())
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
def test_a_folder_damaged_anyhow_gives_an_error_or_a_finding(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    whole = _whole(tmp_path_factory)
    folder = tmp_path_factory.mktemp("damaged") / "out"
    shutil.copytree(whole, folder)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    victim = data.draw(st.sampled_from(files))
    content = victim.read_bytes()
    match data.draw(st.sampled_from(["cut", "flip", "swap", "gone", "foreign"])):
        case "cut":
            victim.write_bytes(content[: data.draw(st.integers(0, len(content)))])
        case "flip" if content:
            index = data.draw(st.integers(0, len(content) - 1))
            new = bytes([content[index] ^ data.draw(st.integers(1, 255))])
            victim.write_bytes(content[:index] + new + content[index + 1 :])
        case "swap":
            victim.write_bytes(data.draw(st.sampled_from(files)).read_bytes())
        case "gone":
            victim.unlink()
        case _:
            victim.write_bytes(data.draw(st.binary(max_size=100)))
    for read in (verify, _read_all, _resume):
        with contextlib.suppress(InputError):
            read(folder)


_kept: list[Path] = []


def _whole(factory: pytest.TempPathFactory) -> Path:
    if not _kept:
        folder = factory.mktemp("whole")
        small = CONFIG.replace("boards: 20", "boards: 2")
        _kept.append(played(plan_of(folder, small), folder / "out").folder)
    return _kept[0]


def _read_all(folder: Path) -> None:
    run = load_run(folder)
    for name in TABLES:
        getattr(run, name)
    overview(run)
    *_, game = find_game(run, str(run.games["game_id"].iloc[0])).positions()
    assert game.outcome is not None


def _resume(folder: Path) -> None:
    play_run(recorded_plan(folder), folder, Options(0), lambda progress: None)


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text(MANY)
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)); "
        "sys.argv[0] = 'codenames-sim'; from codenames_sim.cli import main; main()"
    )
    words = ["run", "small.yaml", "--workers", "0"]
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert "can't be written: File too large" in done.stderr
    assert played(load_plan(tmp_path / "small.yaml"), tmp_path / "results" / "small").games.size


def test_a_folder_that_can_t_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match="can't be written: Not a directory"):
        played(plan_of(tmp_path), tmp_path / "file" / "out")
    with pytest.raises(RunError, match="is a file"):
        played(plan_of(tmp_path), tmp_path / "file")


def test_a_folder_that_vanishes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, out = plan_of(tmp_path), tmp_path / "out"
    with pytest.raises(RunError, match=r"can't be written: No such file|there is no such folder"):
        play_run(plan, out, Options(0), lambda progress: shutil.rmtree(out, ignore_errors=True))


MOODY = """
boards: 30
entrants:
  moody: {spymaster: random, operatives: "tests.runner.slow:Moody"}
"""


def test_what_can_t_be_decided_again_is_remembered(tmp_path: Path) -> None:
    (tmp_path / "moody.yaml").write_text(MOODY)
    for _ in range(2):
        process = started(tmp_path, "run", "moody.yaml", "--in-flight", "4")
        while not (tmp_path / "decided").exists():
            time.sleep(0.02)
        time.sleep(0.5)
        process.kill()
        process.communicate()
    process = started(tmp_path, "run", "moody.yaml", "--in-flight", "4")
    _, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")
    assert verify(tmp_path / "results" / "moody") == []
    decided = (tmp_path / "decided").read_text().splitlines()
    twice = len(decided) - len(set(decided))
    assert twice <= 2 * 4, "only what was in flight at a kill may be decided again"
    assert len(set(decided)) == load_run(tmp_path / "results" / "moody").games["guesses"].sum()
