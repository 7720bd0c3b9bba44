"""A race between two teams as an absorbing Markov chain."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Step:
    """What one turn brings."""

    found: int
    """Own agents found."""
    given: int
    """The other team's agents uncovered for it."""
    assassin: bool


Steps = Mapping[Step, float]
"""How likely each step is; the chances add up to 1."""


Turns = Callable[[int, int], Steps]
"""The steps of a team by its own agents left and the other team's."""


def race(first: Turns, second: Turns, a: int, b: int) -> float:
    """The chance that the team that moves first wins, with `a` agents to find against `b`.

    A step that finds more than are left finds all. A team wins when its last agent is uncovered,
    in either team's turn, and loses with the assassin. The state is (agents left of both, who
    moves); since agents left never rise, it is solved state by state, and a turn without change is
    an equation of two unknowns (Kemeny and Snell, Finite Markov Chains, 1960). A race that can't
    end counts as even.
    """
    # With l and m left: the first team's chance where it moves, and where the other does.
    won: dict[tuple[int, int], tuple[float, float]] = {}
    for left in range(1, a + 1):
        for other in range(1, b + 1):
            stay1, rest1 = _turn(
                first(left, other), left, other, lambda mine, theirs: won[mine, theirs][1]
            )
            stay2, rest2 = _turn(
                second(other, left), other, left, lambda mine, theirs: 1 - won[theirs, mine][0]
            )
            # v1 = stay1 v2 + rest1, and the second team's chance is 1 - v2 = stay2 (1 - v1) + rest2
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
    """The chance that nothing changes, and the mover's chance to win by a turn that changes it."""
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
