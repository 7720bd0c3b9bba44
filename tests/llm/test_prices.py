"""What calls cost."""

from __future__ import annotations

import pytest
from genai_prices import Usage as PricedUsage
from genai_prices import calc_price
from hypothesis import given
from hypothesis import strategies as st

from codenames_sim.llm import Price, Usage, parse_spec
from codenames_sim.llm.prices import price_list

MODELS = [
    "openai/gpt-5-mini",
    "openai/gpt-5-nano",
    "openai/gpt-4.1",
    "anthropic/claude-sonnet-4-5",
    "anthropic/claude-haiku-4-5",
    "anthropic/claude-opus-4-1",
]


@st.composite
def usages(draw: st.DrawFn) -> Usage:
    total = draw(st.integers(0, 500_000))
    cached = draw(st.integers(0, total))
    written = draw(st.integers(0, total - cached))
    return Usage(total, draw(st.integers(0, 100_000)), cached, written)


@given(usages(), st.sampled_from(MODELS))
def test_it_equals_what_the_price_library_says(usage: Usage, name: str) -> None:
    """Long prompts with prices of their own included."""
    spec = parse_spec(name)
    prices = price_list(spec, {})
    assert prices is not None
    priced = PricedUsage(
        input_tokens=usage.input_tokens,
        cache_read_tokens=usage.cached_input_tokens,
        # The library has no price for writing to OpenAI's cache, which costs what input does.
        cache_write_tokens=usage.cache_write_tokens if spec.provider == "anthropic" else 0,
        output_tokens=usage.output_tokens,
    )
    published = calc_price(priced, spec.model, provider_id=spec.provider)
    assert prices.of(usage) == pytest.approx(float(published.total_price))


@given(usages(), usages(), st.sampled_from(MODELS))
def test_no_usage_within_a_bound_costs_more_than_its_worst(
    usage: Usage, more: Usage, name: str
) -> None:
    prices = price_list(parse_spec(name), {})
    assert prices is not None
    bound = Usage(usage.input_tokens + more.input_tokens, usage.output_tokens + more.output_tokens)
    assert prices.of(usage) <= prices.worst(bound) + 1e-12


def test_each_part_of_the_input_has_its_price() -> None:
    price = Price(input=10.0, output=100.0, cached_input=1.0, cache_write=12.5)
    usage = Usage(
        input_tokens=1_000_000,
        output_tokens=500_000,
        cached_input_tokens=400_000,
        cache_write_tokens=200_000,
        reasoning_tokens=500_000,
    )
    assert price.of(usage) == pytest.approx(0.4 * 10 + 0.4 * 1 + 0.2 * 12.5 + 0.5 * 100)


def test_an_unknown_price_is_unknown_and_a_local_model_free() -> None:
    assert price_list(parse_spec("openai/gpt-99"), {}) is None
    nearby = parse_spec("openai/gpt-5-mini", {"base_url": "http://127.0.0.1:8000/v1"})
    assert price_list(nearby, {}) is None
    local = price_list(parse_spec("llamacpp/a.gguf"), {})
    assert local is not None
    assert local.of(Usage(1000, 1000)) == 0.0


def test_a_known_host_has_its_own_prices() -> None:
    spec = parse_spec(
        "openai/openai/gpt-4o-mini",
        {"base_url": "https://openrouter.ai/api/v1", "api_key_env": "OPENROUTER_API_KEY"},
    )
    prices = price_list(spec, {})
    assert prices is not None
    assert prices.of(Usage(1_000_000, 0)) > 0


def test_the_config_overrides() -> None:
    prices = price_list(parse_spec("openai/gpt-5-mini"), {"openai/gpt-5-mini": Price(1.0, 2.0)})
    assert prices is not None
    assert prices.of(Usage(1_000_000, 1_000_000)) == pytest.approx(3.0)
