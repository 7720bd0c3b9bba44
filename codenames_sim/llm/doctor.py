"""Checks whether the models of a config can be asked, and lists the models that are available."""

from __future__ import annotations

from importlib.util import find_spec
from time import perf_counter

from msgspec import Struct

from codenames_sim.errors import ConfigError
from codenames_sim.llm.client import Client, Question, Settings
from codenames_sim.llm.errors import CallFailed
from codenames_sim.llm.messages import CallRecord, Failure, Message, Outcome, Request, Schema
from codenames_sim.llm.model_spec import DEFAULT_KEYS, ModelSpec, parse_spec
from codenames_sim.llm.retry import Retry

_TINY = Request(
    messages=(Message("user", 'Answer with this JSON object and nothing else: {"word": "yes"}'),),
    schema=Schema(
        name="word",
        json={
            "type": "object",
            "properties": {"word": {"type": "string"}},
            "required": ["word"],
            "additionalProperties": False,
        },
    ),
)


_UNREACHABLE = (Outcome.CONNECTION, Outcome.TIMEOUT, Outcome.LOST)


class Check(Struct, frozen=True):
    """The result of one check that a model must pass before it can play."""

    what: str
    """`key`, `server`, `model`, `answer` or `price`."""
    ok: bool
    found: str
    advice: str = ""
    """How to fix a failure; empty if nothing needs fixing."""


class Reach(Struct, frozen=True):
    """The models of a provider that are available with the current keys and packages."""

    provider: str
    models: tuple[str, ...]
    problem: str = ""
    """Why no models are available."""


async def diagnose(spec: ModelSpec, settings: Settings | None = None) -> list[Check]:
    """Check the key, server, model, a short structured answer, and price, in this order.

    Later checks are left out if the key or the server fails. The answer is a paid call: about a
    hundred tokens, at most the spec's `max_tokens` of output.
    """
    settings = settings or Settings()
    retry = Retry(attempts=1, timeout=min(60.0, settings.retry.timeout))
    async with Client(Settings(settings.limits, retry, settings.prices)) as client:
        try:
            await client.open([spec])
        except ConfigError as error:
            return [Check("key" if spec.base_url else "model", False, error.what)]
        key = f"{spec.api_key_env} is set" if spec.api_key_env else "no key is sent"
        checks = [Check("key", True, key)]
        listed = await client.models(spec)
        if isinstance(listed, Failure) and listed.outcome in _UNREACHABLE:
            advice = f"check that {spec.base_url} is correct and that its server is running"
            return [*checks, Check("server", False, listed.message, advice)]
        checks.append(Check("server", True, f"{spec.base_url or 'this process'} responds"))
        answer = await _answer(client, spec)
        price = _price(client, spec, needed=settings.budget_usd is not None)
        return [*checks, _model(spec, listed, answer.ok), answer, price]


async def reachable_models() -> list[Reach]:
    """The models that each provider offers with the current keys and installed extras."""
    hosted = [await _reach(provider, key) for provider, key in DEFAULT_KEYS.items()]
    if find_spec("xllamacpp") is None:
        return [*hosted, Reach("llamacpp", (), "pip install 'codenames-sim[local]'")]
    return [*hosted, Reach("llamacpp", ("any GGUF file, as llamacpp/PATH",))]


def _model(spec: ModelSpec, listed: tuple[str, ...] | Failure, answered: bool) -> Check:
    if isinstance(listed, Failure):
        return Check("model", answered, "the server does not list its models")
    if spec.model in listed:
        return Check("model", True, "the server lists it")
    offers = ", ".join(listed[:5]) + (" …" if len(listed) > 5 else "")
    advice = "" if answered else f"use one of the listed models: {offers}"
    return Check("model", answered, "the server does not list it", advice)


async def _answer(client: Client, spec: ModelSpec) -> Check:
    started = perf_counter()
    rows: list[CallRecord] = []
    try:
        answer = await client.ask(Question.put(spec, _TINY), record=rows.append)
    except CallFailed as error:
        advice = {
            Outcome.REJECTED: "check that the key is valid, has credit and may use the model",
            Outcome.RATE_LIMITED: "wait, or lower the account's limits",
        }.get(error.outcome, "try again; if the failure persists, contact the provider")
        return Check("answer", False, str(error), advice)
    result = f"{answer.outcome} after {perf_counter() - started:.1f} s"
    if rows[-1].usd is not None:
        result += f" for ${rows[-1].usd:.6f}"
    if answer.outcome is Outcome.OK:
        return Check("answer", True, result)
    advice = {
        Outcome.TRUNCATED: "raise max_tokens, or lower the effort",
        Outcome.UNPARSABLE: "the model does not follow JSON schemas; expect many re-asks",
    }.get(answer.outcome, "")
    return Check("answer", False, f"{result}: {answer.problem}", advice)


def _price(client: Client, spec: ModelSpec, needed: bool) -> Check:
    prices = client.price(spec)
    if prices is None:
        return Check("price", not needed, "unknown", "add it under models.prices to see costs")
    price = prices.tiers[0][1]
    return Check("price", True, f"${price.input:g} in, ${price.output:g} out per million tokens")


async def _reach(provider: str, key: str) -> Reach:
    async with Client(Settings(retry=Retry(attempts=1, timeout=30.0))) as client:
        try:
            listed = await client.models(parse_spec(f"{provider}/any"))
        except ConfigError as error:
            return Reach(provider, (), error.what)
    if isinstance(listed, Failure):
        return Reach(provider, (), f"with the key in {key}: {listed.message}")
    return Reach(provider, tuple(sorted(listed)))
