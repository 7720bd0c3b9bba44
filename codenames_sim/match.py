"""One game between agents: asks the engine what is to be decided, asks the agent, plays it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from codenames_sim.agents import TeamAgents, Turn
from codenames_sim.rules import Action, Decision, Game, OperativeView, SpymasterView, Team

if TYPE_CHECKING:
    from codenames_sim.llm import Desk


OpenDesk = Callable[[str, int], "Desk | None"]
"""Where a seat asks language models in a decision, by seat and decision number."""


async def play_match(
    game: Game,
    teams: Mapping[Team, TeamAgents],
    rng_seed: str,
    open_desk: OpenDesk = lambda seat, decision: None,
) -> None:
    """Plays a game to its end.

    The agents' randomness is seeded by `rng_seed`, the seat and the number of the decision; agents
    can compute all three, so `rng_seed` must not depend on the key. What an agent raises is raised
    as SeatError, and so is IllegalAction where an agent answers outside its options; the game is
    then as it was when that agent was asked.
    """

    def turn_of(decision: Decision, seat: str) -> Turn:
        return Turn(
            f"{rng_seed}/{seat}/{decision.number}",
            open_desk(seat, decision.number),
            lambda at: turn_of(decision, f"{decision.seat}.{at}"),
        )

    while (decision := game.decision) is not None:
        seat = decision.seat if decision.role == "spymaster" else f"{decision.seat}.0"
        try:
            game.play(await _answer(teams[decision.team], decision, turn_of(decision, seat)))
        except Exception as fault:
            raise SeatError(seat, fault) from fault


class SeatError(Exception):
    """What an agent did that ended its game. Agents are anyone's code, so it can be anything."""

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
