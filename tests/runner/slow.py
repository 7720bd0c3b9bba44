"""Agents for tests of stopping and of failing."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from codenames_sim.agents import Turn
from codenames_sim.agents.random_agents import RandomOperative
from codenames_sim.rules import Guess, OperativeView, Stop


class Slow(RandomOperative):
    """Takes 20 ms for a guess."""

    async def guess(self, view: OperativeView, turn: Turn) -> Guess | Stop:
        await asyncio.sleep(0.02)
        return await super().guess(view, turn)


class FailsWhileTheFileIsThere(RandomOperative):
    """Raises while there is a file `fail` in the working folder."""

    async def guess(self, view: OperativeView, turn: Turn) -> Guess | Stop:
        if Path("fail").exists():
            raise OSError("the file is there")
        return await super().guess(view, turn)


class Moody(RandomOperative):
    """Decides by chance of its own, and writes each decision down: it can't be played again."""

    replayable = False

    async def guess(self, view: OperativeView, turn: Turn) -> Guess | Stop:
        await asyncio.sleep(0.01)
        word = random.choice(view.options.words)
        with Path("decided").open("a") as file:
            file.write(f"{view.words} {len(view.turns)} {view.guessed}\n")
        return Guess(word)
