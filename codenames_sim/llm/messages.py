"""What is asked of a model and what comes back: immutable values that know no provider."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from msgspec import Struct


class Outcome(StrEnum):
    """What became of one attempt at a question; `ILLEGAL` is set by whoever judges the answer."""

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
    """One message of the conversation that is the prompt."""

    role: Literal["system", "user", "assistant"]
    text: str


class Schema(Struct, frozen=True, omit_defaults=True):
    """A JSON schema for the answer. Keep it constant over a run: providers compile each new one."""

    name: str
    """Letters, digits, `_` and `-`, at most 64."""
    json: dict[str, object]

    @property
    def required(self) -> tuple[str, ...]:
        """The keys without which an object is no answer."""
        required = self.json.get("required", ())
        return tuple(required) if isinstance(required, (list, tuple)) else ()


class Request(Struct, frozen=True, omit_defaults=True):
    """A question: the messages, and the shape of the answer where it is to be JSON."""

    messages: tuple[Message, ...]
    schema: Schema | None = None


class Usage(Struct, frozen=True):
    """Tokens of one answer, counted alike for every provider."""

    input_tokens: int = 0
    """All of the prompt, cached parts included."""
    output_tokens: int = 0
    """All that was generated, reasoning included."""
    cached_input_tokens: int = 0
    """The part of the input read from the provider's cache."""
    cache_write_tokens: int = 0
    """The part of the input written to it, where that has a price of its own."""
    reasoning_tokens: int | None = None
    """The part of the output that was reasoning; null where the provider does not say."""

    @property
    def total_tokens(self) -> int:
        """Input and output."""
        return self.input_tokens + self.output_tokens


class Reply(Struct, frozen=True):
    """What a provider delivered, before anyone has looked for the answer in it."""

    text: str
    """The answer itself, never reasoning that came beside it."""
    usage: Usage | None
    served_model: str | None
    finish_reason: str | None
    refused: bool = False
    truncated: bool = False
    reasoning: str | None = None
    """What the model thought, where the server sends it apart from the answer."""


class Failure(Struct, frozen=True):
    """Why an attempt delivered nothing."""

    outcome: Outcome
    message: str
    retry: bool
    retry_after: float | None = None
    """Seconds the provider asks to wait."""
    may_be_billed: bool = False
    """Whether the provider may have done the work, so that the budget must assume the worst."""


class Answer(Struct, frozen=True):
    """A delivered answer: the model's word, usable or not."""

    outcome: Outcome
    """`OK`, `UNPARSABLE`, `REFUSED` or `TRUNCATED`."""
    data: dict[str, object] | None
    """The JSON object asked for; null where there was no schema or the outcome is not `OK`."""
    text: str
    problem: str | None = None
    """What is wrong with an answer that is not `OK`, in words a model can be told."""
    usage: Usage | None = None
    finish_reason: str | None = None
    served_model: str | None = None
    reasoning: str | None = None
    """As in `Reply`; the record keeps it, agents get answers without it."""


class CallRecord(Struct, frozen=True):
    """One attempt at a question: a row of the `calls` table but for the columns its owner adds."""

    ask: int
    attempt: int
    """0 for the first try."""
    provider: str
    model: str
    served_model: str | None
    outcome: Outcome
    finish_reason: str | None
    queued_s: float
    """Seconds it waited for a slot, the pace and the budget."""
    latency_s: float
    """Seconds from sending to the last byte."""
    input_tokens: int | None
    """Null where the provider did the work, or may have, and the count did not arrive."""
    cached_input_tokens: int | None
    output_tokens: int | None
    reasoning_tokens: int | None
    usd: float | None
    """Null where the price or the tokens are unknown."""
    request_hash: str
    request: str | None
    response: str | None
    """The answer's text, or what the failure said."""
    reasoning: str | None = None
    """What the server sent apart from the answer."""
    asked_as: str | None = None
    """How structured output was requested: `schema`; null where it was not."""
    batch_id: str | None = None
    """Null for a live call."""
