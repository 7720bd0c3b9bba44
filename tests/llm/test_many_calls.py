"""Hundreds of calls at once through all APIs, 30 % faulty: none hangs or is lost sight of."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from codenames_sim.llm import (
    Answer,
    CallFailed,
    CallRecord,
    Client,
    Limits,
    Outcome,
    Question,
    Request,
    Retry,
    Settings,
)
from tests.loopback import Api, Fault, LoopbackProcess

IN_FLIGHT = 500

FAULTS = {
    Fault.RATE_LIMITED: 0.015,
    Fault.RATE_LIMITED_MS: 0.015,
    Fault.QUOTA: 0.005,
    Fault.SERVER_ERROR: 0.03,
    Fault.OVERLOADED: 0.03,
    Fault.RESET: 0.03,
    Fault.RESET_MIDWAY: 0.03,
    Fault.HANG: 0.004,
    Fault.HTML: 0.02,
    Fault.BROKEN_JSON: 0.02,
    Fault.INVALID_UTF8: 0.02,
    Fault.SLOW: 0.02,
    Fault.TRUNCATED: 0.02,
    Fault.REFUSED: 0.02,
    Fault.DUPLICATE_KEYS: 0.02,
    Fault.PROSE: 0.001,
}
BY_OUTCOME = {
    Outcome.RATE_LIMITED: [Fault.RATE_LIMITED, Fault.RATE_LIMITED_MS],
    Outcome.REJECTED: [Fault.QUOTA],
    Outcome.SERVER_ERROR: [
        Fault.SERVER_ERROR,
        Fault.OVERLOADED,
        Fault.HTML,
        Fault.BROKEN_JSON,
        Fault.INVALID_UTF8,
    ],
    Outcome.LOST: [Fault.RESET, Fault.RESET_MIDWAY],
    Outcome.OK: [Fault.NONE, Fault.SLOW],
    Outcome.TRUNCATED: [Fault.TRUNCATED],
    Outcome.REFUSED: [Fault.REFUSED],
    Outcome.UNPARSABLE: [Fault.DUPLICATE_KEYS, Fault.PROSE],
}
DELIVERED = {Outcome.OK, Outcome.TRUNCATED, Outcome.REFUSED, Outcome.UNPARSABLE}


@pytest.mark.anyio
@pytest.mark.parametrize("calls", [1_000, pytest.param(20_000, marks=pytest.mark.long)])
async def test_every_call_ends_and_the_records_equal_the_servers_ledger(
    calls: int, request_for_word: Request
) -> None:
    rows: list[CallRecord] = []
    # The server takes a while to answer, so that many are in flight even where it is the slower.
    with LoopbackProcess(latency=0.5) as server:
        specs = [server.spec(api) for api in Api]
        settings = Settings(
            limits={spec.account: Limits(concurrency=IN_FLIGHT) for spec in specs},
            retry=Retry(timeout=10.0, first_wait=0.05, longest_wait=1.0),
        )
        questions = [Question.put(spec, request_for_word) for spec in specs]
        async with Client(settings) as client:
            # Without faults until the limits on concurrency have grown to what is needed.
            await asyncio.gather(
                *(client.ask(question) for question in questions for _ in range(IN_FLIGHT))
            )
            server.reset_ledger()
            server.set_faults(FAULTS)
            waiting = iter(range(calls))
            ended: Counter[type] = Counter()

            async def ask_on() -> None:
                for number in waiting:
                    question = questions[number % len(questions)]
                    try:
                        result: object = await client.ask(question, number, rows.append)
                    except CallFailed as error:
                        result = error
                    ended[type(result)] += 1

            async with asyncio.timeout(900):
                await asyncio.gather(*(ask_on() for _ in range(IN_FLIGHT)))
        ledger = server.ledger()

    assert set(ended) <= {Answer, CallFailed}
    assert ended.total() == calls
    assert {row.ask for row in rows} == set(range(calls))
    assert ledger.most_at_once >= 0.9 * IN_FLIGHT

    outcomes = Counter(row.outcome for row in rows)
    answered = Counter(ledger.by_fault)
    assert len(rows) == ledger.requests
    for outcome, faults in BY_OUTCOME.items():
        assert outcomes[outcome] == sum(answered[fault] for fault in faults), outcome
    assert outcomes[Outcome.TIMEOUT] == ledger.requests - answered.total()

    delivered = [row for row in rows if row.outcome in DELIVERED]
    assert len(delivered) == ledger.delivered
    assert sum(row.input_tokens or 0 for row in rows) == ledger.input_tokens
    assert sum(row.cached_input_tokens or 0 for row in rows) == ledger.cached_input_tokens
    assert sum(row.output_tokens or 0 for row in rows) == ledger.output_tokens
