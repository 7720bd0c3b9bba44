"""Anthropic's Messages API."""

from __future__ import annotations

from collections.abc import Awaitable

import anthropic
import httpx2
import msgspec
from msgspec import Struct

from codenames_sim.llm import classify
from codenames_sim.llm.messages import Failure, Reply, Request, Usage
from codenames_sim.llm.model_spec import ModelSpec
from codenames_sim.llm.providers.shared import Count, read_listing, reasoning_text

NO_KEY = "none"
"""Without a key the SDK would look for other credentials and send them to any base URL."""


class _Block(Struct):
    type: str
    text: str | None = None
    thinking: object = None


class _OutputDetails(Struct):
    thinking_tokens: Count | None = None


class _Usage(Struct):
    input_tokens: Count
    output_tokens: Count
    cache_read_input_tokens: Count | None = None
    cache_creation_input_tokens: Count | None = None
    output_tokens_details: _OutputDetails | None = None


class _Message(Struct):
    content: list[_Block]
    stop_reason: str | None = None
    model: str | None = None
    usage: _Usage | None = None


_decode = msgspec.json.Decoder(_Message).decode


class AnthropicMessages:
    """A connection to a server with the Messages API."""

    def __init__(self, base_url: str, key: str | None, connections: int):
        self._sdk = anthropic.AsyncAnthropic(
            api_key=key or NO_KEY,
            base_url=base_url,
            max_retries=0,
            timeout=httpx2.Timeout(None, connect=30.0),
            http_client=anthropic.DefaultAioHttpClient(
                limits=httpx2.Limits(max_connections=connections),
                # A redirect would send the key and the prompt to an address outside the config.
                follow_redirects=False,
            ),
        )

    async def send(self, spec: ModelSpec, request: Request) -> Reply | Failure:
        """Make one attempt at `request`."""
        # As with OpenAI's SDK: like `create`, without building an object that is hardly used.
        sending = self._sdk.post("/v1/messages", body=_body(spec, request), cast_to=httpx2.Response)
        body = await _received(sending)
        return body if isinstance(body, Failure) else _read(body)

    async def models(self) -> tuple[str, ...] | Failure:
        """The names of the models that the server lists."""
        body = await _received(self._sdk.get("/v1/models?limit=1000", cast_to=httpx2.Response))
        return body if isinstance(body, Failure) else read_listing(body)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._sdk.close()


async def _received(response: Awaitable[httpx2.Response]) -> bytes | Failure:
    try:
        return (await response).content
    except anthropic.APIStatusError as error:
        return classify.of_status(error.status_code, error.response.headers, error.body)
    except anthropic.APIConnectionError as error:
        return classify.of_connection(error)


def _body(spec: ModelSpec, request: Request) -> dict[str, object]:
    system = "\n\n".join(message.text for message in request.messages if message.role == "system")
    body: dict[str, object] = {
        "model": spec.model,
        "max_tokens": spec.max_tokens,
        "messages": [
            {"role": message.role, "content": message.text}
            for message in request.messages
            if message.role != "system"
        ],
    }
    if system:
        # The stable part of the prompt ends here, so the cached prefix ends here.
        cut = {"type": "ephemeral"}
        body["system"] = [{"type": "text", "text": system, "cache_control": cut}]
    output: dict[str, object] = {}
    if spec.effort is not None:
        output["effort"] = spec.effort
    if request.schema is not None:
        output["format"] = {"type": "json_schema", "schema": request.schema.json}
    if output:
        body["output_config"] = output
    return body


def _read(body: bytes) -> Reply | Failure:
    try:
        message = _decode(body)
    except (msgspec.DecodeError, RecursionError) as error:
        return classify.of_body(body, error)
    return Reply(
        text="".join(
            block.text for block in message.content if block.type == "text" and block.text
        ),
        usage=None if message.usage is None else _usage(message.usage),
        served_model=message.model,
        finish_reason=message.stop_reason,
        refused=message.stop_reason == "refusal",
        truncated=message.stop_reason in ("max_tokens", "model_context_window_exceeded"),
        reasoning=reasoning_text([block.thinking for block in message.content]),
    )


def _usage(usage: _Usage) -> Usage:
    read = usage.cache_read_input_tokens or 0
    written = usage.cache_creation_input_tokens or 0
    return Usage(
        input_tokens=usage.input_tokens + read + written,
        output_tokens=usage.output_tokens,
        cached_input_tokens=read,
        cache_write_tokens=written,
        reasoning_tokens=(usage.output_tokens_details or _OutputDetails()).thinking_tokens,
    )
