"""What a run will take, and what models will be asked, on the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from codenames_sim.report.shown import shown
from codenames_sim.runner.estimate import Estimate, Range
from codenames_sim.runner.rehearsal import Asked

LONGEST_PROMPT = 20_000
"""Characters of a message that are shown."""


def estimate_page(found: Estimate) -> RenderableType:
    """Calls, tokens, dollars and minutes, and how they are known."""
    if not found.models:
        return Text("No language model plays: this run costs nothing.")
    table = Table(box=None, padding=(0, 2, 0, 0))
    for column in ("model", "calls", "input tokens", "output tokens", "dollars"):
        table.add_column(column, justify="left" if column == "model" else "right")
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


def _range(found: Range) -> str:
    return f"{_short(found.low)} to {_short(found.high)}"


def _short(value: float) -> str:
    """Two digits that matter, from a thousand on with k or M."""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{float(f'{value / size:.2g}'):,g}{letter}"
    return f"{float(f'{value:.2g}'):g}"


def _dollars(found: Range | None) -> str:
    return "unknown dollars" if found is None else f"${found.low:,.2f} to ${found.high:,.2f}"


def _minutes(found: Range) -> str:
    return f"{max(0.1, found.low):,.1f} to {max(0.1, found.high):,.1f} minutes"
