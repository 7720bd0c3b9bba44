"""What all providers send alike."""

from __future__ import annotations

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


def read_listing(body: bytes) -> tuple[str, ...] | Failure:
    """The names in a list of models."""
    try:
        return tuple(model.id for model in msgspec.json.decode(body, type=_Listing).data)
    except (msgspec.DecodeError, RecursionError) as error:
        return faults.of_body(body, error)
