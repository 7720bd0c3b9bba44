"""The bodies of the three APIs, in and out."""

from __future__ import annotations

import itertools
import json
from enum import StrEnum
from typing import Any

from msgspec import Struct

from tests.loopback.faults import Fault

_ids = itertools.count(1)

REASONING_TOKENS = 3


class Api(StrEnum):
    """An API, by the path it is asked at."""

    CHAT = "/v1/chat/completions"
    RESPONSES = "/v1/responses"
    MESSAGES = "/v1/messages"


class Prompt(Struct, frozen=True):
    """A request as any of the APIs brought it."""

    api: Api
    model: str
    messages: tuple[tuple[str, str], ...]
    """Pairs of role and text."""
    schema: dict[str, Any] | None
    body: dict[str, Any]

    @property
    def text(self) -> str:
        """All messages, joined."""
        return "\n".join(text for _, text in self.messages)

    @property
    def input_tokens(self) -> int:
        """What the server bills for it."""
        return max(1, len(self.text) // 4)

    @property
    def cached_tokens(self) -> int:
        """The part of it that is taken to come from a cache."""
        return self.input_tokens // 2


def read(api: Api, body: dict[str, Any]) -> Prompt:
    """The prompt in a request's body."""
    messages: list[dict[str, Any]] = list(body["input" if api is Api.RESPONSES else "messages"])
    match api:
        case Api.CHAT:
            schema = body.get("response_format", {}).get("json_schema", {}).get("schema")
        case Api.RESPONSES:
            schema = body.get("text", {}).get("format", {}).get("schema")
        case Api.MESSAGES:
            schema = body.get("output_config", {}).get("format", {}).get("schema")
            system = body.get("system", "")
            if not isinstance(system, str):
                system = "".join(block["text"] for block in system)
            messages = [{"role": "system", "content": system}, *messages]
    pairs = tuple((message["role"], message["content"]) for message in messages)
    return Prompt(api, body["model"], pairs, schema, body)


def example(prompt: Prompt) -> str:
    """An answer with the right shape and nothing in it."""
    empty = {"string": "word", "integer": 1, "array": [], "boolean": True, "number": 0.5}
    properties = (prompt.schema or {}).get("properties", {"word": {"type": "string"}})
    return json.dumps({key: empty.get(each.get("type")) for key, each in properties.items()})


def output_tokens(text: str) -> int:
    """What the server bills for an answer."""
    return len(text) // 4 + 1 + REASONING_TOKENS


def body(prompt: Prompt, text: str, fault: Fault) -> dict[str, Any]:
    """The response's body that brings `text`, in the words of the prompt's API."""
    make = {Api.CHAT: _chat, Api.RESPONSES: _responses, Api.MESSAGES: _messages}[prompt.api]
    return make(prompt, text, fault)


def _chat(prompt: Prompt, text: str, fault: Fault) -> dict[str, Any]:
    reasons = {Fault.TRUNCATED: "length", Fault.FILTERED: "content_filter"}
    refused = fault is Fault.REFUSED
    return {
        "id": f"chatcmpl-{next(_ids)}",
        "object": "chat.completion",
        "created": 1,
        "model": f"{prompt.model}-served",
        "choices": [
            {
                "index": 0,
                "finish_reason": reasons.get(fault, "stop"),
                "message": {
                    "role": "assistant",
                    "content": None if refused else text,
                    "refusal": text if refused else None,
                    "reasoning_content": '{"word": "from reasoning"}',
                },
            }
        ],
        "usage": {
            "prompt_tokens": prompt.input_tokens,
            "completion_tokens": output_tokens(text),
            "total_tokens": prompt.input_tokens + output_tokens(text),
            "prompt_tokens_details": {"cached_tokens": prompt.cached_tokens},
            "completion_tokens_details": {"reasoning_tokens": REASONING_TOKENS},
        },
    }


def _responses(prompt: Prompt, text: str, fault: Fault) -> dict[str, Any]:
    reasons = {Fault.TRUNCATED: "max_output_tokens", Fault.FILTERED: "content_filter"}
    part = (
        {"type": "refusal", "refusal": text}
        if fault is Fault.REFUSED
        else {"type": "output_text", "text": text, "annotations": []}
    )
    thought = {"type": "reasoning_text", "text": '{"word": "from reasoning"}'}
    return {
        "id": f"resp_{next(_ids)}",
        "object": "response",
        "created_at": 1,
        "status": "incomplete" if fault in reasons else "completed",
        "incomplete_details": {"reason": reasons[fault]} if fault in reasons else None,
        "model": f"{prompt.model}-served",
        "output": [
            {"type": "reasoning", "id": "r", "summary": [], "content": [thought]},
            {"type": "message", "id": "m", "role": "assistant", "content": [part]},
        ],
        "usage": {
            "input_tokens": prompt.input_tokens,
            "input_tokens_details": {"cached_tokens": prompt.cached_tokens},
            "output_tokens": output_tokens(text),
            "output_tokens_details": {"reasoning_tokens": REASONING_TOKENS},
            "total_tokens": prompt.input_tokens + output_tokens(text),
        },
    }


def _messages(prompt: Prompt, text: str, fault: Fault) -> dict[str, Any]:
    reasons = {
        Fault.TRUNCATED: "max_tokens",
        Fault.REFUSED: "refusal",
        Fault.FILTERED: "refusal",
    }
    return {
        "id": f"msg_{next(_ids)}",
        "type": "message",
        "role": "assistant",
        "model": f"{prompt.model}-served",
        "content": [
            {"type": "thinking", "thinking": '{"word": "from reasoning"}', "signature": "s"},
            {"type": "text", "text": text},
        ],
        "stop_reason": reasons.get(fault, "end_turn"),
        "stop_sequence": None,
        "usage": {
            "input_tokens": prompt.input_tokens - prompt.cached_tokens,
            "cache_read_input_tokens": prompt.cached_tokens,
            "cache_creation_input_tokens": 0,
            "output_tokens": output_tokens(text),
            "output_tokens_details": {"thinking_tokens": REASONING_TOKENS},
        },
    }
