"""What a run will take, by the games of its pilot: calls, tokens, dollars and minutes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codenames_sim.llm.prices import price_list
from codenames_sim.records import Run
from codenames_sim.stats import Total, stratified_total
from codenames_sim.tournament import Plan, model_games

_GAMES = ["game_id", "pairing", "pair_number", "status", "seconds"]
_CALLS = ["game_id", "provider", "model", "input_tokens", "output_tokens", "usd", "latency_s"]


@dataclass(frozen=True)
class ModelTotals:
    """What all questions to one model take."""

    model: str
    calls: Total
    input_tokens: Total
    output_tokens: Total
    usd: Total | None
    """None where its price is unknown."""


@dataclass(frozen=True)
class PilotEstimate:
    """What a run takes, by the games of its pilot."""

    games: int
    """With language models, in the whole run; the others cost nothing."""
    pairings: int
    """In which language models play."""
    played: int
    """Of `games`, how many the pilot has played."""
    seen: int
    """Of `pairings`, how many it has played a game of."""
    void: int
    """Of `played`, how many no model's server or agent brought to an end."""
    unknown_calls: int
    """Calls that may have been billed, at an unknown cost; they count as nothing."""
    paid: float | None
    """Dollars for the games played; None where a price is unknown."""
    models: Sequence[ModelTotals]
    usd: Total | None
    minutes: Total


def pilot_estimate(
    plan: Plan, folder: Path, in_flight: int, games: int | None = None
) -> PilotEstimate | None:
    """What a run takes, by the games with language models in a folder; None where there are none.

    `games` is how many of them the run is to play, where not all. The minutes are those of a run
    that plays `in_flight` games at once and whose models answer as fast as in the pilot.
    """
    run, sizes = Run(folder), model_games(plan)
    names = {pairing.name: index for index, pairing in enumerate(sizes)}
    rows = [row for row in _rows(run, "games", _GAMES) if row["pairing"] in names]
    if not rows:
        return None
    every = sum(sizes.values())
    share = 1.0 if games is None else min(1.0, games / every)
    population = [size * share for size in sizes.values()]
    calls = _rows(run, "calls", _CALLS)
    strata = [names[row["pairing"]] for row in rows]
    boards = [row["pair_number"] for row in rows]

    def total(by_game: Mapping[str, float]) -> Total:
        values = [by_game.get(row["game_id"], 0.0) for row in rows]
        return stratified_total(values, strata, boards, population)

    specs = {spec for entrant in plan.entrants.values() for spec in entrant.models}
    unpriced = {spec.name for spec in specs if price_list(spec, plan.models.prices) is None}
    models = []
    for name in sorted({spec.name for spec in specs}):
        mine = [call for call in calls if _model(call) == name]
        counted = [total(_summed(mine, what)) for what in ("", "input_tokens", "output_tokens")]
        usd = None if name in unpriced else total(_summed(mine, "usd"))
        models.append(ModelTotals(name, counted[0], counted[1], counted[2], usd))
    dollars = _summed(calls, "usd")
    lanes = max(1.0, min(in_flight, every * share))
    busy = [(total(_summed(rows, "seconds")), lanes)]
    for account in {spec.account for spec in specs}:
        asked = {spec.name: spec for spec in specs if spec.account == account}
        mine = [call for call in calls if _model(call) in asked]
        limits = plan.models.limits_of(next(iter(asked.values())))
        busy.append((total(_summed(mine, "latency_s")), limits.concurrency))
        if limits.requests_per_minute:
            busy.append((total(_summed(mine)), limits.requests_per_minute / 60))
    return PilotEstimate(
        games=round(every * share),
        pairings=len(sizes),
        played=len(rows),
        seen=len(set(strata)),
        void=sum(row["status"] == "void" for row in rows),
        unknown_calls=sum(call["input_tokens"] is None for call in calls),
        paid=None if unpriced else sum(dollars.values()),
        models=models,
        usd=None if unpriced else total(dollars),
        minutes=_minutes(busy, max(row["seconds"] for row in rows)),
    )


def _minutes(busy: Sequence[tuple[Total, float]], longest: float) -> Total:
    """How long work takes: each total of it, divided by how much is done a second.

    It takes at least as long as the longest game, and its last games may go on that long alone.
    """
    least = longest / 60
    estimate = max(least, *(total.estimate / rate / 60 for total, rate in busy))
    known = [(total.interval, rate) for total, rate in busy if total.interval is not None]
    if len(known) < len(busy):
        return Total(estimate, None)
    low = max(least, *(interval[0] / rate / 60 for interval, rate in known))
    high = max(interval[1] / rate / 60 for interval, rate in known) + least
    return Total(estimate, (low, high))


def _summed(rows: Iterable[Mapping[str, Any]], column: str = "") -> dict[str, float]:
    """The sum of a column for each game, null as nothing; how many rows where none is named."""
    result: dict[str, float] = defaultdict(float)
    for row in rows:
        result[row["game_id"]] += (row[column] or 0.0) if column else 1.0
    return result


def _model(call: Mapping[str, Any]) -> str:
    return f"{call['provider']}/{call['model']}"


def _rows(run: Run, table: str, columns: list[str]) -> list[dict[str, Any]]:
    """These columns of a table; none where nothing has been written yet."""
    if not run.parts(table):
        return []
    rows: list[dict[str, Any]] = run.table(table, columns).to_pylist()
    return rows
