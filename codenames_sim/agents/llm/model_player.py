"""One question to a model, asked again as long as the answer can't be used."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Annotated, Literal, TypeVar, cast

import msgspec
from msgspec import Meta, Struct

from codenames_sim.agents.llm.answers import AnswerProblem, Data
from codenames_sim.agents.llm.prompt_files import load_prompts
from codenames_sim.agents.llm.prompts import Prompts
from codenames_sim.agents.protocols import Turn
from codenames_sim.errors import ConfigError
from codenames_sim.llm import Answer, Message, ModelSpec, Outcome, Request, Schema, parse_spec

_TAIL = 200
"""Characters of an unusable answer that are quoted to the model."""

_Read = TypeVar("_Read")


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """An agent's parameters besides its model's, for either role."""

    mode: Literal["step", "plan"] = "step"
    """One guess a call, or one call a turn."""
    max_reasks: Annotated[int, Meta(ge=0, le=20)] = 2
    """How often a question is asked again before the agent forfeits."""
    clue_retries: Annotated[int, Meta(ge=0, le=20)] = 0
    """How often a spymaster may think again before an illegal clue is played."""


def split_params(params: Mapping[str, object]) -> tuple[ModelSpec, Options]:
    """The model and the options that an agent's parameters mean. Raises ConfigError."""
    own = {name: params[name] for name in Options.__struct_fields__ if name in params}
    rest = {name: value for name, value in params.items() if name not in (*own, "llm", "prompts")}
    model = str(params.get("llm", ""))
    try:
        options = msgspec.convert(own, Options)
    except msgspec.ValidationError as fault:
        raise ConfigError(f"llm {model}: {fault}") from None
    return parse_spec(model, rest), options


class Question(Struct, frozen=True):
    """What a model is asked: what stays the same, what is asked now, and the answer's shape."""

    system: str
    text: str
    schema: Schema


class ModelPlayer:
    """A language model as it is asked by an agent of one seat."""

    def __init__(self, params: Mapping[str, object]):
        self.spec, self.options = split_params(params)
        self._texts = cast("Mapping[str, str] | None", params.get("prompts"))
        self._prompts: Prompts | None = None

    def prompts(self, language: str) -> Prompts:
        """The texts for a game's language."""
        if self._prompts is None:
            self._prompts = Prompts.of(self._texts or load_prompts(language))
        return self._prompts

    async def ask(
        self,
        turn: Turn,
        prompts: Prompts,
        question: Question,
        read: Callable[[Data], _Read | AnswerProblem],
    ) -> _Read | None:
        """What `read` makes of the model's answer; None where it gives no usable one."""
        reasks, text = self.options.max_reasks, question.text
        while True:
            messages = (Message("system", question.system), Message("user", text))
            answer = await turn.ask(self.spec, Request(messages, question.schema))
            result = _judged(answer, question.schema, read)
            if not isinstance(result, AnswerProblem):
                return result
            if answer.outcome is Outcome.OK:
                turn.mark_illegal()
            if not result.free:
                if reasks == 0:
                    return None
                reasks -= 1
            problem = prompts.say(f"problems.{result.name}", **result.values)
            again = prompts.say("reask", tail=_tail(answer), problem=problem)
            text = f"{question.text}\n\n{again}"


def _judged(
    answer: Answer, schema: Schema, read: Callable[[Data], _Read | AnswerProblem]
) -> _Read | AnswerProblem:
    if answer.outcome is Outcome.OK and answer.data is not None:
        return read(answer.data)
    return AnswerProblem(answer.outcome.value, {"keys": ", ".join(schema.required)})


def _tail(answer: Answer) -> str:
    """The end of what the model wrote, as a JSON string: nothing in it can end the quotation."""
    seen = "".join([c for c in answer.text[-_TAIL:] if c.isprintable() or c in "\n\t"])
    return json.dumps(seen, ensure_ascii=False)
