"""A game with a person in one seat, recorded as a run of its own."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from msgspec import structs

from codenames_sim.agents import Operative, Spymaster, TeamAgents, Turn
from codenames_sim.errors import ConfigError, RunError
from codenames_sim.interactive.person_agents import (
    PersonInterface,
    PersonOperative,
    PersonSpymaster,
)
from codenames_sim.llm import BudgetSpent, Client
from codenames_sim.records import Played, TableRows, TableWriter
from codenames_sim.rules import (
    Clue,
    Cover,
    Forfeit,
    Guess,
    OperativeView,
    Role,
    Skip,
    SpymasterView,
    Stop,
    Team,
)
from codenames_sim.runner.concurrent_games import play_fixture, seat_agents
from codenames_sim.runner.folder import close_run, locked, open_run
from codenames_sim.runner.model_access import Models
from codenames_sim.runner.signals import on_interrupt
from codenames_sim.tournament import Entrant, Fixture, Plan, Seat, fixtures
from codenames_sim.yamlfile import did_you_mean

SEATS: Mapping[str, tuple[Team, Role]] = {
    "first.spymaster": ("first", "spymaster"),
    "first.operative": ("first", "operative"),
    "second.spymaster": ("second", "spymaster"),
    "second.operative": ("second", "operative"),
}
"""The seats that a person can take. The first team starts."""


@dataclass(frozen=True)
class Seated:
    """A game to be played, and a person's seat in it."""

    plan: Plan
    fixture: Fixture
    team: Team
    role: Role
    joined: Entrant
    """The person's team as configured, with an agent in the person's seat."""


def take_seat(plan: Plan, seat: str, team: str | None, against: str | None, seed: int) -> Seated:
    """Replace an agent with a person, in a game on the board with this seed.

    The person joins the entrant `team` (default: the first of the config) and plays against the
    entrant `against` (default: the one after `team`). Raises ConfigError if the seat or an entrant
    does not exist.
    """
    if seat not in SEATS:
        raise ConfigError(f"there is no seat '{seat}'; {did_you_mean(seat, SEATS)}")
    seat_team, role = SEATS[seat]
    names = list(plan.entrants)
    joined = _entrant(plan, team or names[0])
    after = names[(names.index(joined.name) + 1) % len(names)]
    opponent = _entrant(plan, against or after)
    mine = _with_person(joined, role)
    split, rules = next(iter(plan.rules.items()))
    game = replace(
        plan,
        rules={split: rules},
        seed=seed,
        boards=1,
        format="round_robin",
        repetitions=1,
        hub_entrants=(),
        rounds=1,
        pool=None,
        stop=None,
        entrants={mine.name: mine, opponent.name: opponent},
    )
    fixture = next(
        fixture
        for fixture in fixtures(game, [0])
        if (fixture.first if seat_team == "first" else fixture.second) is mine
    )
    return Seated(game, fixture, seat_team, role, joined)


def free_folder(results: Path, plan: Plan) -> Path:
    """The first unused folder of `<results>/<config>-play-1`, `-2` and so on."""
    folders = (results / f"{plan.name}-play-{number}" for number in itertools.count(1))
    return next(folder for folder in folders if not folder.exists())


def play_seated(seated: Seated, table: PersonInterface, folder: Path) -> Played:
    """Play the game at the table, and record it in `folder` after it has ended.

    If the person leaves the game (KeyboardInterrupt), nothing is recorded. Raises RunError if the
    budget of language models is spent (nothing is recorded then either), or if the folder is not
    empty or can't be written.
    """
    _reserve(folder)
    try:
        played = asyncio.run(_play(seated, table))
    except BaseException as fault:
        # The reserved folder is removed for any reason that ends the game early.
        folder.rmdir()
        if isinstance(fault, BudgetSpent):
            raise RunError(f"the game was stopped: {fault}") from None
        if isinstance(fault, asyncio.CancelledError):
            raise KeyboardInterrupt from None
        raise
    rows = TableRows()
    rows.add(played)
    with locked(folder):
        open_run(seated.plan, folder)
        writer = TableWriter(folder)
        writer.add(rows.tables())
        writer.flush()
        close_run(folder, 1, int(played.error is not None))
    return played


def _reserve(folder: Path) -> None:
    """Create the folder before the game, so that a bad path is reported before playing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        taken = any(folder.iterdir())
    except OSError as fault:
        raise RunError(f"can't be written: {fault.strerror or fault}", file=folder) from None
    if taken:
        raise RunError("is not empty; choose another folder with --out", file=folder)


async def _play(seated: Seated, table: PersonInterface) -> Played:
    plan, fixture = seated.plan, seated.fixture
    teams, playing = _agents(seated, table), asyncio.current_task()
    assert playing is not None
    with on_interrupt(playing.cancel):
        if not fixture.asks_models:
            return await play_fixture(plan, fixture, teams)
        async with Client(plan.models) as client:
            await client.open({*fixture.first.models, *fixture.second.models})
            return await play_fixture(plan, fixture, teams, Models(client))


def _agents(seated: Seated, table: PersonInterface) -> dict[Team, TeamAgents]:
    """The person, and agents in all other seats that show the game while they decide."""
    agents = seat_agents(structs.replace(seated.fixture, **{seated.team: seated.joined}))
    watched: dict[Team, TeamAgents] = {
        team: TeamAgents(
            _WatchedSpymaster(seats.spymaster, table), _WatchedOperative(seats.operative, table)
        )
        for team, seats in agents.items()
    }
    own = watched[seated.team]
    watched[seated.team] = (
        TeamAgents(PersonSpymaster(table), own.operative)
        if seated.role == "spymaster"
        else TeamAgents(own.spymaster, PersonOperative(table))
    )
    return watched


class _WatchedSpymaster:
    def __init__(self, agent: Spymaster, table: PersonInterface):
        self._agent = agent
        self._table = table

    async def give_clue(self, view: SpymasterView, turn: Turn) -> Clue | Forfeit:
        self._table.wait(view.turns, view.team, "spymaster")
        return await self._agent.give_clue(view, turn)

    async def cover(self, view: SpymasterView, turn: Turn) -> Cover | Skip | Forfeit:
        self._table.wait(view.turns, view.team, "spymaster")
        return await self._agent.cover(view, turn)


class _WatchedOperative:
    def __init__(self, agent: Operative, table: PersonInterface):
        self._agent = agent
        self._table = table

    async def guess(self, view: OperativeView, turn: Turn) -> Guess | Stop | Forfeit:
        self._table.wait(view.turns, view.team, "operative")
        return await self._agent.guess(view, turn)


def _entrant(plan: Plan, name: str) -> Entrant:
    if name not in plan.entrants:
        raise ConfigError(f"there is no entrant '{name}'; {did_you_mean(name, plan.entrants)}")
    return plan.entrants[name]


def _with_person(entrant: Entrant, role: Role) -> Entrant:
    """The entrant under a new name, with a person in place of its agent or panel."""
    made = PersonSpymaster if role == "spymaster" else PersonOperative
    person = Seat("person", f"{made.__module__}:{made.__name__}", {})
    name = f"{entrant.name} + person"
    if role == "spymaster":
        return structs.replace(entrant, name=name, spymaster=person, other_spymasters=())
    return structs.replace(entrant, name=name, operatives=(person,))
