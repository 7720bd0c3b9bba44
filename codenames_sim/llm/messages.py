"""Requests, replies, answers and call records: immutable values, independent of providers."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from msgspec import Struct


class Outcome(StrEnum):
    """The outcome of one attempt at a question.

    `ILLEGAL` is set later, by the agent that reads the answer. `EXPIRED` is reserved for batch
    calls.
    """

    OK = "ok"
    CACHED = "cached"
    UNPARSABLE = "unparsable"
    ILLEGAL = "illegal"
    REFUSED = "refused"
    TRUNCATED = "truncated"
    RATE_LIMITED = "rate_limited"
    TIMEOUT = "timeout"
    CONNECTION = "connection"
    SERVER_ERROR = "server_error"
    REJECTED = "rejected"
    LOST = "lost"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class Message(Struct, frozen=True, omit_defaults=True):
    """One message of a prompt."""

    role: Literal["system", "user", "assistant"]
    text: str


class Schema(Struct, frozen=True, omit_defaults=True):
    """A JSON schema for the answer.

    Keep the schema constant during a run: providers compile each new schema.
    """

    name: str
    """At most 64 letters, digits, `_` and `-`."""
    json: dict[str, object]

    @property
    def required(self) -> tuple[str, ...]:
        """The keys that an answer must have."""
        required = self.json.get("required", ())
        return tuple(required) if isinstance(required, (list, tuple)) else ()


class Request(Struct, frozen=True, omit_defaults=True):
    """The messages of a question, and the schema of its answer if that is JSON."""

    messages: tuple[Message, ...]
    schema: Schema | None = None


class Usage(Struct, frozen=True):
    """Tokens of one answer, counted in the same way for every provider."""

    input_tokens: int = 0
    """The whole prompt, including cached parts."""
    output_tokens: int = 0
    """Everything generated, including reasoning."""
    cached_input_tokens: int = 0
    """Input tokens read from the provider's cache."""
    cache_write_tokens: int = 0
    """Input tokens written to the provider's cache, if writing has a separate price."""
    reasoning_tokens: int | None = None
    """Output tokens used for reasoning; None if the provider does not report them."""

    @property
    def total_tokens(self) -> int:
        """Input and output tokens."""
        return self.input_tokens + self.output_tokens


class Reply(Struct, frozen=True):
    """What a provider delivered, not yet parsed."""

    text: str
    """The answer, without reasoning that the server sent separately."""
    usage: Usage | None
    served_model: str | None
    finish_reason: str | None
    refused: bool = False
    truncated: bool = False
    reasoning: str | None = None
    """The model's reasoning, if the server sent it separately from the answer."""


class Failure(Struct, frozen=True):
    """Why an attempt delivered no answer."""

    outcome: Outcome
    message: str
    retry: bool
    retry_after: float | None = None
    """Seconds that the provider asks to wait."""
    may_be_billed: bool = False
    """Whether the provider may charge for the attempt. The budget then assumes the worst case."""


class Answer(Struct, frozen=True):
    """A delivered answer, usable or not."""

    outcome: Outcome
    """`OK`, `UNPARSABLE`, `REFUSED` or `TRUNCATED`."""
    data: dict[str, object] | None
    """The requested JSON object; None if there was no schema or the outcome is not `OK`."""
    text: str
    problem: str | None = None
    """What is wrong with an answer that is not `OK`."""
    usage: Usage | None = None
    finish_reason: str | None = None
    served_model: str | None = None
    reasoning: str | None = None
    """As in `Reply`. The call record keeps it; answers given to agents don't have it."""


class CallRecord(Struct, frozen=True):
    """One attempt at a question: a row of the `calls` table without game, turn, seat, decision."""

    ask: int
    attempt: int
    """Counted from 0."""
    provider: str
    model: str
    served_model: str | None
    outcome: Outcome
    finish_reason: str | None
    queued_s: float
    """Seconds spent waiting for a slot, the rate limit and the budget."""
    latency_s: float
    """Seconds from sending to the last byte."""
    input_tokens: int | None
    """None if the provider did the work, or may have done it, and reported no count."""
    cached_input_tokens: int | None
    output_tokens: int | None
    reasoning_tokens: int | None
    usd: float | None
    """None if the price or the tokens are unknown."""
    request_hash: str
    request: str | None
    response: str | None
    """The text of the answer, or the message of the failure."""
    reasoning: str | None = None
    """The model's reasoning, if the server sent it separately from the answer."""
    asked_as: str | None = None
    """How structured output was requested: `schema`, or None if it was not."""
    batch_id: str | None = None
    """None for a live call."""
