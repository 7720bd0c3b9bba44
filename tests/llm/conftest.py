"""What the tests of the language-model client share."""

from __future__ import annotations

import pytest

from codenames_sim.llm import Message, Request, Retry, Schema, Settings
from tests.loopback import Api


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(params=Api, ids=lambda api: api.name.lower())
def api(request: pytest.FixtureRequest) -> Api:
    assert isinstance(request.param, Api)
    return request.param


@pytest.fixture
def request_for_word() -> Request:
    schema = Schema(
        name="word",
        json={
            "type": "object",
            "properties": {"word": {"type": "string"}},
            "required": ["word"],
            "additionalProperties": False,
        },
    )
    messages = (Message("system", "You know one word."), Message("user", "Say it."))
    return Request(messages, schema)


@pytest.fixture
def impatient() -> Settings:
    """Settings under which a test doesn't wait: short timeouts, hardly any backoff."""
    return Settings(retry=Retry(attempts=3, timeout=1.5, first_wait=0.01, longest_wait=0.2))
