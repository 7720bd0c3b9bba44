"""An operative that is a language model."""

from __future__ import annotations

from functools import partial

from codenames_sim.agents.llm.answers import GUESSES, Guesses, Intended, read_guesses
from codenames_sim.agents.llm.model_player import ModelPlayer, Question
from codenames_sim.agents.llm.prompt_parts import guess_question, operative_text
from codenames_sim.agents.protocols import Turn
from codenames_sim.rules import FORFEIT, Forfeit, Guess, OperativeView, Stop


class LlmOperative:
    """Asks a model for guesses: in `step` for one at a time, in `plan` for all of a turn."""

    deterministic = False
    replayable = True
    asks_models = True
    needs_worker = False

    def __init__(self, llm: str, **params: object):
        self._player = ModelPlayer({"llm": llm, **params})
        self._planned_in = 0
        """The turn, from 1, that the plan is for."""
        self._plan = Guesses((), None)

    async def guess(self, view: OperativeView, turn: Turn) -> Guess | Stop | Forfeit:
        """The model's next word, or a stop; FORFEIT where it gives no usable answer."""
        stepwise = self._player.options.mode == "step"
        planned = self._planned_in == len(view.turns) and not view.discussion
        if stepwise or not planned or not (self._left(view) or view.options.may_stop):
            answer = await self._ask(view, turn, 1 if stepwise else len(view.words))
            if answer is None:
                return FORFEIT
            self._planned_in, self._plan = len(view.turns), answer
        left = self._left(view)
        if not left:
            return Stop(reason=self._plan.reason)
        return Guess(left[0].word, left[0].said, reason=self._plan.reason)

    def _left(self, view: OperativeView) -> list[Intended]:
        """The planned words that can still be guessed; a panel may have guessed others."""
        return [each for each in self._plan.words if each.word in view.options.words]

    async def _ask(self, view: OperativeView, turn: Turn, most: int) -> Guesses | None:
        player = self._player
        prompts = player.prompts(view.language)
        stable = operative_text(prompts, view.rules, view.team, view.language, player.options.mode)
        question = Question(stable, guess_question(prompts, view), GUESSES)
        return await player.ask(
            turn, prompts, question, partial(read_guesses, view=view, most=most)
        )
