"""Agents whose decisions can't be had again: what they decided is kept, and not asked twice."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar, cast

import msgspec

from codenames_sim.agents import Make, Operative, Spymaster, Turn, make_agent
from codenames_sim.rules import (
    Action,
    Clue,
    Cover,
    Forfeit,
    Guess,
    OperativeView,
    Role,
    Skip,
    SpymasterView,
    Stop,
)
from codenames_sim.runner.journal import RunJournal


def remembering(journal: RunJournal, game_id: str) -> Make:
    """Makes the agents of one game, those that can't be replayed with a memory in the journal."""
    made = itertools.count()

    def make(kind: str, role: Role, params: Mapping[str, object]) -> Spymaster | Operative:
        agent, number = make_agent(kind, role, params), next(made)
        if getattr(agent, "replayable", True):
            return agent
        return Remembered(agent, journal, game_id, f"agent {number}")

    return make


_A = TypeVar("_A", bound=Action)


class Remembered:
    """A spymaster or operative with its decisions in the journal, by seat and how many it made."""

    def __init__(self, agent: Spymaster | Operative, journal: RunJournal, game_id: str, seat: str):
        self._agent = agent
        self._journal = journal
        self._key = (game_id, seat, "decided")
        self._decided = 0

    async def give_clue(self, view: SpymasterView, turn: Turn) -> Clue | Forfeit:
        """The clue it gave before, or gives now."""
        agent = cast(Spymaster, self._agent)
        return await self._once(lambda: agent.give_clue(view, turn))

    async def cover(self, view: SpymasterView, turn: Turn) -> Cover | Skip | Forfeit:
        """What it covered before, or covers now."""
        agent = cast(Spymaster, self._agent)
        return await self._once(lambda: agent.cover(view, turn))

    async def guess(self, view: OperativeView, turn: Turn) -> Guess | Stop | Forfeit:
        """The guess it made before, or makes now."""
        agent = cast(Operative, self._agent)
        return await self._once(lambda: agent.guess(view, turn))

    async def _once(self, decide: Callable[[], Awaitable[_A]]) -> _A:
        key = (*self._key, self._decided)
        self._decided += 1
        kept = self._journal.recall(key)
        if kept is not None:
            return cast(_A, msgspec.msgpack.decode(kept, type=Action))
        action = await decide()
        await self._journal.keep(key, msgspec.msgpack.encode(action))
        return action
