"""One game between agents: passes each decision of the engine to an agent and plays its answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from codenames_sim.agents import TeamAgents, Turn
from codenames_sim.rules import Action, Decision, Game, OperativeView, SpymasterView, Team

if TYPE_CHECKING:
    from codenames_sim.llm import DecisionSession


OpenSession = Callable[[str, int], "DecisionSession | None"]
"""Opens a seat's connection to language models for one decision, by seat and decision number."""


async def play_match(
    game: Game,
    teams: Mapping[Team, TeamAgents],
    rng_seed: str,
    open_session: OpenSession = lambda seat, decision: None,
) -> None:
    """Plays a game to its end.

    The agents' randomness is seeded by `rng_seed`, the seat and the number of the decision. Agents
    can compute all three, so `rng_seed` must not depend on the key. Raises SeatError if an agent
    raises an exception or answers outside its options. The game then has the state in which that
    agent was asked.
    """

    def turn_of(decision: Decision, seat: str) -> Turn:
        return Turn(
            f"{rng_seed}/{seat}/{decision.number}",
            open_session(seat, decision.number),
            lambda index: turn_of(decision, f"{decision.seat}.{index}"),
        )

    while (decision := game.decision) is not None:
        seat = decision.seat if decision.role == "spymaster" else f"{decision.seat}.0"
        try:
            game.play(await _answer(teams[decision.team], decision, turn_of(decision, seat)))
        except Exception as fault:
            raise SeatError(seat, fault) from fault


class SeatError(Exception):
    """An agent failed, which ends its game. The cause can be any exception of the agent's code."""

    def __init__(self, seat: str, fault: Exception):
        self.seat = seat
        super().__init__(f"{seat}: {type(fault).__name__}: {fault}")


async def _answer(agents: TeamAgents, decision: Decision, turn: Turn) -> Action:
    view = decision.view
    if decision.kind == "guess":
        return await agents.operative.guess(cast(OperativeView, view), turn)
    if decision.kind == "clue":
        return await agents.spymaster.give_clue(cast(SpymasterView, view), turn)
    return await agents.spymaster.cover(cast(SpymasterView, view), turn)
