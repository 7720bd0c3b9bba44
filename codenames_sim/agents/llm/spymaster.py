"""A spymaster that is a language model."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from codenames_sim.agents.llm.answers import (
    CHOICE,
    CLUE,
    CLUE_OR_UNLIMITED,
    COVER,
    AnswerProblem,
    Data,
    read_choice,
    read_clue,
    read_word,
)
from codenames_sim.agents.llm.model_player import ModelPlayer, Question
from codenames_sim.agents.llm.prompt_parts import (
    clue_question,
    cover_question,
    elect_question,
    spymaster_text,
)
from codenames_sim.agents.llm.prompts import Prompts
from codenames_sim.agents.protocols import Turn
from codenames_sim.clues import check_clue
from codenames_sim.rules import (
    FORFEIT,
    Clue,
    ClueOptions,
    Cover,
    CoverOptions,
    Forfeit,
    Skip,
    SpymasterView,
)


class LlmSpymaster:
    """Asks a model for clues; thinks again over an illegal one `clue_retries` times."""

    deterministic = False
    replayable = True
    asks_models = True
    needs_worker = False

    def __init__(self, llm: str, **params: object):
        self._player = ModelPlayer({"llm": llm, **params})

    async def give_clue(self, view: SpymasterView, turn: Turn) -> Clue | Forfeit:
        """The model's clue, legal or not; FORFEIT where it gives none within the options."""
        options, retries = view.options, self._player.options.clue_retries
        assert isinstance(options, ClueOptions)

        def read(data: Data) -> Clue | AnswerProblem:
            nonlocal retries
            clue = read_clue(data, view, options)
            if isinstance(clue, AnswerProblem) or retries == 0:
                return clue
            verdict = check_clue(
                clue.word, view.uncovered, language=view.language, profile=options.profile
            )
            if verdict.legal:
                return clue
            retries -= 1
            return AnswerProblem("illegal_clue", {"why": verdict.explain(view.language)}, free=True)

        prompts = self._player.prompts(view.language)
        schema = CLUE_OR_UNLIMITED if options.unlimited else CLUE
        question = Question(_stable(prompts, view), clue_question(prompts, view), schema)
        clue = await self._player.ask(turn, prompts, question, read)
        return FORFEIT if clue is None else clue

    async def cover(self, view: SpymasterView, turn: Turn) -> Cover | Skip | Forfeit:
        """The model's choice; FORFEIT, which covers nothing, where it makes none."""
        options = view.options
        assert isinstance(options, CoverOptions)
        if not options.words:
            return FORFEIT
        prompts = self._player.prompts(view.language)
        text = cover_question(prompts, view, options)
        question = Question(_stable(prompts, view), text, COVER)
        read = partial(read_word, words=options.words)
        word = await self._player.ask(turn, prompts, question, read)
        return FORFEIT if word is None else Cover(word)

    async def elect(self, view: SpymasterView, clues: Sequence[Clue], turn: Turn) -> int | None:
        """The place of the clue that the model finds best."""
        prompts = self._player.prompts(view.language)
        text = elect_question(prompts, view, clues)
        question = Question(_stable(prompts, view), text, CHOICE)
        read = partial(read_choice, choices=len(clues))
        return await self._player.ask(turn, prompts, question, read)


def _stable(prompts: Prompts, view: SpymasterView) -> str:
    return spymaster_text(prompts, view.rules, view.team, view.language)
