"""Journals the decisions of agents that can't be replayed, so that none is asked for twice."""

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


def journalling_decisions(journal: RunJournal, game_id: str) -> Make:
    """A function that creates the agents of one game and wraps those that can't be replayed."""
    made = itertools.count()

    def make(kind: str, role: Role, params: Mapping[str, object]) -> Spymaster | Operative:
        agent, number = make_agent(kind, role, params), next(made)
        if getattr(agent, "replayable", True):
            return agent
        return JournalledAgent(agent, journal, game_id, f"agent {number}")

    return make


_A = TypeVar("_A", bound=Action)


class JournalledAgent:
    """A spymaster or operative whose decisions are journalled by agent and decision count."""

    def __init__(self, agent: Spymaster | Operative, journal: RunJournal, game_id: str, seat: str):
        self._agent = agent
        self._journal = journal
        self._key = (game_id, seat, "decided")
        self._decided = 0

    async def give_clue(self, view: SpymasterView, turn: Turn) -> Clue | Forfeit:
        """The journalled clue, or a new one."""
        agent = cast(Spymaster, self._agent)
        return await self._once(lambda: agent.give_clue(view, turn))

    async def cover(self, view: SpymasterView, turn: Turn) -> Cover | Skip | Forfeit:
        """The journalled cover, or a new one."""
        agent = cast(Spymaster, self._agent)
        return await self._once(lambda: agent.cover(view, turn))

    async def guess(self, view: OperativeView, turn: Turn) -> Guess | Stop | Forfeit:
        """The journalled guess, or a new one."""
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
