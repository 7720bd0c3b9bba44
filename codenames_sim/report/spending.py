"""What a run will take, and what models will be asked, on the terminal."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from codenames_sim.report.shown import shown
from codenames_sim.runner.estimate import Estimate, Range
from codenames_sim.runner.pilot import PilotEstimate
from codenames_sim.runner.rehearsal import Asked
from codenames_sim.stats import Total

LONGEST_PROMPT = 20_000
"""Characters of a message that are shown."""


def estimate_page(found: Estimate) -> RenderableType:
    """Calls, tokens, dollars and minutes, and how they are known."""
    if not found.models:
        return Text("No language model plays: this run costs nothing.")
    table = _table()
    for model in found.models:
        table.add_row(
            Text(shown(model.model, 60)),
            _range(model.calls),
            _range(model.input_tokens),
            _range(model.output_tokens),
            _dollars(model.usd),
        )
    head = f"{found.games:,} games with language models: {_dollars(found.usd)}, "
    return Group(Text(f"{head}{_minutes(found.minutes)}\n"), table, _how(found))


def pilot_notice(found: Estimate, folder: str, budget_usd: float | None) -> str:
    """What a pilot will take, to be said before it is paid for."""
    most = "an unknown sum" if found.most_usd is None else _usd(found.most_usd)
    budget = (
        "The config sets no budget (models.budget_usd)."
        if budget_usd is None
        else f"The budget of {_usd(budget_usd)} is never exceeded."
    )
    return (
        f"Pilot: {found.games:,} games into {folder}, for {_dollars(found.usd)} as rehearsed; "
        f"{most} if every answer is as long as max_tokens allows. {budget}"
    )


def pilot_page(found: PilotEstimate) -> RenderableType:
    """The whole run's calls, tokens, dollars and minutes, with 95 % intervals, by its pilot."""
    table = _table()
    for model in found.models:
        table.add_row(
            Text(shown(model.model, 60)),
            _total(model.calls, _short),
            _total(model.input_tokens, _short),
            _total(model.output_tokens, _short),
            _total(model.usd, _usd) if model.usd else "unknown",
        )
    usd = "unknown dollars" if found.usd is None else _total(found.usd, _usd)
    head = f"{found.games:,} games with language models: {usd}; "
    minutes = f"{_total(found.minutes, _short_minutes)} minutes"
    return Group(Text(f"{head}{minutes}\n"), table, _pilot_notes(found))


def _pilot_notes(found: PilotEstimate) -> Text:
    paid = "unknown dollars" if found.paid is None else _usd(found.paid)
    lines = [
        f"\nBy {found.played:,} games, which cost {paid}, of {found.seen:,} of the "
        f"{found.pairings:,} pairings in which language models play. In brackets: 95 % intervals."
    ]
    totals = [found.minutes, *[model.calls for model in found.models]]
    if found.seen < found.pairings:
        lines.append(
            "The intervals are unknown until each pairing has been played; "
            f"--pilot {2 * found.pairings} plays each twice."
        )
    elif any(total.interval is None for total in totals):
        lines.append("An interval is unknown where the games of the pilot do not differ.")
    if found.void:
        lines.append(f"{found.void:,} of the games are void; they count as they are.")
    if found.unknown_calls:
        lines.append(
            f"{found.unknown_calls:,} calls got no answer. What they cost is unknown and is not in "
            "the figures."
        )
    return Text("\n".join(lines))


def prompts_page(asked: Sequence[Asked]) -> RenderableType:
    """Every question of a rehearsed game, and what was answered for the model."""
    parts: list[RenderableType] = []
    for at, each in enumerate(asked, start=1):
        title = f"{at}/{len(asked)} · {each.seat} · {shown(each.model.name, 60)}"
        parts.append(Rule(title, align="left"))
        for message in each.request.messages:
            parts.append(Text(f"{message.role}:", "bold"))
            lines = message.text[:LONGEST_PROMPT].splitlines()
            parts.append(Text("\n".join(shown(line, LONGEST_PROMPT) for line in lines) + "\n"))
        parts += [Text("understudy:", "bold"), Text(shown(each.answer, LONGEST_PROMPT) + "\n")]
    return Group(*parts)


def _how(found: Estimate) -> Text:
    lines = [
        f"\nCalls and prompts are those of {found.rehearsed} rehearsed games, with other agents "
        "in the models' places."
    ]
    for model in found.models:
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


def _total(found: Total, said: Callable[[float], str]) -> str:
    """An estimate and its interval in brackets."""
    if not found.estimate:
        return said(0.0)
    if found.interval is None:
        return f"{said(found.estimate)} (unknown)"
    low, high = map(said, found.interval)
    return f"{said(found.estimate)} ({low} to {high})"


def _range(found: Range) -> str:
    return f"{_short(found.low)} to {_short(found.high)}"


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


def _dollars(found: Range | None) -> str:
    return "unknown dollars" if found is None else f"{_usd(found.low)} to {_usd(found.high)}"


def _minutes(found: Range) -> str:
    return f"{_short_minutes(found.low)} to {_short_minutes(found.high)} minutes"


def _short_minutes(value: float) -> str:
    return f"{max(0.1, value):,.1f}"
