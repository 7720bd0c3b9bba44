"""The agent protocols. An agent is any object with the methods of its role.

Each instance plays one seat of one game and is created as `Class(**params)` from the config. It
may keep only state that a replay from the start of the game would rebuild. Four class attributes
declare what the runner may assume, with these defaults:

    deterministic = False   the same views give the same actions, without `turn.rng` or `turn.ask`
    replayable = True       the same views, `turn.rng` and answers give the same actions
    asks_models = False     the agent uses `turn.ask`
    needs_worker = False    a decision takes more than a few milliseconds of CPU
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from codenames_sim.agents.rng import Rng
from codenames_sim.rules import (
    Clue,
    Cover,
    Forfeit,
    Guess,
    OperativeView,
    Skip,
    SpymasterView,
    Stop,
)

if TYPE_CHECKING:
    from codenames_sim.llm import Answer, DecisionSession, ModelSpec, Request


class Turn:
    """One decision of an agent: its source of randomness and its access to language models."""

    __slots__ = ("_member", "_origin", "_rng", "_session")

    def __init__(
        self,
        origin: str,
        session: DecisionSession | None = None,
        member: Callable[[int], Turn] | None = None,
    ):
        self._origin = origin
        self._session = session
        self._member = member
        self._rng: Rng | None = None

    @property
    def rng(self) -> Rng:
        """The only randomness an agent may use. Each game, seat and decision has its own seed."""
        if self._rng is None:
            digest = hashlib.blake2b(self._origin.encode(), digest_size=8, person=b"rng").digest()
            self._rng = Rng(int.from_bytes(digest, "little"))
        return self._rng

    def member(self, index: int) -> Turn:
        """The turn of the panel member with index `index`."""
        assert self._member is not None, "only a turn created by a match has members"
        return self._member(index)

    async def ask(self, spec: ModelSpec, request: Request) -> Answer:
        """Ask a language model. The call is recorded; a journalled answer is returned directly.

        Raises CallError if there is no answer; agents must not catch it.
        """
        assert self._session is not None, "agents that ask models play in the main process only"
        return await self._session.ask(spec, request)

    def mark_illegal(self) -> None:
        """Record that the latest answer was usable but not allowed."""
        assert self._session is not None
        self._session.mark_illegal()


class Spymaster(Protocol):
    """Gives clues."""

    async def give_clue(self, view: SpymasterView, turn: Turn) -> Clue | Forfeit:
        """A clue for words of the spymaster's team; FORFEIT if it has no clue to give."""
        ...

    async def cover(self, view: SpymasterView, turn: Turn) -> Cover | Skip | Forfeit:
        """After an invalid clue of the opponents: which agent of the spymaster's team to cover."""
        ...


@runtime_checkable
class Elector(Protocol):
    """A spymaster that can vote on clues of others. One without `elect` votes for its own clue."""

    async def elect(self, view: SpymasterView, clues: Sequence[Clue], turn: Turn) -> int | None:
        """The index of the clue to give; None to abstain."""
        ...


class Operative(Protocol):
    """Guesses words."""

    async def guess(self, view: OperativeView, turn: Turn) -> Guess | Stop | Forfeit:
        """The next word to guess, or STOP if the view's options allow it."""
        ...


@dataclass(frozen=True)
class TeamAgents:
    """The agents of one team in one game."""

    spymaster: Spymaster
    operative: Operative
