"""Runs in which language models play lose nothing and pay for nothing twice, however they end."""

from __future__ import annotations

import hashlib
import random
import shutil
import sqlite3
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import msgspec
import pandas as pd
import pytest

from codenames_sim.analysis import verify
from codenames_sim.llm import Exchange
from codenames_sim.records import Run, load_run
from codenames_sim.runner import Options, play_run
from codenames_sim.runner.run import JOURNAL
from codenames_sim.tournament import load_plan
from tests.killing import PLACES, Killing, moments
from tests.llm_play.players import foolish, malicious, sensible, serving
from tests.loopback import Fault, Loopback, Prompt
from tests.runner.test_resume import started

CONFIG = """
rules: {use: codenames, max_turns: 8}
boards: BOARDS
agents:
  chat: {llm: openai/chat, base_url: "URL/v1"}
  other: {llm: openai/other, base_url: "URL/v1"}
  messages: {llm: anthropic/messages, base_url: "URL", mode: plan, clue_retries: 1}
entrants:
  plan: {spymaster: chat, operatives: messages}
  talk: {spymaster: messages, operatives: [messages, other, chat], decide: discuss}
models:
  retry: {attempts: 30, timeout: 5.0, first_wait: 0.01, longest_wait: 0.05}
"""
TRANSPORT = {
    Fault.RATE_LIMITED: 0.05,
    Fault.SERVER_ERROR: 0.05,
    Fault.OVERLOADED: 0.05,
    Fault.RESET: 0.05,
    Fault.HTML: 0.04,
    Fault.BROKEN_JSON: 0.04,
    Fault.SLOW: 0.02,
}
"""30 % of all requests; none of these faults is an answer, so answers stay the same."""


def identity(model: str, text: str) -> str:
    return hashlib.sha256(f"{model}\n{text}".encode()).hexdigest()


class Steadfast:
    """A model that gives the same answer to the same prompt, and remembers who asked what when."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, prompt: Prompt) -> str:
        who = identity(prompt.model, prompt.text)
        self.asked.append(who)
        rng = random.Random(who)
        return rng.choice([sensible] * 5 + [foolish, malicious])(prompt, rng)


def config_at(server: Loopback, folder: Path, boards: int) -> Path:
    file = folder / "models.yaml"
    file.write_text(CONFIG.replace("URL", server.url).replace("BOARDS", str(boards)), "utf-8")
    return file


def journalled(folder: Path) -> set[str]:
    """The prompts whose answers are in a run's journal."""
    if not (folder / JOURNAL).exists():
        return set()
    copy = folder.parent / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    for file in folder.glob(f"{JOURNAL}*"):
        shutil.copy(file, copy)
    with closing(sqlite3.connect(copy / JOURNAL)) as journal:
        rows = journal.execute("SELECT value FROM kept").fetchall()
    result = set()
    for (value,) in rows:
        request = msgspec.msgpack.decode(value, type=Exchange).calls[-1].request
        assert request is not None
        said = msgspec.json.decode(request)
        text = "\n".join(message["text"] for message in said["request"]["messages"])
        result.add(identity(said["model"]["model"], text))
    return result


def same_but_for_times_and_attempts(one: Run, other: Run) -> None:
    def plain(frame: pd.DataFrame) -> pd.DataFrame:
        times = ("started_at", "seconds", "queued_s", "latency_s", "attempt")
        return frame.drop(columns=[name for name in times if name in frame])

    for name in ("games", "boards", "turns", "guesses"):
        ours, theirs = plain(getattr(one, name)), plain(getattr(other, name))
        pd.testing.assert_frame_equal(ours, theirs)
    answered = ["ok", "illegal", "unparsable"]
    ours, theirs = (
        plain(run.calls[run.calls["outcome"].isin(answered)]).reset_index(drop=True)
        for run in (one, other)
    )
    pd.testing.assert_frame_equal(ours, theirs)


def killed_and_resumed(folder: Path, boards: int, kills: int) -> None:
    model = Steadfast()
    with serving(Loopback(answer=model, faults=TRANSPORT, latency=0.02, seed=1)) as server:
        config = config_at(server, folder, boards)
        plan = load_plan(config)
        play_run(plan, folder / "whole", Options(0, 30), lambda progress: None)
        whole_calls = len(model.asked)
        # The same bad answer twice makes the same re-ask twice: two asks that look like one.
        told_apart = {who for who, times in Counter(model.asked).items() if times == 1}
        model.asked.clear()
        check_later: list[tuple[set[str], int]] = []
        run = Killing(config, folder / "killed", Options(0, 30))
        for moment in moments(kills):
            if not run.play_until(moment):
                continue
            check_later.append((journalled(folder / "killed"), len(model.asked)))
        assert {moment.place for moment in run.fell} == {*PLACES}
        play_run(plan, folder / "killed", Options(0, 30), lambda progress: None)
        for kept, so_far in check_later:
            again = kept & told_apart & set(model.asked[so_far:])
            assert not again, "an answer in the journal was asked again"
        lost = len(model.asked) - whole_calls
    assert lost <= len(run.fell) * 30 * 3, "only what was in flight may be asked again"
    assert verify(folder / "killed") == []
    same_but_for_times_and_attempts(load_run(folder / "whole"), load_run(folder / "killed"))
    assert not list((folder / "killed").glob(f"{JOURNAL}*"))


def test_killed_and_resumed(tmp_path: Path) -> None:
    killed_and_resumed(tmp_path, boards=6, kills=12)


@pytest.mark.long
def test_killed_at_200_moments_of_200_games(tmp_path: Path) -> None:
    killed_and_resumed(tmp_path, boards=100, kills=200)


def test_a_journal_torn_at_every_byte_of_its_last_record(tmp_path: Path) -> None:
    """What SQLite had not committed whole is gone; what it had is there; nothing else happens."""
    model = Steadfast()
    with serving(Loopback(answer=model, latency=0.01)) as server:
        config = config_at(server, tmp_path, boards=1)
        process = started(tmp_path, "run", "models.yaml", "--out", "torn", "--workers", "0")
        while len(model.asked) < 12:
            time.sleep(0.01)
        process.kill()
        process.communicate()
        wal = tmp_path / "torn" / f"{JOURNAL}-wal"
        data = wal.read_bytes()
        whole = len(journalled(tmp_path / "torn"))
        frame = 4096 + 24
        counts = set()
        for cut in [*range(len(data) - frame, len(data), 97), len(data)]:
            wal.write_bytes(data[:cut])
            counts.add(len(journalled(tmp_path / "torn")))
        assert max(counts) == whole
        assert min(counts) >= whole - 30
        wal.write_bytes(data[:-1])
        play_run(load_plan(config), tmp_path / "torn", Options(0), lambda progress: None)
    assert verify(tmp_path / "torn") == []


def test_a_server_that_is_down_leaves_void_games_and_a_retry_finishes_them(tmp_path: Path) -> None:
    model = Steadfast()
    server = Loopback(answer=model)
    with serving(server):
        config = config_at(server, tmp_path, boards=1)
        text = config.read_text().replace("attempts: 30", "attempts: 1")
        config.write_text(text)
        server.faults = {Fault.SERVER_ERROR: 0.3}
        result = play_run(load_plan(config), tmp_path / "run", Options(0), lambda progress: None)
        assert result.progress.void > 0
        assert (tmp_path / "run" / JOURNAL).exists()
        assert verify(tmp_path / "run") == []
        kept, so_far = journalled(tmp_path / "run"), len(model.asked)
        server.faults = {}
        options = Options(0, retry_void=True)
        result = play_run(load_plan(config), tmp_path / "run", options, lambda progress: None)
        assert not kept & set(model.asked[so_far:])
    assert (result.ended, result.progress.void) == ("finished", 0)
    assert verify(tmp_path / "run") == []
    assert not (tmp_path / "run" / JOURNAL).exists()


def test_asked_to_stop_it_makes_no_new_call(tmp_path: Path) -> None:
    model = Steadfast()
    with serving(Loopback(answer=model, latency=0.3)) as server:
        config_at(server, tmp_path, boards=20)
        process = started(tmp_path, "run", "models.yaml", "--workers", "0", "--in-flight", "10")
        while len(model.asked) < 15:
            time.sleep(0.02)
        process.send_signal(2)
        time.sleep(0.5)
        at_stop = len(model.asked)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (3, ""), out + err
        assert len(model.asked) <= at_stop + 10
        assert "Go on with: codenames-sim resume results/models" in out


def test_the_budget_ends_a_run_that_can_be_gone_on_with(tmp_path: Path) -> None:
    with serving(Loopback(answer=Steadfast())) as server:
        config = config_at(server, tmp_path, boards=4)
        poor = tmp_path / "poor.yaml"
        poor.write_text(config.read_text() + "  budget_tokens: 60000\n")
        first = play_run(load_plan(poor), tmp_path / "run", Options(0), lambda progress: None)
        assert first.ended == "budget"
        rich = play_run(load_plan(config), tmp_path / "run", Options(0), lambda progress: None)
        assert rich.ended == "finished"
    assert verify(tmp_path / "run") == []
