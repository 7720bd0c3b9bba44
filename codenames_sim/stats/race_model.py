"""A model of a game: a race between two teams, as an absorbing Markov chain."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Step:
    """The result of one turn."""

    found: int
    """The number of own agents found."""
    given: int
    """The number of the other team's agents that were guessed by mistake."""
    assassin: bool
    """Whether the assassin was guessed."""


Steps = Mapping[Step, float]
"""The probability of each step. The probabilities add up to 1."""


Turns = Callable[[int, int], Steps]
"""The steps of a team, from its own number of agents left and the other team's."""


def race(first: Turns, second: Turns, a: int, b: int) -> float:
    """The probability that the team that moves first wins, with `a` agents to find against `b`.

    A step that finds more agents than are left finds all of them. A team wins when its last agent
    is found, in either team's turn, and loses if it guesses the assassin. A state is the agents
    left of both teams and the team that moves. The number of agents left never rises, so the chain
    is solved state by state. Turns without change give two equations with two unknowns for each
    state (Kemeny and Snell, Finite Markov Chains, 1960). A race that can't end counts as ½.
    """
    # By agents left: the first team's probability of winning if it moves, and if the other does.
    won: dict[tuple[int, int], tuple[float, float]] = {}
    for left in range(1, a + 1):
        for other in range(1, b + 1):
            stay1, rest1 = _turn(
                first(left, other), left, other, lambda mine, theirs: won[mine, theirs][1]
            )
            stay2, rest2 = _turn(
                second(other, left), other, left, lambda mine, theirs: 1 - won[theirs, mine][0]
            )
            # v1 = stay1 v2 + rest1, and for the second team 1 - v2 = stay2 (1 - v1) + rest2
            endless = 1 - stay1 * stay2
            if endless < 1e-12:
                won[left, other] = (0.5, 0.5)
                continue
            v1 = (stay1 * (1 - stay2 - rest2) + rest1) / endless
            won[left, other] = (v1, 1 - stay2 * (1 - v1) - rest2)
    return won[a, b][0]


def _turn(
    steps: Steps, mine: int, theirs: int, after: Callable[[int, int], float]
) -> tuple[float, float]:
    """The probability of no change, and that of a change after which the moving team wins."""
    stay = rest = 0.0
    for step, chance in steps.items():
        left, other = mine - min(step.found, mine), theirs - min(step.given, theirs)
        if left == 0:
            rest += chance
        elif step.assassin or other == 0:
            continue
        elif left == mine and other == theirs:
            stay += chance
        else:
            rest += chance * after(left, other)
    return stay, rest
