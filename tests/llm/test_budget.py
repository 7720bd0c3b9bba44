"""A budget is never overrun."""

from __future__ import annotations

import asyncio
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codenames_sim.errors import ConfigError
from codenames_sim.llm import (
    BudgetSpent,
    CallFailed,
    Client,
    Cost,
    Limits,
    Price,
    Question,
    Request,
    Retry,
    Settings,
)
from codenames_sim.llm.budget import Budget
from tests.loopback import Api, Fault, Loopback

PRICE = Price(input=10.0, output=40.0)

calls = st.tuples(st.integers(1, 100), st.floats(0, 1), st.integers(0, 4))


@given(st.integers(0, 1000), st.lists(calls, max_size=40))
def test_spent_and_in_flight_never_exceed_it(
    limit: int, planned: list[tuple[int, float, int]]
) -> None:
    async def go() -> None:
        budget = Budget(usd=limit / 100, tokens=limit)

        async def call(worst_tokens: int, share: float, steps: int) -> None:
            worst = Cost(worst_tokens, worst_tokens / 100)
            await budget.reserve(worst)
            assert budget.spent.tokens + budget.in_flight.tokens <= limit
            for _ in range(steps):
                await asyncio.sleep(0)
            actual = int(worst_tokens * share)
            budget.settle(worst, Cost(actual, actual / 100))

        ended = asyncio.gather(*(call(*each) for each in planned), return_exceptions=True)
        for result in await asyncio.wait_for(ended, timeout=10):
            assert result is None or isinstance(result, BudgetSpent)
        assert budget.spent.tokens <= limit
        assert budget.in_flight == Cost()

    asyncio.run(go())


def test_a_call_waits_for_others_to_turn_out_cheaper() -> None:
    async def go() -> None:
        budget = Budget(tokens=100)
        await budget.reserve(Cost(80))
        second = asyncio.ensure_future(budget.reserve(Cost(50)))
        await asyncio.sleep(0)
        assert not second.done()
        budget.settle(Cost(80), Cost(10))
        await asyncio.wait_for(second, timeout=1)

    asyncio.run(go())


def test_what_an_earlier_part_of_the_run_spent_counts() -> None:
    budget = Budget(usd=1.0, spent=Cost(5, 0.9))
    with pytest.raises(BudgetSpent, match=r"\$0.9000 of \$1.0000 spent"):
        asyncio.run(budget.reserve(Cost(1, 0.2)))


@pytest.mark.anyio
async def test_no_budget_in_dollars_without_a_price(api: Api) -> None:
    async with Loopback() as server, Client(Settings(budget_usd=1.0)) as client:
        with pytest.raises(ConfigError, match="price is unknown"):
            await client.open([server.spec(api)])
    assert server.ledger.requests == 0


FAULTS = {
    Fault.RATE_LIMITED: 0.05,
    Fault.SERVER_ERROR: 0.05,
    Fault.RESET: 0.05,
    Fault.RESET_MIDWAY: 0.05,
    Fault.HANG: 0.02,
    Fault.BROKEN_JSON: 0.05,
    Fault.TRUNCATED: 0.03,
}


@pytest.mark.anyio
async def test_it_holds_under_faults_and_cancellation_with_500_in_flight(
    api: Api, request_for_word: Request
) -> None:
    """The server's ledger, priced, stays below the budget; lost answers are in it too."""
    limit = 0.5
    async with Loopback(faults=FAULTS, latency=0.01) as server:
        spec = server.spec(api, max_tokens=50)
        settings = Settings(
            limits={spec.account: Limits(concurrency=500)},
            retry=Retry(timeout=3.0, first_wait=0.01, longest_wait=0.1),
            prices={spec.name: PRICE},
            budget_usd=limit,
        )
        question = Question.put(spec, request_for_word)
        async with Client(settings) as client:
            tasks = [asyncio.ensure_future(client.ask(question)) for _ in range(1000)]
            rng = random.Random(7)
            for task in rng.sample(tasks, 100):
                asyncio.get_running_loop().call_later(rng.random(), task.cancel)
            results = await asyncio.gather(*tasks, return_exceptions=True)
    broke = sum(isinstance(result, BudgetSpent) for result in results)
    unexpected = [
        result
        for result in results
        if isinstance(result, BaseException)
        and not isinstance(result, (BudgetSpent, CallFailed, asyncio.CancelledError))
    ]
    assert unexpected == []
    assert broke > 0
    ledger = server.ledger
    billed = (ledger.input_tokens * PRICE.input + ledger.output_tokens * PRICE.output) / 1e6
    assert 0 < billed <= client.budget.spent.usd <= limit
    assert client.budget.in_flight == Cost()
