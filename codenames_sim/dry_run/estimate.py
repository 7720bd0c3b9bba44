"""What a run will take: calls, tokens, dollars and minutes, as a range, and how that is known.

Games are rehearsed to see which prompts are made and how many. What a model makes of a prompt
(tokens, reasoning, tries, seconds) is taken from earlier runs where it was asked, and otherwise
assumed within wide bounds.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from codenames_sim.dry_run.rehearsal import Asked, rehearse
from codenames_sim.errors import RunError
from codenames_sim.llm import ModelSpec, Outcome, Usage
from codenames_sim.llm.prices import PriceList, price_list
from codenames_sim.records import Run
from codenames_sim.tournament import Plan, fixtures, model_games, other_version

GAMES = 12
"""About how many games are rehearsed."""
FEWEST_CALLS = 30
"""Delivered answers of earlier runs from which a model is known."""
_COLUMNS = ["provider", "outcome", "input_tokens", "output_tokens", "latency_s", "request"]


@dataclass(frozen=True)
class Range:
    """From the least to the most that is expected."""

    low: float
    high: float

    def __add__(self, other: Range) -> Range:
        return Range(self.low + other.low, self.high + other.high)

    def __mul__(self, other: Range) -> Range:
        return Range(self.low * other.low, self.high * other.high)


NOTHING = Range(0.0, 0.0)


@dataclass(frozen=True)
class Manner:
    """How a model answers."""

    known_from: int
    """Answers of earlier runs that this is taken from; 0 where it is assumed."""
    tokens_a_character: Range
    """Of a prompt."""
    output_tokens: Range
    """Of an answer, reasoning included."""
    tries: Range
    """Calls for a question: re-asks and retries."""
    seconds: Range
    """Of one call."""


ASSUMED = Manner(0, Range(0.2, 0.35), Range(20, 40), Range(1.0, 1.3), Range(1.0, 6.0))
"""Of a model without reasoning, by the English of this project's prompts (0.27 tokens a character
with the tokenizer of SmolLM2) and room around it."""
REASONING = Range(0.0, 800.0)
"""Tokens of reasoning that a hosted model of unknown habits may add to an answer."""
LOCAL_SECONDS = Range(2.0, 30.0)


@dataclass(frozen=True)
class ModelEstimate:
    """What the questions to one model will take."""

    model: str
    calls: Range
    input_tokens: Range
    output_tokens: Range
    usd: Range | None
    """None where its price is unknown."""
    most_usd: float | None
    """Dollars for as many calls as `calls` allows, if every answer is as long as `max_tokens`
    allows."""
    known_from: int
    """As in `Manner`."""


@dataclass(frozen=True)
class Estimate:
    """What a run will take."""

    games: int
    """With language models; the others cost nothing."""
    rehearsed: int
    models: Sequence[ModelEstimate]
    minutes: Range

    @property
    def usd(self) -> Range | None:
        """All dollars; None where a price is unknown."""
        costs = [model.usd for model in self.models]
        known = [cost for cost in costs if cost is not None]
        return sum(known, NOTHING) if len(known) == len(costs) else None

    @property
    def most_usd(self) -> float | None:
        """All dollars if every answer is as long as `max_tokens` allows; None as in `usd`."""
        costs = [model.most_usd for model in self.models]
        known = [cost for cost in costs if cost is not None]
        return sum(known) if len(known) == len(costs) else None


def estimate(
    plan: Plan, in_flight: int, earlier: Iterable[Path] = (), games: int | None = None
) -> Estimate:
    """Estimates a run that plays `in_flight` games at once, from rehearsals and earlier runs.

    `games` is how many games with language models are to be played, where not all of them are.
    Pairings that are stopped early take less than it says.
    """
    a_board = sum(1 for _ in fixtures(plan, [0]))
    boards = range(min(plan.boards, max(1, GAMES // a_board)))
    asking = (fixture for fixture in fixtures(plan, boards) if fixture.asks_models)
    every = round(sum(model_games(plan).values()))
    games = every if games is None else min(games, every)
    sample = list(islice(asking, 4 * GAMES))
    rehearsed = [rehearse(fixture)[1] for fixture in sample]
    specs = sorted(
        {asked.model for game in rehearsed for asked in game}, key=lambda spec: spec.name
    )
    runs = list(earlier)
    manners = {spec: manner_of(spec, runs) for spec in specs}
    models = [_model(plan, spec, manners[spec], rehearsed, games) for spec in specs]
    return Estimate(
        games, len(sample), models, _minutes(plan, manners, rehearsed, games, in_flight)
    )


def manner_of(spec: ModelSpec, runs: Iterable[Path]) -> Manner:
    """How a model answered in earlier runs; what is assumed where it was hardly asked."""
    calls = [row for folder in runs for row in _earlier_calls(spec, folder)]
    known = [
        row for row in calls if row["request"] and row["input_tokens"] and row["output_tokens"]
    ]
    if len(known) < FEWEST_CALLS:
        seconds = ASSUMED.seconds if spec.base_url else LOCAL_SECONDS
        tokens = ASSUMED.output_tokens + (REASONING if spec.is_hosted else NOTHING)
        return replace(ASSUMED, output_tokens=tokens, seconds=seconds)
    usable = sum(row["outcome"] == Outcome.OK for row in calls)
    return Manner(
        len(known),
        _around([row["input_tokens"] / _said_in(row["request"]) for row in known]),
        _around([row["output_tokens"] for row in known]),
        Range(1.0, len(calls) / max(1, usable)),
        _around([row["latency_s"] for row in known]),
    )


def _earlier_calls(spec: ModelSpec, folder: Path) -> list[dict[str, Any]]:
    run = Run(folder)
    try:
        if other_version(run.manifest) is not None:
            # Another release asks in other words, so its answers have other lengths.
            return []
        calls = run.table("calls", _COLUMNS, ("model", spec.model))
    except RunError:
        return []
    rows: list[dict[str, Any]] = calls.to_pylist()
    return [row for row in rows if row["provider"] == spec.provider]


def _said_in(request: str) -> int:
    """The characters of the messages in a request as the table of calls keeps it."""
    messages = json.loads(request)["request"]["messages"]
    return max(1, sum(len(message["text"]) for message in messages))


def _around(values: Sequence[float]) -> Range:
    """Three standard errors, and a tenth, around the mean."""
    mean = statistics.fmean(values)
    spread = 3 * statistics.pstdev(values) / math.sqrt(len(values)) + mean / 10
    return Range(max(0.0, mean - spread), mean + spread)


def _model(
    plan: Plan, spec: ModelSpec, manner: Manner, rehearsed: Sequence[Sequence[Asked]], games: int
) -> ModelEstimate:
    mine = [[asked for asked in game if asked.model == spec] for game in rehearsed]
    questions = _over_games([len(game) for game in mine], games)
    read = _over_games([sum(_characters(asked) for asked in game) for game in mine], games)
    calls = questions * manner.tries
    tokens_in = read * manner.tokens_a_character * manner.tries
    tokens_out = calls * manner.output_tokens
    prices = price_list(spec, plan.models.prices)
    usd, most_usd = None, None
    if prices is not None:
        low = _dollars(prices, calls.low, tokens_in.low, tokens_out.low)
        high = _dollars(prices, calls.high, tokens_in.high, tokens_out.high)
        usd = Range(low, high)
        longest = calls.high * spec.max_tokens
        most_usd = _dollars(prices, calls.high, tokens_in.high, longest)
    return ModelEstimate(spec.name, calls, tokens_in, tokens_out, usd, most_usd, manner.known_from)


def _dollars(prices: PriceList, calls: float, tokens_in: float, tokens_out: float) -> float:
    """What calls of average length cost: a price may depend on the length of each prompt."""
    if not calls:
        return 0.0
    return calls * prices.of(Usage(round(tokens_in / calls), round(tokens_out / calls)))


def _over_games(values: Sequence[float], games: int) -> Range:
    """What all games come to, by those rehearsed."""
    mean = statistics.fmean(values)
    spread = 2 * statistics.pstdev(values) / math.sqrt(len(values)) + mean / 5
    return Range(games * max(0.0, mean - spread), games * (mean + spread))


def _characters(asked: Asked) -> int:
    return sum(len(message.text) for message in asked.request.messages)


def _minutes(
    plan: Plan,
    manners: Mapping[ModelSpec, Manner],
    rehearsed: Sequence[Sequence[Asked]],
    games: int,
    in_flight: int,
) -> Range:
    """Games side by side, each game's calls one after the other, no account beyond its limits."""
    lanes = max(1, min(in_flight, games))
    busy, slowest = NOTHING, NOTHING
    for spec, manner in manners.items():
        asked = [sum(each.model == spec for each in game) for game in rehearsed]
        calls = _over_games(asked, games) * manner.tries
        seconds = calls * manner.seconds
        busy += seconds
        limits = plan.models.limits_of(spec)
        paced = 60 / limits.requests_per_minute if limits.requests_per_minute else 0.0
        slowest = Range(
            max(slowest.low, seconds.low / limits.concurrency, calls.low * paced),
            max(slowest.high, seconds.high / limits.concurrency, calls.high * paced),
        )
    return Range(max(busy.low / lanes, slowest.low) / 60, max(busy.high / lanes, slowest.high) / 60)
