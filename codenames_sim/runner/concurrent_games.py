"""Plays many games concurrently in one process."""

from __future__ import annotations

import asyncio
import time
import traceback
from collections.abc import Awaitable, Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import cast

from codenames_sim.agents import (
    Make,
    Operative,
    OperativePanel,
    Spymaster,
    SpymasterPanel,
    TeamAgents,
    make_agent,
)
from codenames_sim.errors import RunError
from codenames_sim.llm import BudgetSpent, Stopped
from codenames_sim.match import SeatError, play_match
from codenames_sim.records import GameLabels, Played, TeamLabels
from codenames_sim.rules import Game, Role, Team
from codenames_sim.runner.decision_journal import journalling_decisions
from codenames_sim.runner.model_access import GameSessions, Models
from codenames_sim.tournament import Entrant, Fixture, Plan

NextGame = Callable[[], Awaitable[Fixture | None]]
"""Waits for the next game to play and returns it; returns None if there are no more."""


def in_order(to_play: Iterator[Fixture]) -> NextGame:
    """A `NextGame` that returns these games in order."""

    async def take() -> Fixture | None:
        return next(to_play, None)

    return take


async def play_all(
    plan: Plan,
    take: NextGame,
    in_flight: int,
    done: Callable[[Played], Awaitable[None]],
    *,
    models: Models | None = None,
    broken_off: Callable[[BudgetSpent | Stopped], None] = lambda why: None,
) -> None:
    """Play the games that `take` returns, at most `in_flight` at a time, and call `done` for each.

    If the models of a game can't be asked any more, the game is abandoned and `broken_off` is
    called with the reason.
    """

    async def lane() -> None:
        try:
            while (fixture := await take()) is not None:
                make: Make = make_agent
                if models is not None and models.journal is not None:
                    make = journalling_decisions(models.journal, fixture.game_id)
                teams = seat_agents(fixture, make)
                await done(await play_fixture(plan, fixture, teams, models))
        except (BudgetSpent, Stopped) as why:
            broken_off(why)

    async with asyncio.TaskGroup() as group:
        for _ in range(in_flight):
            group.create_task(lane())


def seat_agents(fixture: Fixture, make: Make = make_agent) -> dict[Team, TeamAgents]:
    """Create the agents of a game's entrants for every seat."""
    return {"first": _agents(fixture.first, make), "second": _agents(fixture.second, make)}


async def play_fixture(
    plan: Plan,
    fixture: Fixture,
    teams: Mapping[Team, TeamAgents],
    models: Models | None = None,
) -> Played:
    """Play one game. If an agent or a model's server fails, the game is void.

    Raises the errors that concern the whole run: BudgetSpent, Stopped, and RunError of the journal.
    """
    started_at, clock = datetime.now(UTC), time.perf_counter()
    game = Game(fixture.rules, fixture.board)
    sessions = GameSessions(models, game, fixture.game_id)
    error: str | None = None
    try:
        await play_match(game, teams, fixture.rng_seed, sessions.open)
    except SeatError as fault:
        if isinstance(fault.__cause__, BudgetSpent | Stopped | RunError):
            raise fault.__cause__ from None
        error = _described(fault)
    labels = GameLabels(
        plan.run_id,
        fixture.game_id,
        fixture.pairing,
        fixture.pair_number,
        fixture.pair_id,
        fixture.repetition,
        fixture.board_seed,
        plan.words.name,
        fixture.prompts,
        _labels(fixture.first),
        _labels(fixture.second),
    )
    seconds = time.perf_counter() - clock
    return Played(labels, game, error, started_at, seconds, sessions.calls())


def _agents(entrant: Entrant, make: Make) -> TeamAgents:
    made: dict[Role, list[Spymaster | Operative]] = {"spymaster": [], "operative": []}
    for role, seat in entrant.seats:
        made[role].append(make(seat.kind, role, seat.params))
    spymasters = cast(list[Spymaster], made["spymaster"])
    operatives = cast(list[Operative], made["operative"])
    return TeamAgents(
        spymasters[0] if len(spymasters) == 1 else SpymasterPanel(spymasters),
        operatives[0]
        if len(operatives) == 1
        else OperativePanel(operatives, entrant.decide, entrant.rounds),
    )


def _labels(entrant: Entrant) -> TeamLabels:
    spymasters = " + ".join([seat.label for seat in (entrant.spymaster, *entrant.other_spymasters)])
    operatives = tuple([seat.label for seat in entrant.operatives])
    decide = entrant.decide if len(operatives) > 1 else None
    return TeamLabels(entrant.name, spymasters, operatives, decide)


def _described(fault: SeatError) -> str:
    """The error, with the line that raised it if that is outside this package."""
    frames = traceback.extract_tb(fault.__cause__.__traceback__ if fault.__cause__ else None)
    own = [frame for frame in frames if "codenames_sim" not in frame.filename]
    place = f" ({own[-1].filename}:{own[-1].lineno})" if own else ""
    return f"{fault}{place}"
