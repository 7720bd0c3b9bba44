"""What each API is really sent."""

from __future__ import annotations

import pytest

from codenames_sim.llm import Client, Outcome, Question, Request
from codenames_sim.llm.model_spec import parse_spec
from codenames_sim.llm.providers import openai_chat
from tests.loopback import Api, Loopback

pytestmark = pytest.mark.anyio


async def body_of(api: Api, request: Request, **options: object) -> dict[str, object]:
    """The body that reaches a server, the messages aside."""
    async with Loopback() as server, Client() as client:
        answer = await client.ask(Question.put(server.spec(api, "loop", **options), request))
        assert answer.outcome is Outcome.OK
        (prompt,) = server.prompts
    assert prompt.messages == (("system", "You know one word."), ("user", "Say it."))
    return {key: value for key, value in prompt.body.items() if key not in ("messages", "input")}


async def test_responses(request_for_word: Request) -> None:
    assert request_for_word.schema
    schema = request_for_word.schema.json
    assert await body_of(
        Api.RESPONSES, request_for_word, effort="low", max_tokens=100, temperature=0.5
    ) == {
        "model": "loop",
        "max_output_tokens": 100,
        "store": False,
        "reasoning": {"effort": "low"},
        "temperature": 0.5,
        "text": {
            "format": {"type": "json_schema", "name": "word", "schema": schema, "strict": True}
        },
    }


async def test_chat(request_for_word: Request) -> None:
    assert request_for_word.schema
    schema = request_for_word.schema.json
    assert await body_of(
        Api.CHAT, request_for_word, effort="low", max_tokens=100, temperature=0.5
    ) == {
        "model": "loop",
        "max_tokens": 100,
        "reasoning_effort": "low",
        "temperature": 0.5,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "word", "schema": schema, "strict": True},
        },
    }


async def test_messages(request_for_word: Request) -> None:
    assert request_for_word.schema
    assert await body_of(Api.MESSAGES, request_for_word, effort="low", max_tokens=100) == {
        "model": "loop",
        "max_tokens": 100,
        "system": [
            {
                "type": "text",
                "text": "You know one word.",
                "cache_control": {"type": "ephemeral"},
            }
        ],
        "output_config": {
            "effort": "low",
            "format": {"type": "json_schema", "schema": request_for_word.schema.json},
        },
    }


async def test_what_is_left_to_the_provider_is_not_sent(
    api: Api, request_for_word: Request
) -> None:
    body = await body_of(api, Request(request_for_word.messages))
    limit = "max_output_tokens" if api is Api.RESPONSES else "max_tokens"
    assert set(body) <= {"model", limit, "store", "system"}


def test_openai_itself_gets_the_new_name_of_the_limit(request_for_word: Request) -> None:
    spec = parse_spec("openai/gpt-5-mini", {"api": "chat"})
    body = openai_chat._body(spec, request_for_word)
    assert body["max_completion_tokens"] == 4096
    assert "max_tokens" not in body
