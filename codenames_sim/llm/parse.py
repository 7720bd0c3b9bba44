"""Extracts the answer from the text of a model."""

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
# Some chat templates open the reasoning block in the prompt, so the answer has only its end tag.
_REASONING_END = re.compile(r"</(?:think|thinking|reasoning)>|\[/THINK\]", re.IGNORECASE)

_LONGEST = 20_000
"""Only this many characters at the end of an answer are searched, which bounds the time."""


_DEEPEST = 200
"""Brackets open at once. Python's own limit differs between its versions, and so would answers."""
_BRACKET = re.compile(r"[][{}]")


class UnusableAnswer(ValueError):
    """The text has no usable JSON object. The message says why."""


class _GivenTwice(dict[str, object]):
    """An object with a duplicate key, which is ambiguous."""


def _from_pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    return result if len(result) == len(pairs) else _GivenTwice(result)


_decoder = json.JSONDecoder(object_pairs_hook=_from_pairs)
# A brace followed by a key and a colon: skips most text that can't be an object.
_object_start = re.compile(r'\{(?=\s*(?:"[^"\\]*(?:\\.[^"\\]*)*"\s*:|\}))', re.DOTALL)


def judge(reply: Reply, schema: Schema | None) -> Answer:
    """The answer in a reply. Without a schema, any text is accepted."""
    data, problem = None, None
    if reply.refused:
        outcome, problem = Outcome.REFUSED, "the model refused"
    elif reply.truncated:
        outcome, problem = Outcome.TRUNCATED, "the answer was cut off at the maximum length"
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
    """The text without its reasoning blocks. A block that is never closed extends to the end."""
    visible = _REASONING.sub("", text)
    *_, last = _REASONING_END.split(visible)
    return last


def find_object(text: str, required: Iterable[str]) -> dict[str, object]:
    """The last JSON object in `text` that has the `required` keys.

    Text and code fences around the object are ignored, and so are reasoning blocks. Raises
    `UnusableAnswer` if there is no such object, or if the last one has duplicate keys or a value
    that can't be stored (NaN, half a surrogate pair, an integer beyond 64 bits).
    """
    keys = tuple(required)
    visible = without_reasoning(text)[-_LONGEST:]
    if _nested_too_deeply(visible):
        raise UnusableAnswer("the JSON is nested too deeply")
    result: tuple[dict[str, object], str] | None = None
    start = _object_start.search(visible)
    while start is not None:
        end = start.end()
        try:
            candidate, end = _decoder.raw_decode(visible, start.start())
        except ValueError:
            pass
        else:
            if all(key in candidate for key in keys):
                result = candidate, visible[start.start() : end]
        start = _object_start.search(visible, end)
    if result is None:
        raise UnusableAnswer(_complaint(visible, keys))
    if isinstance(result[0], _GivenTwice):
        raise UnusableAnswer("the JSON object has duplicate keys")
    try:
        answer = msgspec.json.decode(result[1], type=dict[str, object])
        # The journal stores MessagePack, which has no integers beyond 64 bits.
        msgspec.msgpack.encode(answer)
    except (msgspec.DecodeError, OverflowError) as error:
        raise UnusableAnswer(f"the JSON object is malformed: {error}") from None
    return answer


def _nested_too_deeply(text: str) -> bool:
    depth = 0
    for bracket in _BRACKET.findall(text):
        depth = max(0, depth + (1 if bracket in "[{" else -1))
        if depth > _DEEPEST:
            return True
    return False


def _complaint(visible: str, keys: tuple[str, ...]) -> str:
    if not visible.strip():
        return "the answer is empty"
    wanted = ", ".join(keys) or "any keys"
    return f"the answer has no complete JSON object with {wanted}"
