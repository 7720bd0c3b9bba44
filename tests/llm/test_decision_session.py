"""A decision's questions: recorded, journalled, cached."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from codenames_sim.errors import ConfigError
from codenames_sim.llm import (
    CallFailed,
    Client,
    DecisionSession,
    Exchange,
    FileCache,
    JournalMismatch,
    Key,
    Message,
    Outcome,
    Request,
    Settings,
)
from tests.loopback import Api, Fault, Loopback

pytestmark = pytest.mark.anyio

HERE: Key = ("game", "first.spymaster", 3)


class Memory:
    """A journal for as long as the test lasts; what it keeps has been through JSON."""

    def __init__(self) -> None:
        self.entries: dict[Key, bytes] = {}

    def lookup(self, key: Key) -> Exchange | None:
        entry = self.entries.get(key)
        return None if entry is None else msgspec.json.decode(entry, type=Exchange)

    async def store(self, key: Key, exchange: Exchange) -> None:
        self.entries[key] = msgspec.json.encode(exchange)


async def test_every_attempt_at_every_ask_is_a_record(
    api: Api, request_for_word: Request, impatient: Settings
) -> None:
    script = [Fault.RATE_LIMITED, Fault.NONE, Fault.PROSE, Fault.RESET, Fault.NONE]
    async with Loopback(script=script) as server, Client(impatient) as client:
        session = DecisionSession(client, HERE)
        for _ in range(3):
            await session.ask(server.spec(api), request_for_word)
    assert [(row.ask, row.attempt, row.outcome) for row in session.calls] == [
        (0, 0, Outcome.RATE_LIMITED),
        (0, 1, Outcome.OK),
        (1, 0, Outcome.UNPARSABLE),
        (2, 0, Outcome.LOST),
        (2, 1, Outcome.OK),
    ]
    lost = session.calls[3]
    assert (lost.input_tokens, lost.output_tokens, lost.usd) == (None, None, None)
    assert all(row.queued_s >= 0 and row.latency_s > 0 for row in session.calls)
    assert all('"Say it."' in (row.request or "") for row in session.calls)


async def test_the_journal_answers_what_was_answered_before(
    api: Api, request_for_word: Request, impatient: Settings
) -> None:
    journal = Memory()
    script = [Fault.SERVER_ERROR, Fault.NONE, Fault.REFUSED]
    async with Loopback(script=script) as server, Client(impatient) as client:
        first, second = (
            DecisionSession(client, HERE, journal),
            DecisionSession(client, HERE, journal),
        )
        answers = [await first.ask(server.spec(api), request_for_word) for _ in range(2)]
        asked = server.ledger.requests
        again = [await second.ask(server.spec(api), request_for_word) for _ in range(2)]
        assert again == answers
        assert second.calls == first.calls
        assert server.ledger.requests == asked
        spent = client.budget.spent
        await second.ask(server.spec(api), request_for_word)
        assert server.ledger.requests == asked + 1
        assert client.budget.spent.tokens > spent.tokens


async def test_a_journal_of_another_question_is_an_error(
    request_for_word: Request, impatient: Settings
) -> None:
    journal = Memory()
    async with Loopback() as server, Client(impatient) as client:
        await DecisionSession(client, HERE, journal).ask(server.spec(), request_for_word)
        other = Request((Message("user", "Say another."),), request_for_word.schema)
        with pytest.raises(JournalMismatch, match=r"first\.spymaster"):
            await DecisionSession(client, HERE, journal).ask(server.spec(), other)
    assert server.ledger.requests == 1


async def test_no_answer_is_journalled_where_none_came(
    request_for_word: Request, impatient: Settings
) -> None:
    journal = Memory()
    async with Loopback(faults={Fault.OVERLOADED: 1}) as server, Client(impatient) as client:
        session = DecisionSession(client, HERE, journal)
        with pytest.raises(CallFailed):
            await session.ask(server.spec(), request_for_word)
    assert not journal.entries
    assert [row.outcome for row in session.calls] == [Outcome.SERVER_ERROR] * 3


async def test_an_answer_is_journalled_before_it_is_returned(
    request_for_word: Request, impatient: Settings
) -> None:
    class Full(Memory):
        async def store(self, key: Key, exchange: Exchange) -> None:
            raise OSError("disk full")

    async with Loopback() as server, Client(impatient) as client:
        session = DecisionSession(client, HERE, Full())
        with pytest.raises(OSError, match="disk full"):
            await session.ask(server.spec(), request_for_word)
    assert [row.outcome for row in session.calls] == [Outcome.OK]


async def test_the_owner_may_find_an_answer_illegal(
    request_for_word: Request, impatient: Settings
) -> None:
    script = [Fault.RATE_LIMITED, Fault.NONE, Fault.NONE]
    async with Loopback(script=script) as server, Client(impatient) as client:
        session = DecisionSession(client, HERE)
        await session.ask(server.spec(), request_for_word)
        session.mark_illegal()
        await session.ask(server.spec(), request_for_word)
    outcomes = [row.outcome for row in session.calls]
    assert outcomes == [Outcome.RATE_LIMITED, Outcome.ILLEGAL, Outcome.OK]


async def test_the_cache_spares_the_same_ask_and_no_other(
    api: Api, request_for_word: Request, impatient: Settings, tmp_path: Path
) -> None:
    async with Loopback(script=[Fault.NONE, Fault.PROSE]) as server, Client(impatient) as client:
        spec = server.spec(api)
        cache = FileCache(tmp_path / "answers.sqlite")
        first = DecisionSession(client, HERE, cache=cache)
        answers = [await first.ask(spec, request_for_word) for _ in range(2)]
        cache.close()
        cache = FileCache(tmp_path / "answers.sqlite")
        second = DecisionSession(client, HERE, cache=cache)
        assert [await second.ask(spec, request_for_word) for _ in range(2)] == answers
        assert server.ledger.requests == 2
        assert [(row.outcome, row.usd, row.input_tokens) for row in second.calls] == [
            (Outcome.CACHED, 0.0, 0)
        ] * 2
        for elsewhere in (("game", "first.operative.0", 3), ("game", "first.spymaster", 4)):
            await DecisionSession(client, elsewhere, cache=cache).ask(spec, request_for_word)
        warmer = server.spec(api, max_tokens=77)
        await DecisionSession(client, HERE, cache=cache).ask(warmer, request_for_word)
        assert server.ledger.requests == 5
        cache.close()


def test_a_file_that_is_not_a_cache_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("this is no database, and it is long enough to tell" * 10)
    with pytest.raises(ConfigError, match=r"notes\.txt: can't be used as a response cache"):
        FileCache(path)


async def test_only_hashes_are_kept_if_asked_for(request_for_word: Request) -> None:
    async with Loopback() as server, Client(Settings(keep="hash")) as client:
        session = DecisionSession(client, HERE)
        await session.ask(server.spec(), request_for_word)
    assert (session.calls[0].request, session.calls[0].response) == (None, None)
    assert len(session.calls[0].request_hash) == 64
