"""A decision's questions to models: recorded, and answered without a call where they can be."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct, structs

from codenames_sim.llm.client import Client, Question
from codenames_sim.llm.errors import JournalMismatch
from codenames_sim.llm.messages import Answer, CallRecord, Outcome, Request
from codenames_sim.llm.spec import ModelSpec

Key = tuple[str | int, ...]
"""What a question is asked for: whatever its owner counts by, and last the number of the ask."""


class Exchange(Struct, frozen=True):
    """A question that was answered: what a journal keeps."""

    request_hash: str
    answer: Answer
    calls: tuple[CallRecord, ...]
    """Every attempt it took, so that an answer from the journal brings its records along."""


class Journal(Protocol):
    """Keeps every delivered answer, so that none is paid for twice."""

    def lookup(self, key: Key) -> Exchange | None:
        """The exchange stored under `key`, or null."""
        ...

    async def store(self, key: Key, exchange: Exchange) -> None:
        """Keep `exchange`; when this returns, it survives a crash."""
        ...


class Cache(Protocol):
    """Keeps answers from run to run."""

    def get(self, key: Key, request_hash: str) -> Answer | None:
        """The answer to the same request under the same key, or null."""
        ...

    def put(self, key: Key, request_hash: str, answer: Answer) -> None:
        """Keep an answer."""
        ...


class Desk:
    """Where one seat asks models in the course of one decision.

    Equal questions to equal models are still different asks, so each gets an answer of its own.
    """

    def __init__(
        self,
        client: Client,
        key: Key,
        journal: Journal | None = None,
        cache: Cache | None = None,
    ):
        self.calls: list[CallRecord] = []
        """Every attempt so far, those of failed and cancelled asks included."""
        self._client = client
        self._key = key
        self._journal = journal
        self._cache = cache
        self._asked = 0

    async def ask(self, spec: ModelSpec, request: Request) -> Answer:
        """The model's answer: from the journal, the cache, or the model.

        An answer is in the journal before it is returned. Raises `JournalMismatch` if the journal
        has an answer to another question here, and what `Client.ask` raises.
        """
        ask, self._asked = self._asked, self._asked + 1
        key = (*self._key, ask)
        question = Question.put(spec, request)
        stored = self._journal.lookup(key) if self._journal else None
        if stored is not None:
            if stored.request_hash != question.hash:
                raise JournalMismatch(
                    f"the journal's answer for {key} is to another request than the one asked now"
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
        """Record of the latest answer that it was usable but not allowed."""
        self.calls[-1] = structs.replace(self.calls[-1], outcome=Outcome.ILLEGAL)

    def _cached(
        self, key: Key, question: Question, ask: int, calls: list[CallRecord]
    ) -> Answer | None:
        answer = self._cache.get(key, question.hash) if self._cache else None
        if answer is not None:
            calls.append(self._client.record_cached(question, answer, ask))
        return answer
