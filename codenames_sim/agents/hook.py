"""What an agent is: any object with the methods of its role.

One instance serves one seat of one game, made as `Class(**params)` from the config. It may keep
what a replay from the start of the game would rebuild, and nothing else. Four class attributes
say what the runner may assume, with these defaults:

    deterministic = False   the same views give the same actions, without `turn.rng` or `turn.ask`
    replayable = True       the same views, `turn.rng` and answers give the same actions
    asks_models = False     it uses `turn.ask`
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
    from codenames_sim.llm import Answer, Desk, ModelSpec, Request


class Turn:
    """An agent's desk for one decision."""

    __slots__ = ("_desk", "_member", "_origin", "_rng")

    def __init__(
        self,
        origin: str,
        desk: Desk | None = None,
        member: Callable[[int], Turn] | None = None,
    ):
        self._origin = origin
        self._desk = desk
        self._member = member
        self._rng: Rng | None = None

    @property
    def rng(self) -> Rng:
        """The only randomness an agent may use: its own for every game, seat and decision."""
        if self._rng is None:
            digest = hashlib.blake2b(self._origin.encode(), digest_size=8, person=b"rng").digest()
            self._rng = Rng(int.from_bytes(digest, "little"))
        return self._rng

    def member(self, at: int) -> Turn:
        """For an agent that is a panel: the desk of its member at that place."""
        assert self._member is not None, "a match gives its agents a turn that can be shared out"
        return self._member(at)

    async def ask(self, spec: ModelSpec, request: Request) -> Answer:
        """A language model's answer, recorded, and from the journal where it is there already.

        Raises CallError where there is none to be had; an agent lets that pass.
        """
        assert self._desk is not None, "an agent that asks a model plays in the runner's process"
        return await self._desk.ask(spec, request)

    def mark_illegal(self) -> None:
        """Records of the latest answer that it was usable but not allowed."""
        assert self._desk is not None
        self._desk.mark_illegal()


class Spymaster(Protocol):
    """Gives clues."""

    async def give_clue(self, view: SpymasterView, turn: Turn) -> Clue | Forfeit:
        """A clue for the words of the own team; FORFEIT where there is none to give."""
        ...

    async def cover(self, view: SpymasterView, turn: Turn) -> Cover | Skip | Forfeit:
        """After the opponents' invalid clue: which of the own agents is covered, if any."""
        ...


@runtime_checkable
class Elector(Protocol):
    """A spymaster that can judge others' clues; one that can't votes for its own."""

    async def elect(self, view: SpymasterView, clues: Sequence[Clue], turn: Turn) -> int | None:
        """The place, from 0, of the clue it would give; None for no vote."""
        ...


class Operative(Protocol):
    """Understands clues."""

    async def guess(self, view: OperativeView, turn: Turn) -> Guess | Stop | Forfeit:
        """The next word to touch, or STOP where the view's options allow it."""
        ...


@dataclass(frozen=True)
class TeamAgents:
    """The agents of one team in one game."""

    spymaster: Spymaster
    operative: Operative
