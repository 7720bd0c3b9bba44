"""The client: applies limits, budget, retries and prices to each call, and records it."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterable
from functools import lru_cache, partial
from time import perf_counter
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct, structs

from codenames_sim.errors import ConfigError
from codenames_sim.llm import classify
from codenames_sim.llm.budget import Budget, Cost
from codenames_sim.llm.errors import CallFailed, Stopped
from codenames_sim.llm.limits import ConcurrencyLimiter, Limits, RateLimiter
from codenames_sim.llm.messages import Answer, CallRecord, Failure, Outcome, Reply, Request, Usage
from codenames_sim.llm.model_spec import ModelSpec
from codenames_sim.llm.parse import judge
from codenames_sim.llm.prices import FREE, Price, PriceList, price_list
from codenames_sim.llm.providers import Provider, connect
from codenames_sim.llm.retry import Retry, Tried, until_settled
from codenames_sim.llm.secrets import redact

_Delivered = TypeVar("_Delivered")
Record = Callable[[CallRecord], None]

_OVERHEAD_TOKENS = 512
"""Tokens that a provider may add to a prompt: a chat template, a description of the schema."""

_GIVEN_UP = Failure(Outcome.CANCELLED, "cancelled in flight", retry=False, may_be_billed=True)


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings that don't affect answers, and may therefore change during a run."""

    limits: dict[str, Limits] = {}
    """By account: `openai`, `anthropic`, a base URL, or `llamacpp/PATH`."""
    retry: Retry = Retry()
    prices: dict[str, Price] = {}
    """By `provider/model`. They override the published prices."""
    budget_usd: Annotated[float, Meta(ge=0)] | None = None
    budget_tokens: Annotated[int, Meta(ge=0)] | None = None
    near_budget: Literal["finish", "stop"] = "finish"
    """Whether games in progress finish once the budget admits no new game. The runner applies it,
    not the client."""
    keep: Literal["full", "hash"] = "full"
    """Whether records hold requests and responses (`full`) or only the request hash (`hash`)."""

    def limits_of(self, spec: ModelSpec) -> Limits:
        """The limits of a model's account. A model in this process shares its cores: few calls."""
        default = Limits() if spec.base_url else Limits(concurrency=4)
        return self.limits.get(spec.account, default)


class Question(Struct, frozen=True):
    """A request to a model, and its hash. Created by `Question.put`."""

    spec: ModelSpec
    request: Request
    text: str
    """Everything that affects the answer, as JSON."""
    hash: str
    """SHA-256 of `text`, in hexadecimal."""

    @classmethod
    def put(cls, spec: ModelSpec, request: Request) -> Question:
        """The question that sends `request` to the model of `spec`."""
        text = msgspec.json.encode({"model": _shaping(spec), "request": request})
        return cls(spec, request, text.decode(), hashlib.sha256(text).hexdigest())


class Client:
    """Asks models. An async context manager; use it from one event loop."""

    def __init__(self, settings: Settings | None = None, spent: Cost | None = None):
        self.settings = settings or Settings()
        self.budget = Budget(self.settings.budget_usd, self.settings.budget_tokens, spent)
        self._accounts: dict[tuple[str, str, str | None], _Account] = {}
        self._prices: dict[ModelSpec, PriceList | None] = {}
        self._connecting = asyncio.Lock()
        self._stopped = False

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        while self._accounts:
            _, account = self._accounts.popitem()
            await account.provider.aclose()

    async def open(self, specs: Iterable[ModelSpec]) -> None:
        """Connect to the models of a run before it starts.

        Raises `ConfigError` if a key is missing, if a local model can't be loaded, or if a model
        has no price and the budget is in dollars.
        """
        for spec in specs:
            self.price(spec)
            await self._account(spec)

    def price(self, spec: ModelSpec) -> PriceList | None:
        """The model's prices, or None if unknown.

        Raises `ConfigError` if they are unknown and the budget is in dollars.
        """
        if spec not in self._prices:
            price = price_list(spec, self.settings.prices)
            if price is None and self.settings.budget_usd is not None:
                raise ConfigError(
                    f"llm {spec.name}: the price is unknown, so budget_usd can't be enforced; "
                    "add it under models.prices, or use budget_tokens instead"
                )
            self._prices[spec] = price
        return self._prices[spec]

    async def models(self, spec: ModelSpec) -> tuple[str, ...] | Failure:
        """The names of the models that the spec's account offers, or why they are unknown."""
        account = await self._account(spec)
        listed = await _within(self.settings.retry.timeout, account.provider.models())
        return _masked(listed) if isinstance(listed, Failure) else listed

    async def ask(
        self, question: Question, ask: int = 0, record: Record = lambda _: None
    ) -> Answer:
        """The model's answer, usable or not. `record` is called once for each attempt.

        Raises `CallFailed` if no attempt delivered an answer, `BudgetSpent` if the next attempt
        may cost more than the budget has left, `Stopped` after `stop`, and `ConfigError` as `open`
        does.
        """
        spec = question.spec
        call = _Call(question, ask, self.price(spec), self.settings)
        account = await self._account(spec)
        attempt = partial(self._attempt, account, call, record)
        tried = await until_settled(self.settings.retry, attempt)
        if isinstance(tried.result, Failure):
            raise CallFailed(spec.name, tried.result.outcome, tried.result.message)
        return tried.result

    def record_cached(self, question: Question, answer: Answer, ask: int) -> CallRecord:
        """The record of an answer from a cache: no call, no cost."""
        call = _Call(question, ask, FREE, self.settings)
        unpaid = structs.replace(answer, usage=Usage())
        record = call.ended(unpaid, 0.0, 0.0)
        return structs.replace(record, outcome=Outcome.CACHED, asked_as=None)

    def stop(self) -> None:
        """Start no further attempt; asking raises `Stopped`. Attempts in flight are completed."""
        self._stopped = True

    async def _attempt(self, account: _Account, call: _Call, record: Record) -> Tried:
        queued_at = perf_counter()
        await account.limiter.enter()
        result: Answer | Failure = _GIVEN_UP
        try:
            await account.keep_pace(call.likely_tokens)
            if self._stopped:
                raise Stopped("the run is stopping; no new calls are made")
            await self.budget.reserve(call.worst)
            sent_at = perf_counter()
            try:
                sending = account.provider.send(call.question.spec, call.question.request)
                reply = await _within(call.seconds_left, sending)
                result = _judged(reply, call.question.request)
            finally:
                self.budget.settle(call.worst, call.cost(result))
                record(call.ended(result, sent_at - queued_at, perf_counter() - sent_at))
        finally:
            account.leave(call.likely_tokens, result)
        if isinstance(result, Answer):
            # Only the record keeps the reasoning; agents, journal and cache don't use it.
            result = structs.replace(result, reasoning=None)
        return Tried(result, call.busy_s)

    async def _account(self, spec: ModelSpec) -> _Account:
        key = (spec.api, spec.account, spec.api_key_env)
        if key not in self._accounts:
            async with self._connecting:
                if key not in self._accounts:
                    limits = self.settings.limits_of(spec)
                    provider = await connect(spec, limits.concurrency)
                    self._accounts[key] = _Account(provider, limits)
        return self._accounts[key]


class _Account:
    """The connection to an account, with its limits."""

    def __init__(self, provider: Provider, limits: Limits):
        self.provider = provider
        self.limiter = ConcurrencyLimiter(limits.concurrency)
        self._requests = RateLimiter(limits.requests_per_minute)
        self._tokens = RateLimiter(limits.tokens_per_minute)

    async def keep_pace(self, tokens: int) -> None:
        now = perf_counter()
        delay = max(self._requests.book(1, now), self._tokens.book(tokens, now))
        if delay > 0:
            await asyncio.sleep(delay)

    def leave(self, booked_tokens: int, result: Answer | Failure) -> None:
        failed = isinstance(result, Failure)
        self.limiter.leave(result.outcome if failed else Outcome.OK)
        if (usage := _usage(result)) is not None:
            self._tokens.refund(booked_tokens - usage.total_tokens)


class _Call:
    """A question being asked: its worst-case cost and its attempts so far."""

    def __init__(self, question: Question, ask: int, prices: PriceList | None, settings: Settings):
        size = len(question.text.encode())
        # A token is at least one byte.
        worst = Usage(size + _OVERHEAD_TOKENS, question.spec.max_tokens)
        self.question = question
        self.worst = Cost(worst.total_tokens, prices.worst(worst) if prices else 0.0)
        self.likely_tokens = size // 4 + question.spec.max_tokens
        self.busy_s = 0.0
        self._ask = ask
        self._attempts = 0
        self._prices = prices
        self._settings = settings

    @property
    def seconds_left(self) -> float:
        retry = self._settings.retry
        return min(retry.timeout, retry.deadline - self.busy_s)

    def cost(self, result: Answer | Failure) -> Cost:
        """The cost of an attempt, or its worst case if unknown."""
        usage = _usage(result)
        if usage is None:
            return self.worst
        return Cost(usage.total_tokens, self._prices.of(usage) if self._prices else 0.0)

    def ended(self, result: Answer | Failure, queued_s: float, latency_s: float) -> CallRecord:
        """The record of the attempt that has just ended."""
        spec, keep = self.question.spec, self._settings.keep == "full"
        attempt = self._attempts
        self._attempts += 1
        self.busy_s += latency_s
        usage = _usage(result)
        answer = None if isinstance(result, Failure) else result
        response = result.message if isinstance(result, Failure) else result.text
        return CallRecord(
            ask=self._ask,
            attempt=attempt,
            provider=spec.provider,
            model=spec.model,
            served_model=None if answer is None else answer.served_model,
            outcome=result.outcome,
            finish_reason=None if answer is None else answer.finish_reason,
            queued_s=queued_s,
            latency_s=latency_s,
            input_tokens=None if usage is None else usage.input_tokens,
            cached_input_tokens=None if usage is None else usage.cached_input_tokens,
            output_tokens=None if usage is None else usage.output_tokens,
            reasoning_tokens=None if usage is None else usage.reasoning_tokens,
            usd=None if usage is None or self._prices is None else self._prices.of(usage),
            request_hash=self.question.hash,
            request=redact(self.question.text) if keep else None,
            response=response if keep else None,
            reasoning=answer.reasoning if answer is not None and keep else None,
            asked_as=None if self.question.request.schema is None else "schema",
        )


@lru_cache(maxsize=1024)
def _shaping(spec: ModelSpec) -> msgspec.Raw:
    """What the config declares about a model that affects its answers, as JSON."""
    return msgspec.Raw(msgspec.json.encode(spec.declared))


def _usage(result: Answer | Failure) -> Usage | None:
    """The tokens an attempt used: zero if it was rejected, None if unknown."""
    if isinstance(result, Answer):
        return result.usage
    return None if result.may_be_billed else Usage()


async def _within(seconds: float, sending: Awaitable[_Delivered]) -> _Delivered | Failure:
    try:
        async with asyncio.timeout(seconds):
            return await sending
    except TimeoutError:
        return classify.of_timeout(seconds)
    except asyncio.CancelledError as error:
        # The traceback contains SDK frames whose local variables hold the key.
        raise error.with_traceback(None)  # noqa: B904


def _judged(result: Reply | Failure, request: Request) -> Answer | Failure:
    """The answer in a reply. Secrets that the server echoed are masked."""
    if isinstance(result, Failure):
        return _masked(result)
    clean = structs.replace(
        result,
        text=redact(result.text),
        served_model=result.served_model and redact(result.served_model),
        finish_reason=result.finish_reason and redact(result.finish_reason),
        reasoning=result.reasoning and redact(result.reasoning),
    )
    return judge(clean, request.schema)


def _masked(failure: Failure) -> Failure:
    return structs.replace(failure, message=redact(failure.message))
