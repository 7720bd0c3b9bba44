"""Runs that are killed at moments that are observed, not guessed: SIGKILL from inside.

A run is played in a process forked from a server that has imported everything, so that a kill costs
milliseconds. There the functions at which something becomes durable are counted, and at the chosen
one the process kills itself, after saying so.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from codenames_sim.runner import Options, play_run
from codenames_sim.tournament import load_plan

PLACES = {
    "opened": "codenames_sim.runner.run.open_run",
    "journal": "codenames_sim.runner.journal.RunJournal._commit",
    "part": "codenames_sim.records.writer._put",
    "part replaced": "codenames_sim.records.writer.os.replace",
    "forgotten": "codenames_sim.runner.journal.RunJournal.forget",
    "closing": "codenames_sim.runner.run.close_run",
}
"""What a run does that outlives it, and the function that does it."""


class Moment(NamedTuple):
    """Just before, or just after, the `number`-th time that something durable is done."""

    place: str
    number: int
    after: bool


class Killing:
    """Plays a config into a folder, and is killed."""

    def __init__(self, config: Path, folder: Path, options: Options):
        self._config = config
        self._folder = folder
        self._options = options
        self.fell: list[Moment] = []
        """The moments at which it really was killed."""

    def play_until(self, moment: Moment) -> bool:
        """Plays until the moment and dies there; False where the run ended before it came."""
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["tests.killing"])
        here, there = context.Pipe(duplex=False)
        child = context.Process(
            target=_play, args=(self._config, self._folder, self._options, moment, there)
        )
        child.start()
        there.close()
        child.join(300)
        try:
            text = here.recv()
        except EOFError:  # It had nothing to say.
            text = None
        if child.exitcode == -signal.SIGKILL:
            assert text == moment, "killed by somebody else"
            self.fell.append(moment)
            return True
        assert (child.exitcode, text) == (0, None), f"the run failed: {child.exitcode} {text}"
        return False


def moments(kills: int) -> Iterator[Moment]:
    """So many moments, over all places, before and after, early and late; the end comes last."""
    wanted = {"opened": 1, "journal": 11, "part": 5, "part replaced": 5, "forgotten": 1}
    places = itertools.cycle(itertools.product((*wanted, "closing"), (False, True)))
    for number in range(kills - 1):
        place, after = next(places)
        # After "closing" a run is finished, so that it can't be killed again.
        yield Moment(place, 1 + number % wanted.get(place, 1), after and place != "closing")
    yield Moment("closing", 1, after=True)


def _play(config: Path, folder: Path, options: Options, moment: Moment, pipe: Connection) -> None:
    counted = itertools.count(1)
    owner, name = _owner(PLACES[moment.place])
    original = getattr(owner, name)

    def die() -> None:
        pipe.send(moment)
        os.kill(os.getpid(), signal.SIGKILL)

    def wrapped(*args: Any, **kwargs: Any) -> object:
        due = next(counted) == moment.number
        if due and not moment.after:
            die()
        result = original(*args, **kwargs)
        if due:
            die()
        return result

    setattr(owner, name, wrapped)
    try:
        play_run(load_plan(config), folder, options, lambda progress: None)
    except BaseException as fault:
        pipe.send(repr(fault))
        raise
    # What a finished run leaves running must not hold up the exit.
    os._exit(0)


def _owner(path: str) -> tuple[Any, str]:
    """The module or class that has the function, and the function's name in it."""
    import importlib

    parts = path.split(".")
    for size in range(len(parts) - 1, 0, -1):
        try:
            owner: Any = importlib.import_module(".".join(parts[:size]))
        except ImportError:
            continue
        for part in parts[size:-1]:
            owner = getattr(owner, part)
        return owner, parts[-1]
    raise AssertionError(path)
