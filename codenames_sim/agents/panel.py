"""Panels: several agents share one seat and vote, advise a captain, or discuss and then vote.

A panel is itself an agent. Its turn provides a turn for each member. The captain is the first
member. A member that forfeits has no vote. If no member has a vote, the panel forfeits.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Hashable, Iterable, Sequence
from typing import Generic, Literal, TypeVar

from msgspec import structs

from codenames_sim.agents.protocols import Elector, Operative, Spymaster, Turn
from codenames_sim.rules import (
    FORFEIT,
    Clue,
    Cover,
    Forfeit,
    Guess,
    OperativeView,
    Opinion,
    Skip,
    SpymasterView,
    Stop,
)

Decide = Literal["vote", "captain", "discuss"]
STOP_VOTE = "-"
"""The recorded vote of a member that stops."""
NO_VOTE = "?"
"""The recorded vote of a member that gave no answer."""

_Agent = TypeVar("_Agent", bound=Spymaster | Operative)
_Result = TypeVar("_Result")
_Vote = TypeVar("_Vote")
_Said = Guess | Stop | Forfeit


class Panel(Generic[_Agent]):
    """Two or more agents that fill one role of a team."""

    needs_worker = False

    def __init__(self, members: Sequence[_Agent]):
        self.members = tuple(members)
        self.replayable = all(getattr(member, "replayable", True) for member in self.members)

    def _seated(self, turn: Turn) -> list[tuple[_Agent, Turn]]:
        """Each member with its turn."""
        return [(member, turn.member(index)) for index, member in enumerate(self.members)]


class OperativePanel(Panel[Operative]):
    """Operatives that decide each guess together.

    - `vote`: each member answers independently; the answer with the most votes wins.
    - `captain`: the other members answer first; the captain sees their answers and decides.
    - `discuss`: each member answers independently. Then, `rounds` times, each sees the others'
      latest answers and answers again. The last answers are the votes.

    A tie goes to the tied answer of the member that comes first, so the captain's vote wins ties
    that it is part of.
    """

    def __init__(self, members: Sequence[Operative], decide: Decide = "vote", rounds: int = 1):
        super().__init__(members)
        self.decide = decide
        self.rounds = rounds

    async def guess(self, view: OperativeView, turn: Turn) -> Guess | Stop | Forfeit:
        """The panel's decision, with the votes of all members for the record."""
        seated = self._seated(turn)
        if self.decide == "captain":
            advice = await _guesses(seated[1:], [view] * (len(seated) - 1))
            heard = _hearing(view, [FORFEIT, *advice], but=0)
            text = [*await _guesses(seated[:1], [heard]), *advice]
            return _recorded(text[0], text)
        text = await _guesses(seated, [view] * len(seated))
        for _ in range(self.rounds if self.decide == "discuss" else 0):
            text = await _guesses(
                seated, [_hearing(view, text, but=index) for index in range(len(seated))]
            )
        votes = [vote for vote in text if not isinstance(vote, Forfeit)]
        return _recorded(_most(votes, _vote), text) if votes else FORFEIT


class SpymasterPanel(Panel[Spymaster]):
    """Spymasters that each propose a clue and then vote on the proposals.

    A member that can't vote on clues (see `Elector`) votes for its own clue. A tie goes to the tied
    clue of the member that voted first.
    """

    async def give_clue(self, view: SpymasterView, turn: Turn) -> Clue | Forfeit:
        """The clue with the most votes."""
        seated = self._seated(turn)
        proposed = await _together(member.give_clue(view, own_turn) for member, own_turn in seated)
        clues: dict[tuple[str, int | None], Clue] = {}
        for clue in proposed:
            if isinstance(clue, Clue):
                clues.setdefault(_heard(clue), clue)
        choices = list(clues.values())
        if len(choices) < 2:
            return choices[0] if choices else FORFEIT
        ballots = await _together(
            _elect(member, view, choices, own, own_turn)
            for (member, own_turn), own in zip(seated, proposed, strict=True)
        )
        votes = [vote for vote in ballots if vote is not None]
        return choices[_most(votes, int) if votes else 0]

    async def cover(self, view: SpymasterView, turn: Turn) -> Cover | Skip | Forfeit:
        """The decision with the most votes."""
        text = await _together(
            member.cover(view, own_turn) for member, own_turn in self._seated(turn)
        )
        votes = [vote for vote in text if not isinstance(vote, Forfeit)]
        return _most(votes, lambda vote: vote) if votes else FORFEIT


async def _guesses(
    seated: Sequence[tuple[Operative, Turn]], views: Sequence[OperativeView]
) -> list[_Said]:
    return await _together(
        member.guess(view, own_turn) for (member, own_turn), view in zip(seated, views, strict=True)
    )


async def _elect(
    member: Spymaster, view: SpymasterView, clues: list[Clue], own: Clue | Forfeit, own_turn: Turn
) -> int | None:
    if isinstance(member, Elector):
        return await member.elect(view, clues, own_turn)
    heard = [_heard(clue) for clue in clues]
    return heard.index(_heard(own)) if isinstance(own, Clue) else None


def _heard(clue: Clue) -> tuple[str, int | None]:
    """The key by which two proposals count as the same clue."""
    return clue.word.strip().casefold(), clue.number


def _hearing(view: OperativeView, text: Sequence[_Said], but: int) -> OperativeView:
    """The view of member `but`, with the answers of all other members as the discussion."""
    opinions = [
        Opinion(
            f"{view.team}.operative.{index}",
            (each.word,) if isinstance(each, Guess) else (),
            each.reason or "",
        )
        for index, each in enumerate(text)
        if index != but and not isinstance(each, Forfeit)
    ]
    return structs.replace(view, discussion=tuple(opinions))


def _vote(text: _Said) -> str:
    if isinstance(text, Guess):
        return text.word
    return STOP_VOTE if isinstance(text, Stop) else NO_VOTE


def _recorded(decided: _Said, text: Iterable[_Said]) -> _Said:
    """The decision, with the vote of each member for the record."""
    if isinstance(decided, Forfeit):
        return decided
    return structs.replace(decided, votes=tuple([_vote(each) for each in text]))


def _most(votes: Sequence[_Vote], kind: Callable[[_Vote], Hashable]) -> _Vote:
    """The first vote of the most frequent kind; of tied kinds, the first vote of any of them."""
    counts = Counter([kind(vote) for vote in votes])
    most = max(counts.values())
    return next(vote for vote in votes if counts[kind(vote)] == most)


async def _together(answers: Iterable[Coroutine[object, object, _Result]]) -> list[_Result]:
    """The answers of all members, computed concurrently. The first exception cancels the others."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(answer) for answer in answers]
    except BaseExceptionGroup as several:
        raise several.exceptions[0] from None
    return [task.result() for task in tasks]
