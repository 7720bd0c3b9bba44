"""The questions of one decision: recorded, and answered from a journal or cache if possible."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct, structs

from codenames_sim.llm.client import Client, Question
from codenames_sim.llm.errors import JournalMismatch
from codenames_sim.llm.messages import Answer, CallRecord, Outcome, Request
from codenames_sim.llm.model_spec import ModelSpec

Key = tuple[str | int, ...]
"""Identifies a question: the owner's parts (such as game, seat, decision), then the ask number."""


class Exchange(Struct, frozen=True):
    """An answered question, as a journal stores it."""

    request_hash: str
    answer: Answer
    calls: tuple[CallRecord, ...]
    """Every attempt at the question, so that a resumed run has the same call records."""


class Journal(Protocol):
    """Stores every delivered answer of a run, so that none is paid for twice."""

    def lookup(self, key: Key) -> Exchange | None:
        """The exchange stored under `key`, or None."""
        ...

    async def store(self, key: Key, exchange: Exchange) -> None:
        """Store `exchange`. Once this returns, the exchange survives a crash."""
        ...


class Cache(Protocol):
    """Stores answers across runs."""

    def get(self, key: Key, request_hash: str) -> Answer | None:
        """The answer to the same request under the same key, or None."""
        ...

    def put(self, key: Key, request_hash: str, answer: Answer) -> None:
        """Store an answer."""
        ...


class DecisionSession:
    """Asks models on behalf of one seat during one decision.

    Each call of `ask` is a separate question with its own answer, even if the request and the
    model are the same.
    """

    def __init__(
        self,
        client: Client,
        key: Key,
        journal: Journal | None = None,
        cache: Cache | None = None,
    ):
        self.calls: list[CallRecord] = []
        """Every attempt so far, including those of failed and cancelled asks."""
        self._client = client
        self._key = key
        self._journal = journal
        self._cache = cache
        self._asked = 0

    async def ask(self, spec: ModelSpec, request: Request) -> Answer:
        """Answer from the journal, the cache or the model, in this order.

        The answer is stored in the journal before it is returned. Raises `JournalMismatch` if the
        journal's entry for this ask belongs to a different request, and whatever `Client.ask`
        raises.
        """
        ask, self._asked = self._asked, self._asked + 1
        key = (*self._key, ask)
        question = Question.put(spec, request)
        stored = self._journal.lookup(key) if self._journal else None
        if stored is not None:
            if stored.request_hash != question.hash:
                raise JournalMismatch(
                    f"the journal's answer for {key} belongs to a different request than the one "
                    "asked now: the agents ask other questions than when the run was started"
                )
            self.calls += stored.calls
            return stored.answer
        calls: list[CallRecord] = []
        try:
            answer = self._cached(key, question, ask, calls)
            if answer is None:
                answer = await self._client.ask(question, ask, calls.append)
                if self._cache is not None:
                    self._cache.put(key, question.hash, answer)
            if self._journal is not None:
                await self._journal.store(key, Exchange(question.hash, answer, tuple(calls)))
        finally:
            self.calls += calls
        return answer

    def mark_illegal(self) -> None:
        """Record that the latest answer was usable but not allowed."""
        self.calls[-1] = structs.replace(self.calls[-1], outcome=Outcome.ILLEGAL)

    def _cached(
        self, key: Key, question: Question, ask: int, calls: list[CallRecord]
    ) -> Answer | None:
        answer = self._cache.get(key, question.hash) if self._cache else None
        if answer is not None:
            calls.append(self._client.record_cached(question, answer, ask))
        return answer
