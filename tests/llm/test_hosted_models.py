"""The real APIs, where their keys are set. A run costs less than a cent."""

from __future__ import annotations

import os

import pytest

from codenames_sim.llm import (
    Client,
    DecisionSession,
    ModelSpec,
    Outcome,
    Request,
    Settings,
    parse_spec,
)
from codenames_sim.llm.doctor import diagnose

pytestmark = [pytest.mark.anyio, pytest.mark.long]

MODELS = [
    parse_spec("openai/gpt-5-nano", {"effort": "minimal", "max_tokens": 500}),
    parse_spec("openai/gpt-5-nano", {"api": "chat", "effort": "minimal", "max_tokens": 500}),
    parse_spec("anthropic/claude-haiku-4-5", {"max_tokens": 500}),
]


@pytest.mark.parametrize("spec", MODELS, ids=lambda spec: f"{spec.name}-{spec.api}")
async def test_a_structured_answer_with_its_price(
    spec: ModelSpec, request_for_word: Request
) -> None:
    if not os.environ.get(spec.api_key_env or ""):
        pytest.skip(f"{spec.api_key_env} is not set")
    async with Client(Settings(budget_usd=0.01)) as client:
        session = DecisionSession(client, ("test",))
        answer = await session.ask(spec, request_for_word)
    assert answer.outcome is Outcome.OK
    assert answer.data is not None
    assert set(answer.data) == {"word"}
    assert session.calls[-1].usd is not None
    assert 0 < session.calls[-1].usd < 0.01
    assert all(check.ok for check in await diagnose(spec))
