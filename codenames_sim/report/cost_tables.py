"""What a run will take, and what models will be asked, on the terminal."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from codenames_sim.dry_run.estimate import Estimate, Range
from codenames_sim.dry_run.pilot_estimate import PilotEstimate
from codenames_sim.dry_run.rehearsal import Asked
from codenames_sim.report.sanitize import shown
from codenames_sim.stats import Total

LONGEST_PROMPT = 20_000
"""Characters of a message that are shown."""


def estimate_page(result: Estimate) -> RenderableType:
    """Calls, tokens, dollars and minutes, and how they are known."""
    if not result.models:
        return Text("No language model plays: this run costs nothing.")
    table = _table()
    for model in result.models:
        table.add_row(
            Text(shown(model.model, 60)),
            _range(model.calls),
            _range(model.input_tokens),
            _range(model.output_tokens),
            _dollars(model.usd),
        )
    head = f"{result.games:,} games with language models: {_dollars(result.usd)}, "
    return Group(Text(f"{head}{_minutes(result.minutes)}\n"), table, _how(result))


def pilot_notice(result: Estimate, folder: str, budget_usd: float | None) -> str:
    """What a pilot will take, to be said before it is paid for."""
    most = "an unknown sum" if result.most_usd is None else _usd(result.most_usd)
    budget = (
        "The config sets no budget (models.budget_usd)."
        if budget_usd is None
        else f"The budget of {_usd(budget_usd)} is never exceeded."
    )
    return (
        f"Pilot: {result.games:,} games into {folder}, for {_dollars(result.usd)} as rehearsed; "
        f"{most} if every answer is as long as max_tokens allows. {budget}"
    )


def pilot_page(result: PilotEstimate) -> RenderableType:
    """The whole run's calls, tokens, dollars and minutes, with 95 % intervals, by its pilot."""
    table = _table()
    for model in result.models:
        table.add_row(
            Text(shown(model.model, 60)),
            _total(model.calls, _short),
            _total(model.input_tokens, _short),
            _total(model.output_tokens, _short),
            _total(model.usd, _usd) if model.usd else "unknown",
        )
    usd = "unknown dollars" if result.usd is None else _total(result.usd, _usd)
    head = f"{result.games:,} games with language models: {usd}; "
    minutes = f"{_total(result.minutes, _short_minutes)} minutes"
    return Group(Text(f"{head}{minutes}\n"), table, _pilot_notes(result))


def _pilot_notes(result: PilotEstimate) -> Text:
    paid = "unknown dollars" if result.paid is None else _usd(result.paid)
    lines = [
        f"\nBy {result.played:,} games, which cost {paid}, of {result.seen:,} of the "
        f"{result.pairings:,} pairings in which language models play. In brackets: 95 % intervals."
    ]
    totals = [result.minutes, *[model.calls for model in result.models]]
    if result.seen < result.pairings:
        lines.append(
            "The intervals are unknown until each pairing has been played; "
            f"--pilot {2 * result.pairings} plays each twice."
        )
    elif any(total.interval is None for total in totals):
        lines.append("An interval is unknown where the games of the pilot do not differ.")
    if result.void:
        lines.append(f"{result.void:,} of the games are void; they count as they are.")
    if result.unknown_calls:
        lines.append(
            f"{result.unknown_calls:,} calls got no answer. What they cost is unknown and is not "
            "in the figures."
        )
    return Text("\n".join(lines))


def prompts_page(asked: Sequence[Asked]) -> RenderableType:
    """Every question of a rehearsed game, and what was answered for the model."""
    parts: list[RenderableType] = []
    for index, each in enumerate(asked, start=1):
        title = f"{index}/{len(asked)} · {each.seat} · {shown(each.model.name, 60)}"
        parts.append(Rule(title, align="left"))
        for message in each.request.messages:
            parts.append(Text(f"{message.role}:", "bold"))
            lines = message.text[:LONGEST_PROMPT].splitlines()
            parts.append(Text("\n".join(shown(line, LONGEST_PROMPT) for line in lines) + "\n"))
        parts += [Text("understudy:", "bold"), Text(shown(each.answer, LONGEST_PROMPT) + "\n")]
    return Group(*parts)


def _how(result: Estimate) -> Text:
    lines = [
        f"\nCalls and prompts are those of {result.rehearsed} rehearsed games, with other agents "
        "in the models' places."
    ]
    for model in result.models:
        name = shown(model.model, 60)
        lines.append(
            f"{name}: tokens, tries and seconds as in {model.known_from:,} calls of earlier runs."
            if model.known_from
            else f"{name}: tokens, tries and seconds are assumed; no earlier run asked it enough."
        )
        if model.usd is None:
            lines.append(f"{name}: its price is unknown; give it under models.prices.")
    return Text("\n".join(lines))


def _table() -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for column in ("model", "calls", "input tokens", "output tokens", "dollars"):
        table.add_column(column, justify="left" if column == "model" else "right")
    return table


def _total(result: Total, text: Callable[[float], str]) -> str:
    """An estimate and its interval in brackets."""
    if not result.estimate:
        return text(0.0)
    if result.interval is None:
        return f"{text(result.estimate)} (unknown)"
    low, high = map(text, result.interval)
    return f"{text(result.estimate)} ({low} to {high})"


def _range(result: Range) -> str:
    return f"{_short(result.low)} to {_short(result.high)}"


def _short(value: float) -> str:
    """Two digits that matter, from a thousand on with k or M."""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{float(f'{value / size:.2g}'):,g}{letter}"
    return f"{float(f'{value:.2g}'):g}"


def _usd(value: float) -> str:
    """Cents, or for less than a dollar two digits that matter."""
    places = 2 if value >= 1 or value <= 0 else min(8, 1 - math.floor(math.log10(value)))
    return f"${value:,.{places}f}"


def _dollars(result: Range | None) -> str:
    return "unknown dollars" if result is None else f"{_usd(result.low)} to {_usd(result.high)}"


def _minutes(result: Range) -> str:
    return f"{_short_minutes(result.low)} to {_short_minutes(result.high)} minutes"


def _short_minutes(value: float) -> str:
    return f"{max(0.1, value):,.1f}"
