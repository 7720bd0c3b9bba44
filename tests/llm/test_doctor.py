"""What `doctor` and `models` have to print."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from codenames_sim.llm import Settings, parse_spec
from codenames_sim.llm.doctor import Check, diagnose, reachable_models
from tests.loopback import Api, Fault, Loopback

pytestmark = pytest.mark.anyio


def first_problem(checks: list[Check]) -> Check:
    return next(check for check in checks if not check.ok)


async def test_a_model_that_works(api: Api) -> None:
    async with Loopback() as server:
        checks = await diagnose(server.spec(api))
    assert [check.what for check in checks] == ["key", "server", "model", "answer", "price"]
    assert all(check.ok for check in checks)
    assert checks[3].found.startswith("ok after ")


@pytest.mark.parametrize(
    ("fault", "advice"),
    [
        (Fault.UNAUTHORIZED, "the key is valid"),
        (Fault.QUOTA, "has credit"),
        (Fault.RATE_LIMITED, "lower the account's limits"),
        (Fault.OVERLOADED, "try again"),
        (Fault.TRUNCATED, "raise max_tokens"),
        (Fault.PROSE, "expect many re-asks"),
    ],
)
async def test_each_problem_with_the_answer_comes_with_advice(
    api: Api, fault: Fault, advice: str
) -> None:
    async with Loopback(faults={fault: 1.0}) as server:
        checks = await diagnose(server.spec(api))
        assert server.ledger.requests == 1
    problem = next(check for check in checks if check.what == "answer")
    assert not problem.ok
    assert advice in problem.advice


async def test_a_model_that_is_not_there(api: Api) -> None:
    async with Loopback(faults={Fault.NOT_FOUND: 1.0}) as server:
        checks = await diagnose(server.spec(api, "lop"))
    assert first_problem(checks).what == "model"
    assert "use one of the listed models: loop" in first_problem(checks).advice


async def test_a_server_that_is_not_there(api: Api) -> None:
    async with Loopback() as server:
        spec = server.spec(api)
    checks = await diagnose(spec)
    assert [check.ok for check in checks] == [True, False]
    assert f"{spec.base_url} is correct" in checks[1].advice


async def test_a_key_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    (check,) = await diagnose(parse_spec("openai/gpt-5-mini"))
    assert (check.what, check.ok) == ("key", False)
    assert "OPENAI_API_KEY is not set" in check.found


async def test_an_unknown_price_matters_only_to_a_budget_in_dollars(api: Api) -> None:
    async with Loopback() as server:
        checks = await diagnose(server.spec(api), Settings(budget_usd=1.0))
    assert first_problem(checks).what == "price"


async def test_what_can_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    openai, anthropic, local = await reachable_models()
    assert "OPENAI_API_KEY is not set" in openai.problem
    assert "ANTHROPIC_API_KEY is not set" in anthropic.problem
    assert bool(local.models) == (find_spec("xllamacpp") is not None)
