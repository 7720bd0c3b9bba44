"""The list of models, which all providers give alike."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from codenames_sim.llm import faults
from codenames_sim.llm.messages import Failure


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
