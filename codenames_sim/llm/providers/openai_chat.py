"""OpenAI's Chat Completions API, as vLLM, Ollama, OpenRouter, llama.cpp and others serve it."""

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
    thinking: object = None


class _Message(Struct):
    content: str | list[_Part] | None = None
    """A list of parts from servers that send reasoning as parts."""
    refusal: str | None = None
    reasoning_content: object = None
    reasoning: object = None


class _Choice(Struct):
    message: _Message
    finish_reason: str | None = None


class _InputDetails(Struct):
    cached_tokens: Count | None = None


class _OutputDetails(Struct):
    reasoning_tokens: Count | None = None


class _Usage(Struct):
    prompt_tokens: Count
    completion_tokens: Count
    prompt_tokens_details: _InputDetails | None = None
    completion_tokens_details: _OutputDetails | None = None


class _Completion(Struct):
    choices: list[_Choice]
    model: str | None = None
    usage: _Usage | None = None


_THOUGHT = ("thinking", "reasoning")
"""Types of parts that hold reasoning, not the answer."""

_decode = msgspec.json.Decoder(_Completion).decode


class OpenAIChat(OpenAIConnection):
    """A connection to a server with the Chat Completions API."""

    async def send(self, spec: ModelSpec, request: Request) -> Reply | Failure:
        """Make one attempt at `request`."""
        body = await self.post("/chat/completions", _body(spec, request))
        return body if isinstance(body, Failure) else _read(body)


def _body(spec: ModelSpec, request: Request) -> dict[str, object]:
    # OpenAI's own models require the new name of the limit; many servers know only the old one.
    limit = "max_completion_tokens" if spec.is_hosted else "max_tokens"
    body: dict[str, object] = {
        "model": spec.model,
        "messages": as_input(request.messages),
        limit: spec.max_tokens,
    }
    if spec.effort is not None:
        body["reasoning_effort"] = spec.effort
    if spec.temperature is not None:
        body["temperature"] = spec.temperature
    if request.schema is not None:
        schema = {"name": request.schema.name, "schema": request.schema.json, "strict": True}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    return body


def _read(body: bytes) -> Reply | Failure:
    try:
        completion = _decode(body)
    except (msgspec.DecodeError, RecursionError) as error:
        return classify.of_body(body, error)
    if not completion.choices:
        return classify.of_body(body, "no choices")
    choice = completion.choices[0]
    return Reply(
        text=_text(choice.message.content) or choice.message.refusal or "",
        usage=None if completion.usage is None else _usage(completion.usage),
        served_model=completion.model,
        finish_reason=choice.finish_reason,
        refused=bool(choice.message.refusal) or choice.finish_reason == "content_filter",
        truncated=choice.finish_reason == "length",
        reasoning=_reasoning(choice.message),
    )


def _text(content: str | list[_Part] | None) -> str:
    if isinstance(content, list):
        return "".join(part.text or "" for part in content if part.type == "text")
    return content or ""


def _reasoning(message: _Message) -> str | None:
    parts = message.content if isinstance(message.content, list) else []
    thought = [part.thinking or part.text for part in parts if part.type in _THOUGHT]
    return reasoning_text(message.reasoning_content, message.reasoning, thought)


def _usage(usage: _Usage) -> Usage:
    read = usage.prompt_tokens_details or _InputDetails()
    written = usage.completion_tokens_details or _OutputDetails()
    return Usage(
        input_tokens=usage.prompt_tokens,
        output_tokens=usage.completion_tokens,
        cached_input_tokens=read.cached_tokens or 0,
        reasoning_tokens=written.reasoning_tokens,
    )
