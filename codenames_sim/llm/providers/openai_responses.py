"""OpenAI's Responses API."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from codenames_sim.llm import classify
from codenames_sim.llm.messages import Failure, Reply, Request, Usage
from codenames_sim.llm.model_spec import ModelSpec
from codenames_sim.llm.providers.openai_sdk import OpenAIConnection, as_input
from codenames_sim.llm.providers.shared import Count, reasoning_text


class _Part(Struct):
    type: str
    text: str | None = None
    refusal: str | None = None


class _Item(Struct):
    type: str
    content: list[_Part] | None = None
    summary: object = None
    """Only reasoning items have it."""
    phase: str | None = None


class _InputDetails(Struct):
    cached_tokens: Count | None = None
    cache_write_tokens: Count | None = None


class _OutputDetails(Struct):
    reasoning_tokens: Count | None = None


class _Usage(Struct):
    input_tokens: Count
    output_tokens: Count
    input_tokens_details: _InputDetails | None = None
    output_tokens_details: _OutputDetails | None = None


class _Incomplete(Struct):
    reason: str | None = None


class _Response(Struct):
    output: list[_Item]
    status: str | None = None
    incomplete_details: _Incomplete | None = None
    model: str | None = None
    usage: _Usage | None = None


_decode = msgspec.json.Decoder(_Response).decode


class OpenAIResponses(OpenAIConnection):
    """A connection to a server with the Responses API."""

    async def send(self, spec: ModelSpec, request: Request) -> Reply | Failure:
        """Make one attempt at `request`."""
        body = await self.post("/responses", _body(spec, request))
        return body if isinstance(body, Failure) else _read(body)


def _body(spec: ModelSpec, request: Request) -> dict[str, object]:
    body: dict[str, object] = {
        "model": spec.model,
        "input": as_input(request.messages),
        "max_output_tokens": spec.max_tokens,
        "store": False,
    }
    if spec.effort is not None:
        body["reasoning"] = {"effort": spec.effort}
    if spec.temperature is not None:
        body["temperature"] = spec.temperature
    if request.schema is not None:
        schema = {"name": request.schema.name, "schema": request.schema.json, "strict": True}
        body["text"] = {"format": {"type": "json_schema", **schema}}
    return body


def _read(body: bytes) -> Reply | Failure:
    try:
        response = _decode(body)
    except (msgspec.DecodeError, RecursionError) as error:
        return classify.of_body(body, error)
    if response.status == "failed":
        return classify.of_body(body, "the response failed")
    parts = [
        part
        for item in response.output
        if item.type == "message" and item.phase != "commentary"
        for part in item.content or ()
    ]
    refusals = [part.refusal for part in parts if part.refusal]
    reason = (response.incomplete_details or _Incomplete()).reason
    return Reply(
        text="".join(part.text for part in parts if part.text) or "".join(refusals),
        usage=None if response.usage is None else _usage(response.usage),
        served_model=response.model,
        finish_reason=reason or response.status,
        refused=bool(refusals) or reason == "content_filter",
        truncated=response.status == "incomplete" and reason != "content_filter",
        reasoning=_reasoning(response.output),
    )


def _reasoning(output: list[_Item]) -> str | None:
    items = [item for item in output if item.type == "reasoning"]
    thought = [part.text for item in items for part in item.content or ()]
    return reasoning_text(thought, [item.summary for item in items])


def _usage(usage: _Usage) -> Usage:
    read = usage.input_tokens_details or _InputDetails()
    written = usage.output_tokens_details or _OutputDetails()
    return Usage(
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cached_input_tokens=read.cached_tokens or 0,
        cache_write_tokens=read.cache_write_tokens or 0,
        reasoning_tokens=written.reasoning_tokens,
    )
