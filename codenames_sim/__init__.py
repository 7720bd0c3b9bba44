"""Language-model agents play Codenames against each other by the thousand.

The public names; each is imported when it is first used, so that a command starts at once.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

__version__ = "0.2.0"

if TYPE_CHECKING:
    from codenames_sim.agents import Operative, Spymaster, Turn
    from codenames_sim.boards import WordList, deal, load_words
    from codenames_sim.clues import Verdict, check_clue
    from codenames_sim.errors import CodenamesError, IllegalAction, InputError
    from codenames_sim.records import Run, load_run
    from codenames_sim.rules import (
        FORFEIT,
        SKIP,
        STOP,
        Board,
        Clue,
        Cover,
        Forfeit,
        Game,
        Guess,
        OperativeView,
        Outcome,
        Rules,
        Skip,
        SpymasterView,
        Stop,
    )

_ROOMS = {
    "agents": ("Operative", "Spymaster", "Turn"),
    "boards": ("WordList", "deal", "load_words"),
    "clues": ("Verdict", "check_clue"),
    "errors": ("CodenamesError", "IllegalAction", "InputError"),
    "records": ("Run", "load_run"),
    "rules": (
        "FORFEIT",
        "SKIP",
        "STOP",
        "Board",
        "Clue",
        "Cover",
        "Forfeit",
        "Game",
        "Guess",
        "OperativeView",
        "Outcome",
        "Rules",
        "Skip",
        "SpymasterView",
        "Stop",
    ),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [
    "FORFEIT",
    "SKIP",
    "STOP",
    "Board",
    "Clue",
    "CodenamesError",
    "Cover",
    "Forfeit",
    "Game",
    "Guess",
    "IllegalAction",
    "InputError",
    "Operative",
    "OperativeView",
    "Outcome",
    "Rules",
    "Run",
    "Skip",
    "Spymaster",
    "SpymasterView",
    "Stop",
    "Turn",
    "Verdict",
    "WordList",
    "__version__",
    "check_clue",
    "deal",
    "load_run",
    "load_words",
]


def __getattr__(name: str) -> object:
    if name not in _ROOM_OF:
        raise AttributeError(f"module 'codenames_sim' has no attribute '{name}'")
    return getattr(importlib.import_module(f"codenames_sim.{_ROOM_OF[name]}"), name)
