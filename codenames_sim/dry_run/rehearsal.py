"""Dry runs: stand-ins take the place of language models, so no model is asked and nothing is paid.

A stand-in agent decides each move. The language-model agent gets the same decision, and its
question is answered with the stand-in's move in the format of a model's answer. The games are
therefore plausible, and the prompts are exactly those that a model would get.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from msgspec import Struct, structs

from codenames_sim.agents import Operative, Spymaster, Turn, make_agent
from codenames_sim.agents.llm import LlmOperative, LlmSpymaster, model_of
from codenames_sim.llm import Answer, DecisionSession, ModelSpec, Outcome, Request
from codenames_sim.match import play_match
from codenames_sim.rules import (
    Clue,
    Cover,
    Forfeit,
    Game,
    Guess,
    Guessed,
    GuessOptions,
    OperativeView,
    Role,
    Skip,
    SpymasterView,
    Stop,
)
from codenames_sim.runner.concurrent_games import seat_agents
from codenames_sim.tournament import Fixture

REASON = "It is closest to the clue, and safe."
"""The reason in a stand-in's answer. It is about as long as the prompts ask for."""


class Asked(Struct, frozen=True):
    """A question that a model would be asked, and the stand-in's answer."""

    seat: str
    model: ModelSpec
    request: Request
    answer: str


def rehearse(fixture: Fixture) -> tuple[Game, list[Asked]]:
    """Play a game with stand-ins; return it with all questions that models would be asked."""
    asked: list[Asked] = []
    language = fixture.board.language

    def make(kind: str, role: Role, params: Mapping[str, object]) -> Spymaster | Operative:
        agent = make_agent(kind, role, params)
        if kind != "llm":
            return agent
        understudy = make_agent("vectors" if language == "en" else "random", role, {})
        model = model_of(params)
        if role == "spymaster":
            return _Spymaster(cast(LlmSpymaster, agent), cast(Spymaster, understudy), model, asked)
        most = 1 if params.get("mode", "step") == "step" else None
        return _Operative(
            cast(LlmOperative, agent), cast(Operative, understudy), model, most, asked
        )

    game = Game(fixture.rules, fixture.board)
    asyncio.run(play_match(game, seat_agents(fixture, make), fixture.rng_seed))
    return game, asked


class _Desk(DecisionSession):
    """A desk that answers every question with a given text."""

    def __init__(self, seat: str, model: ModelSpec, answer: str, asked: list[Asked]):
        self._seat = seat
        self._model = model
        self._answer = answer
        self._record = asked

    async def ask(self, spec: ModelSpec, request: Request) -> Answer:
        self._record.append(Asked(self._seat, spec, request, self._answer))
        return Answer(Outcome.OK, json.loads(self._answer), self._answer)

    def mark_illegal(self) -> None:
        raise AssertionError("a stand-in's move is always among the options")


class _Spymaster:
    def __init__(
        self, agent: LlmSpymaster, understudy: Spymaster, model: ModelSpec, asked: list[Asked]
    ):
        self._agent = agent
        self._understudy = understudy
        self._turn: Callable[[SpymasterView, str], Turn] = lambda view, answer: Turn(
            "", _Desk(f"{view.team}.spymaster", model, answer, asked)
        )

    async def give_clue(self, view: SpymasterView, turn: Turn) -> Clue | Forfeit:
        clue = await self._understudy.give_clue(view, turn)
        if isinstance(clue, Forfeit):
            return clue
        answer = {"targets": clue.targets, "word": clue.word, "number": clue.number}
        return await self._agent.give_clue(
            view, self._turn(view, json.dumps(answer, ensure_ascii=False))
        )

    async def cover(self, view: SpymasterView, turn: Turn) -> Cover | Skip | Forfeit:
        cover = await self._understudy.cover(view, turn)
        if not isinstance(cover, Cover):
            return cover
        return await self._agent.cover(view, self._turn(view, json.dumps({"word": cover.word})))

    async def elect(self, view: SpymasterView, clues: Sequence[Clue], turn: Turn) -> int | None:
        return await self._agent.elect(view, clues, self._turn(view, '{"choice": 1}'))


class _Operative:
    def __init__(
        self,
        agent: LlmOperative,
        understudy: Operative,
        model: ModelSpec,
        most: int | None,
        asked: list[Asked],
    ):
        self._agent = agent
        self._understudy = understudy
        self._most = most
        self._turn: Callable[[OperativeView, str], Turn] = lambda view, answer: Turn(
            "", _Desk(f"{view.team}.operative", model, answer, asked)
        )

    async def guess(self, view: OperativeView, turn: Turn) -> Guess | Stop | Forfeit:
        answer = {"reason": REASON, "guesses": await self._plan(view, turn)}
        text = json.dumps(answer, ensure_ascii=False)
        return await self._agent.guess(view, self._turn(view, text))

    async def _plan(self, view: OperativeView, turn: Turn) -> list[str]:
        """The stand-in's guesses, assuming that each guess is right."""
        planned: list[str] = []
        while view.options.words and view.guesses_left != 0 and len(planned) != self._most:
            action = await self._understudy.guess(view, turn)
            if not isinstance(action, Guess):
                break
            planned.append(action.word)
            view = _as_if_right(view, action.word)
        return planned


def _as_if_right(view: OperativeView, word: str) -> OperativeView:
    turn = structs.replace(view.turn, guesses=(*view.turn.guesses, Guessed(word, "own")))
    left = tuple([other for other in view.uncovered if other != word])
    shown = [
        "own" if other == word else card for other, card in zip(view.words, view.shown, strict=True)
    ]
    return structs.replace(
        view,
        turns=(*view.turns[:-1], turn),
        uncovered=left,
        shown=tuple(shown),
        own_left=view.own_left - 1,
        options=GuessOptions(left, may_stop=True),
        guesses_left=None if view.guesses_left is None else view.guesses_left - 1,
    )
