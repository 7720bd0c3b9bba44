"""What all providers send alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from codenames_sim.llm import faults
from codenames_sim.llm.messages import Failure

Count = Annotated[int, Meta(ge=0)]
"""A number of tokens. A negative one would give a budget money back."""


class _Model(Struct):
    id: str


class _Listing(Struct):
    data: list[_Model]


def reasoning_text(*given: object) -> str | None:
    """The reasoning in what a server sent: the first of `given` that holds any, as text.

    Servers send a text, or parts that hold one. Anything else is ignored: an answer is never lost
    because of the reasoning beside it.
    """
    return next((text for each in given if (text := "\n\n".join(_texts(each)))), None)


def _texts(given: object) -> Iterator[str]:
    if isinstance(given, str) and given:
        yield given
    elif isinstance(given, list):
        for part in given:
            yield from _texts(part)
    elif isinstance(given, dict):
        # OpenAI's parts have `text`, Anthropic's `thinking`, Mistral's a list of parts in it.
        yield from _texts(given.get("thinking") or given.get("text"))


def read_listing(body: bytes) -> tuple[str, ...] | Failure:
    """The names in a list of models."""
    try:
        return tuple(model.id for model in msgspec.json.decode(body, type=_Listing).data)
    except (msgspec.DecodeError, RecursionError) as error:
        return faults.of_body(body, error)
