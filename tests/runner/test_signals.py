"""Ctrl-C where event loops have no signal handlers, as on Windows.

Windows itself is not tried here. These loops refuse `add_signal_handler` as Windows' loops do, and
wake for a signal as the default one does; they are sent real signals.
"""

from __future__ import annotations

import contextlib
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from codenames_sim.analysis import verify
from codenames_sim.records import load_run
from tests.runner.test_resume import SLOW, started

LIKE_WINDOWS = """
import asyncio, signal

class Loop(asyncio.SelectorEventLoop):
    def __init__(self):
        super().__init__()
        signal.set_wakeup_fd(self._csock.fileno())  # as asyncio.ProactorEventLoop does on Windows
    def add_signal_handler(self, sig, callback, *args):
        raise NotImplementedError
    def remove_signal_handler(self, sig):
        raise NotImplementedError

class Policy(asyncio.DefaultEventLoopPolicy):
    def new_event_loop(self):
        return Loop()

asyncio.set_event_loop_policy(Policy())
"""
TOLD = """
from codenames_sim.runner.signals import on_interrupt

async def main():
    heard = asyncio.Queue()
    def stop():
        print("stop", asyncio.current_task(), flush=True)
        heard.put_nowait(None)
    before = signal.getsignal(signal.SIGTERM)
    with on_interrupt(stop):
        print("waiting", flush=True)
        for _ in range(2):
            await heard.get()
    print("restored" if signal.getsignal(signal.SIGTERM) == before else "kept", flush=True)

asyncio.run(main())
"""
ENDLESS = """
import asyncio
from codenames_sim.agents.random_agents import RandomOperative

class Endless(RandomOperative):
    needs_worker = False
    async def guess(self, view, turn):
        open("asked", "w").close()
        await asyncio.sleep(3600)
"""


def started_like_windows(folder: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"{LIKE_WINDOWS}\nfrom codenames_sim.cli import main\nmain()",
            *words,
        ],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(Path(__file__).parents[2])},
    )


def wait_for(file: Path, process: subprocess.Popen[str]) -> None:
    while not file.exists():
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.05)
            raise AssertionError(process.communicate())


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_each_signal_calls_stop_in_the_loop(how: signal.Signals) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", LIKE_WINDOWS + TOLD], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "waiting\n"
    for _ in range(2):
        process.send_signal(how)
        assert process.stdout.readline() == "stop None\n"  # a callback of the loop, in no task
    assert process.stdout.readline() == "restored\n"
    assert process.wait(20) == 0
    process.stdout.close()


def test_the_first_signal_stops_gently_and_the_run_can_be_resumed(tmp_path: Path) -> None:
    (tmp_path / "slow.yaml").write_text(SLOW)
    process = started_like_windows(
        tmp_path, "run", "slow.yaml", "--workers", "0", "--in-flight", "1"
    )
    wait_for(tmp_path / "results" / "slow" / "games", process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (3, ""), out + err
    assert out.rstrip().endswith("Go on with: codenames-sim resume results/slow")
    process = started(tmp_path, "resume", "results/slow", "--workers", "2")
    out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")
    assert verify(tmp_path / "results" / "slow") == []
    assert len(load_run(tmp_path / "results" / "slow").games) == 40


def test_the_second_signal_ends_a_run_that_waits(tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text(ENDLESS)
    (tmp_path / "endless.yaml").write_text(
        "boards: 4\nentrants:\n  one: {spymaster: random, operatives: 'endless:Endless'}\n"
    )
    process = started_like_windows(tmp_path, "run", "endless.yaml", "--workers", "0")
    assert process.stdout is not None
    wait_for(tmp_path / "asked", process)
    for _ in range(40):  # the first may still be under way when the second comes
        process.send_signal(signal.SIGINT)
        if select.select([process.stdout], [], [], 0.5)[0]:
            break
    out, err = process.communicate(timeout=15)
    assert (process.returncode, err) == (3, ""), out + err
    assert "Go on with: codenames-sim resume results/endless" in out
