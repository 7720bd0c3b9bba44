"""Find the answer in what a model wrote."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

import msgspec

from codenames_sim.llm.messages import Answer, Outcome, Reply, Schema

_REASONING = re.compile(
    r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z) | \[THINK\].*?(?:\[/THINK\]|\Z)",
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)
# Some chat templates open the reasoning inside the prompt, so that only its end is in the answer.
_REASONING_END = re.compile(r"</(?:think|thinking|reasoning)>|\[/THINK\]", re.IGNORECASE)

_LONGEST = 20_000
"""Characters of the end of an answer that are searched: bounds the time a hostile one can take."""


class UnusableAnswer(ValueError):
    """There is no object to take; the message says what a model should do better."""


class _GivenTwice(dict[str, object]):
    """An object that gives a key twice, and so says two things."""


def _from_pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    return found if len(found) == len(pairs) else _GivenTwice(found)


_decoder = json.JSONDecoder(object_pairs_hook=_from_pairs)
# A brace that a key and a colon follow: spares the decoder most of what is no object.
_object_start = re.compile(r'\{(?=\s*(?:"[^"\\]*(?:\\.[^"\\]*)*"\s*:|\}))', re.DOTALL)


def judge(reply: Reply, schema: Schema | None) -> Answer:
    """The answer in a reply. Without a schema, any text is one."""
    data, problem = None, None
    if reply.refused:
        outcome, problem = Outcome.REFUSED, "the model refused"
    elif reply.truncated:
        outcome, problem = Outcome.TRUNCATED, "the answer was cut off at its longest length"
    else:
        outcome = Outcome.OK
        try:
            data = None if schema is None else find_object(reply.text, schema.required)
        except UnusableAnswer as error:
            outcome, problem = Outcome.UNPARSABLE, str(error)
    return Answer(
        outcome=outcome,
        data=data,
        text=reply.text,
        problem=problem,
        usage=reply.usage,
        finish_reason=reply.finish_reason,
        served_model=reply.served_model,
        reasoning=reply.reasoning,
    )


def without_reasoning(text: str) -> str:
    """The text without its `<think>` blocks; one that is never closed hides all that follows."""
    visible = _REASONING.sub("", text)
    *_, last = _REASONING_END.split(visible)
    return last


def find_object(text: str, required: Iterable[str]) -> dict[str, object]:
    """The last JSON object in `text` that has the `required` keys, prose and fences around it.

    Never looks into reasoning. Raises `UnusableAnswer` if there is none, or if it gives a key
    twice or holds what JSON can't (NaN, half a surrogate pair, a number beyond 64 bits).
    """
    keys = tuple(required)
    visible = without_reasoning(text)[-_LONGEST:]
    found: tuple[dict[str, object], str] | None = None
    start = _object_start.search(visible)
    while start is not None:
        end = start.end()
        try:
            candidate, end = _decoder.raw_decode(visible, start.start())
        except ValueError:
            pass
        except RecursionError:
            raise UnusableAnswer("the JSON is nested too deeply") from None
        else:
            if all(key in candidate for key in keys):
                found = candidate, visible[start.start() : end]
        start = _object_start.search(visible, end)
    if found is None:
        raise UnusableAnswer(_complaint(visible, keys))
    if isinstance(found[0], _GivenTwice):
        raise UnusableAnswer("a key is given twice in the JSON object")
    try:
        answer = msgspec.json.decode(found[1], type=dict[str, object])
        # The journal must be able to keep it: MessagePack has no whole numbers beyond 64 bits.
        msgspec.msgpack.encode(answer)
    except (msgspec.DecodeError, OverflowError, RecursionError) as error:
        raise UnusableAnswer(f"the JSON object is malformed: {error}") from None
    return answer


def _complaint(visible: str, keys: tuple[str, ...]) -> str:
    if not visible.strip():
        return "the answer is empty"
    wanted = ", ".join(keys) or "any keys"
    return f"there is no complete JSON object with {wanted}"
