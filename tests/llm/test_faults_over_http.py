"""Everything that can go wrong on the way to a model, through each SDK, against a real server."""

from __future__ import annotations

import asyncio

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
    Stopped,
)
from tests.loopback import Api, Fault, Loopback

pytestmark = pytest.mark.anyio

TRANSIENT = {
    Fault.RATE_LIMITED: Outcome.RATE_LIMITED,
    Fault.RATE_LIMITED_MS: Outcome.RATE_LIMITED,
    Fault.RATE_LIMITED_DATE: Outcome.RATE_LIMITED,
    Fault.SERVER_ERROR: Outcome.SERVER_ERROR,
    Fault.OVERLOADED: Outcome.SERVER_ERROR,
    Fault.RESET: Outcome.LOST,
    Fault.RESET_MIDWAY: Outcome.LOST,
    Fault.NOT_HTTP: Outcome.LOST,
    Fault.HANG: Outcome.TIMEOUT,
    Fault.HTML: Outcome.SERVER_ERROR,
    Fault.BROKEN_JSON: Outcome.SERVER_ERROR,
    Fault.INVALID_UTF8: Outcome.SERVER_ERROR,
    Fault.EMPTY: Outcome.SERVER_ERROR,
}
FINAL = {
    Fault.QUOTA: Outcome.REJECTED,
    Fault.UNAUTHORIZED: Outcome.REJECTED,
    Fault.BAD_REQUEST: Outcome.REJECTED,
    Fault.NOT_FOUND: Outcome.REJECTED,
    Fault.REDIRECT: Outcome.REJECTED,
}
DELIVERED = {
    Fault.NONE: Outcome.OK,
    Fault.SLOW: Outcome.OK,
    Fault.ECHO_KEY: Outcome.OK,
    Fault.TRUNCATED: Outcome.TRUNCATED,
    Fault.REFUSED: Outcome.REFUSED,
    Fault.FILTERED: Outcome.REFUSED,
    Fault.PROSE: Outcome.UNPARSABLE,
    Fault.DUPLICATE_KEYS: Outcome.UNPARSABLE,
    Fault.REASONING_ONLY: Outcome.UNPARSABLE,
}


def test_every_fault_is_tested() -> None:
    assert {*TRANSIENT, *FINAL, *DELIVERED} == set(Fault)


@pytest.mark.parametrize(("fault", "outcome"), TRANSIENT.items())
async def test_a_transient_fault_is_tried_again(
    api: Api, fault: Fault, outcome: Outcome, request_for_word: Request, impatient: Settings
) -> None:
    rows: list[CallRecord] = []
    async with Loopback(script=[fault, Fault.NONE]) as server, Client(impatient) as client:
        question = Question.put(server.spec(api), request_for_word)
        answer = await client.ask(question, record=rows.append)
    assert answer.data == {"word": "word"}
    assert [(row.attempt, row.outcome) for row in rows] == [(0, outcome), (1, Outcome.OK)]


@pytest.mark.parametrize("fault", TRANSIENT)
async def test_a_fault_that_stays_ends_in_an_error(
    api: Api, fault: Fault, request_for_word: Request, impatient: Settings
) -> None:
    rows: list[CallRecord] = []
    async with Loopback(faults={fault: 1.0}) as server, Client(impatient) as client:
        question = Question.put(server.spec(api), request_for_word)
        with pytest.raises(CallFailed) as failed:
            await client.ask(question, record=rows.append)
    assert failed.value.outcome == TRANSIENT[fault]
    assert [row.outcome for row in rows] == [TRANSIENT[fault]] * 3
    assert server.ledger.requests == 3


@pytest.mark.parametrize(("fault", "outcome"), FINAL.items())
async def test_a_rejected_call_is_not_tried_again(
    api: Api, fault: Fault, outcome: Outcome, request_for_word: Request, impatient: Settings
) -> None:
    rows: list[CallRecord] = []
    async with Loopback(script=[fault]) as server, Client(impatient) as client:
        question = Question.put(server.spec(api), request_for_word)
        with pytest.raises(CallFailed):
            await client.ask(question, record=rows.append)
    assert [row.outcome for row in rows] == [outcome]
    assert server.ledger.requests == 1


@pytest.mark.parametrize(("fault", "outcome"), DELIVERED.items())
async def test_a_delivered_answer_is_an_outcome(
    api: Api, fault: Fault, outcome: Outcome, request_for_word: Request, impatient: Settings
) -> None:
    rows: list[CallRecord] = []
    async with Loopback(script=[fault]) as server, Client(impatient) as client:
        question = Question.put(server.spec(api), request_for_word)
        answer = await client.ask(question, record=rows.append)
    assert answer.outcome == outcome
    assert (answer.data is not None) == (outcome is Outcome.OK)
    assert (answer.problem is None) == (outcome is Outcome.OK)
    assert len(rows) == 1
    assert rows[0].input_tokens == server.ledger.input_tokens
    assert rows[0].cached_input_tokens == server.ledger.cached_input_tokens
    assert rows[0].output_tokens == server.ledger.output_tokens
    assert rows[0].reasoning_tokens == 3
    assert rows[0].served_model == "loop-served"
    assert rows[0].finish_reason


async def test_nobody_listens(request_for_word: Request, impatient: Settings, api: Api) -> None:
    async with Loopback() as server:
        spec = server.spec(api)
    rows: list[CallRecord] = []
    async with Client(impatient) as client:
        with pytest.raises(CallFailed):
            await client.ask(Question.put(spec, request_for_word), record=rows.append)
    assert {row.outcome for row in rows} == {Outcome.CONNECTION}
    assert {row.input_tokens for row in rows} == {0}


async def test_the_wait_a_provider_asks_for_is_kept(api: Api, request_for_word: Request) -> None:
    loop = asyncio.get_running_loop()
    for fault in (Fault.RATE_LIMITED, Fault.RATE_LIMITED_MS):
        async with (
            Loopback(script=[fault], retry_after=0.4) as server,
            Client(Settings(retry=Retry(first_wait=0.001))) as client,
        ):
            started = loop.time()
            await client.ask(Question.put(server.spec(api), request_for_word))
            assert loop.time() - started >= 0.4


async def test_a_very_long_wait_is_capped(api: Api, request_for_word: Request) -> None:
    settings = Settings(retry=Retry(first_wait=0.001, longest_wait=0.05))
    async with (
        Loopback(script=[Fault.RATE_LIMITED], retry_after=86400) as server,
        Client(settings) as client,
    ):
        answer = await asyncio.wait_for(
            client.ask(Question.put(server.spec(api), request_for_word)), timeout=5
        )
    assert answer.outcome is Outcome.OK


async def test_a_call_ends_at_its_deadline(api: Api, request_for_word: Request) -> None:
    settings = Settings(retry=Retry(attempts=1000, timeout=0.2, deadline=0.5, first_wait=0.01))
    rows: list[CallRecord] = []
    async with Loopback(faults={Fault.HANG: 1.0}) as server, Client(settings) as client:
        with pytest.raises(CallFailed):
            await client.ask(Question.put(server.spec(api), request_for_word), record=rows.append)
    assert sum(row.latency_s for row in rows) < 0.6
    assert 2 <= len(rows) <= 4


async def test_no_place_is_held_while_waiting_to_retry(api: Api, request_for_word: Request) -> None:
    settings = Settings(limits={}, retry=Retry(first_wait=0.001, longest_wait=0.5))
    async with Loopback(script=[Fault.RATE_LIMITED], retry_after=0.5) as server:
        spec = server.spec(api)
        one = Settings({spec.account: Limits(concurrency=1)}, settings.retry)
        async with Client(one) as client:
            question = Question.put(spec, request_for_word)
            unlucky = asyncio.ensure_future(client.ask(question))
            while not server.ledger.by_fault:
                await asyncio.sleep(0.01)
            await client.ask(question)
            assert not unlucky.done()
            await unlucky


async def test_a_cancelled_call_is_recorded(
    api: Api, request_for_word: Request, impatient: Settings
) -> None:
    rows: list[CallRecord] = []
    async with Loopback(faults={Fault.HANG: 1.0}) as server, Client(Settings()) as client:
        question = Question.put(server.spec(api), request_for_word)
        call = asyncio.ensure_future(client.ask(question, record=rows.append))
        while not server.ledger.requests:
            await asyncio.sleep(0.01)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
    assert [row.outcome for row in rows] == [Outcome.CANCELLED]
    assert rows[0].input_tokens is None
    assert client.budget.spent.tokens > 0


async def test_concurrency_is_what_the_account_allows(api: Api, request_for_word: Request) -> None:
    async with Loopback(latency=0.02) as server:
        spec = server.spec(api)
        async with Client(Settings({spec.account: Limits(concurrency=3)})) as client:
            question = Question.put(spec, request_for_word)
            answers = await asyncio.gather(*(client.ask(question) for _ in range(20)))
    assert all(isinstance(answer, Answer) for answer in answers)
    assert server.ledger.most_at_once == 3


@pytest.mark.parametrize("limit", ["requests_per_minute", "tokens_per_minute"])
async def test_calls_keep_the_accounts_pace(limit: str, request_for_word: Request) -> None:
    """Ten calls at twenty a second, or at as many tokens a second as twenty would book."""
    async with Loopback() as server:
        spec = server.spec(max_tokens=100)
        question = Question.put(spec, request_for_word)
        booked = 1 if limit == "requests_per_minute" else len(question.text) // 4 + 100
        settings = Settings({spec.account: Limits(**{limit: 20 * 60 * booked})})
        began = asyncio.get_running_loop().time()
        async with Client(settings) as client:
            await asyncio.gather(*(client.ask(question) for _ in range(10)))
    assert asyncio.get_running_loop().time() - began >= 9 / 20


async def test_a_stopped_client_begins_no_attempt_and_ends_those_in_flight(
    api: Api, request_for_word: Request
) -> None:
    script = [Fault.SLOW, Fault.RATE_LIMITED]
    async with Loopback(script=script, slow=0.3) as server, Client() as client:
        question = Question.put(server.spec(api), request_for_word)
        in_flight, to_retry = (asyncio.ensure_future(client.ask(question)) for _ in range(2))
        while not server.ledger.by_fault:
            await asyncio.sleep(0.01)
        client.stop()
        assert (await in_flight).outcome is Outcome.OK
        for call in (to_retry, client.ask(question)):
            with pytest.raises(Stopped):
                await call
    assert server.ledger.requests == 2
