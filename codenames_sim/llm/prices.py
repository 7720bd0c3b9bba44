"""Prices of calls in US dollars, from `genai-prices` or from the config."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Annotated

from genai_prices import Usage as PricedUsage
from genai_prices import calc_price
from genai_prices.types import ModelPrice, TieredPrices
from msgspec import Meta, Struct

from codenames_sim.llm.messages import Usage
from codenames_sim.llm.model_spec import ModelSpec

_Dollars = Annotated[float, Meta(ge=0)]


class Price(Struct, frozen=True, forbid_unknown_fields=True):
    """US dollars per million tokens."""

    input: _Dollars
    output: _Dollars
    cached_input: _Dollars | None = None
    """None: the same as `input`."""
    cache_write: _Dollars | None = None
    """None: the same as `input`."""

    def of(self, usage: Usage) -> float:
        """Dollars for `usage`. Reasoning tokens are part of the output."""
        cached = self.input if self.cached_input is None else self.cached_input
        written = self.input if self.cache_write is None else self.cache_write
        fresh = usage.input_tokens - usage.cached_input_tokens - usage.cache_write_tokens
        return (
            max(0, fresh) * self.input
            + usage.cached_input_tokens * cached
            + usage.cache_write_tokens * written
            + usage.output_tokens * self.output
        ) / 1e6

    def worst(self, usage: Usage) -> float:
        """Dollars for `usage` if every input token had the highest of the input prices."""
        dearest = max(self.input, self.cached_input or 0, self.cache_write or 0)
        return (usage.input_tokens * dearest + usage.output_tokens * self.output) / 1e6


class PriceList(Struct, frozen=True):
    """The prices of a model by prompt length. Most models have a single tier."""

    tiers: tuple[tuple[int, Price], ...]
    """Pairs of a prompt length and the price above that length, ascending from 0."""

    def of(self, usage: Usage) -> float:
        """Dollars for `usage`."""
        return self._at(usage.input_tokens).of(usage)

    def worst(self, usage: Usage) -> float:
        """The maximum cost in dollars of a call that uses at most `usage`."""
        return max(price.worst(usage) for start, price in self.tiers if start <= usage.input_tokens)

    def _at(self, input_tokens: int) -> Price:
        return [price for start, price in self.tiers if start == 0 or start < input_tokens][-1]


FREE = PriceList(((0, Price(input=0.0, output=0.0)),))


def price_list(spec: ModelSpec, overrides: Mapping[str, Price]) -> PriceList | None:
    """The model's prices: `overrides[provider/model]`, else the published ones, else None.

    A model in this process is free. Published prices come from `genai-prices`, by provider, or by
    base URL if `genai-prices` knows the host.
    """
    if (override := overrides.get(spec.name)) is not None:
        return PriceList(((0, override),))
    if spec.base_url is None:
        return FREE
    try:
        published = (
            calc_price(PricedUsage(), spec.model, provider_id=spec.provider)
            if spec.is_hosted
            else calc_price(PricedUsage(), spec.model, provider_api_url=spec.base_url)
        )
    except LookupError:
        return None
    return _from_published(published.model_price)


def _from_published(model: ModelPrice) -> PriceList | None:
    def steps(price: Decimal | TieredPrices | None) -> Sequence[tuple[int, Decimal]]:
        if isinstance(price, TieredPrices):
            return [(0, price.base), *((tier.start, tier.price) for tier in price.tiers)]
        return [] if price is None else [(0, price)]

    def at(start: int, price: Decimal | TieredPrices | None) -> float | None:
        return next((float(each) for index, each in reversed(steps(price)) if index <= start), None)

    kinds = (model.input_mtok, model.output_mtok, model.cache_read_mtok, model.cache_write_mtok)
    if model.input_mtok is None or model.output_mtok is None:
        return None
    tiers: list[tuple[int, Price]] = []
    for start in sorted({start for kind in kinds for start, _ in steps(kind)}):
        fresh, out, cached, written = (at(start, kind) for kind in kinds)
        tiers.append((start, Price(fresh or 0.0, out or 0.0, cached, written)))
    return PriceList(tuple(tiers))
