"""Parts of responses that all providers share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from codenames_sim.llm import classify
from codenames_sim.llm.messages import Failure

Count = Annotated[int, Meta(ge=0)]
"""A number of tokens. A negative number would refund the budget."""


class _Model(Struct):
    id: str


class _Listing(Struct):
    data: list[_Model]


def reasoning_text(*given: object) -> str | None:
    """The text of the first of `given` that contains reasoning; None if none does.

    Servers send a string, or parts that contain strings. Everything else is ignored, so that
    malformed reasoning never invalidates the answer.
    """
    return next((text for each in given if (text := "\n\n".join(_texts(each)))), None)


def _texts(given: object) -> Iterator[str]:
    if isinstance(given, str) and given:
        yield given
    elif isinstance(given, list):
        for part in given:
            yield from _texts(part)
    elif isinstance(given, dict):
        # OpenAI's parts have `text`, Anthropic's have `thinking`, and Mistral's have `thinking`
        # with a list of parts.
        yield from _texts(given.get("thinking") or given.get("text"))


def read_listing(body: bytes) -> tuple[str, ...] | Failure:
    """The names in a server's list of models."""
    try:
        return tuple(model.id for model in msgspec.json.decode(body, type=_Listing).data)
    except (msgspec.DecodeError, RecursionError) as error:
        return classify.of_body(body, error)
