"""Separates the ratings of teams into the ratings of spymasters and of operatives.

A team's strength is its spymaster's, plus its operatives', plus their fit. The roles are the
least-squares fit of the teams' strengths on who sits where, with a mean of 0 for each role. The fit
of a team is its residual. So roles describe the teams that played: a spymaster's rating says how
much stronger teams were with it, over the operatives that it had. Roles and fits are linear
combinations of the teams' strengths. Their intervals follow from the Bradley-Terry model.

A fit is small and is estimated from few games. So the best guess is shrunk: it is the estimate
times τ² r / (τ² r + v). v is the variance of the estimate, τ² the variance of fits in general, and
r the share of it that remains after the roles are fitted (a diagonal element of I - H, where H is
the hat matrix). τ² is the sum of the squared estimates minus the sum of their variances, divided by
the residual degrees of freedom, and at least 0 (the method of moments of Hedges, Psychological
Bulletin 93, 1983).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from codenames_sim.stats.bradley_terry import ELO, BradleyTerry, Rating
from codenames_sim.stats.likelihood import Array

Role = Literal["spymaster", "operatives"]


class Team(NamedTuple):
    """The agents of a team, by role."""

    spymaster: str
    operatives: str


@dataclass(frozen=True)
class RoleRating:
    """The rating of an agent, or of a panel, in a role."""

    role: Role
    agent: str
    group: int
    """The number of its group, from 1. Ratings can be compared only within a group."""
    partners: int
    """The number of partners with which it played."""
    rating: Rating | None
    """None if nobody else in its group has this role, so that there is no comparison."""


@dataclass(frozen=True)
class Fit:
    """How much stronger a team is than the sum of its roles."""

    team: Team
    rating: Rating
    """The estimate before shrinking."""
    shrunk: float
    """The best guess, in Elo."""


@dataclass(frozen=True)
class RoleTable:
    """The ratings of roles, and the fits of teams."""

    roles: Sequence[RoleRating]
    fits: Sequence[Fit]
    """The fits in groups that have more teams than role parameters and no flagged fit."""


def role_table(model: BradleyTerry, teams: Mapping[str, Team]) -> RoleTable:
    """The roles in a model whose players are teams. Only the teams in `teams` are used.

    Agents are in the same group if shared partners link them, directly or through other agents. A
    team that shares no agent with another team is a group of its own, and its roles can't be
    separated.
    """
    roles: list[RoleRating] = []
    fits: list[Fit] = []
    for number, group in enumerate(_groups(teams), start=1):
        parts = _Parts(model, group)
        for role in ("spymaster", "operatives"):
            roles += parts.roles(role, number)
        fits += parts.fits()
    return RoleTable(roles, fits)


class _Parts:
    """The teams of one group."""

    def __init__(self, model: BradleyTerry, group: Mapping[str, Team]):
        self.model = model
        self.group = group
        self.place = [model.games.players.index(name) for name in group]
        self.agents: dict[Role, list[str]] = {
            "spymaster": list(dict.fromkeys(team.spymaster for team in group.values())),
            "operatives": list(dict.fromkeys(team.operatives for team in group.values())),
        }
        self.design = np.column_stack(
            [np.ones((len(group), 1)), *[self._seats(role) for role in self.agents]]
        )
        self.solution = np.linalg.pinv(self.design)

    def roles(self, role: Role, number: int) -> list[RoleRating]:
        agents = self.agents[role]
        begin = 1 if role == "spymaster" else len(self.agents["spymaster"])
        effects = _coding(len(agents)) @ self.solution[begin : begin + len(agents) - 1]
        ratings: list[RoleRating] = []
        for agent, effect in zip(agents, effects, strict=True):
            names = [name for name, team in self.group.items() if getattr(team, role) == agent]
            rating = self._compared(effect, names) if len(agents) > 1 else None
            ratings.append(RoleRating(role, agent, number, len(names), rating))
        return ratings

    def fits(self) -> list[Fit]:
        rest = np.eye(len(self.group)) - self.design @ self.solution
        freedom = len(self.group) - self.design.shape[1]
        if freedom == 0:
            return []
        teams = zip(self.group, rest, strict=True)
        ratings = [self._compared(contrast, [name]) for name, contrast in teams]
        if any(rating.flag for rating in ratings):
            return []
        weights = np.array([self._contrast(contrast) for contrast in rest])
        variances = np.diag(weights @ self.model.covariance @ weights.T) * ELO**2
        raw = np.array([rating.interval.estimate for rating in ratings])
        spread = max(0.0, float(raw @ raw - variances.sum()) / freedom)
        share = spread * np.diag(rest) / (spread * np.diag(rest) + variances)
        return [
            Fit(team, rating, float(shrunk))
            for team, rating, shrunk in zip(self.group.values(), ratings, raw * share, strict=True)
        ]

    def _seats(self, role: Role) -> Array:
        agents = self.agents[role]
        seats = [agents.index(getattr(team, role)) for team in self.group.values()]
        return _coding(len(agents))[seats]

    def _compared(self, over_group: Array, names: Sequence[str]) -> Rating:
        games, of = self.model.games, [self.model.games.players.index(name) for name in names]
        played: NDArray[np.bool_] = np.isin(games.first, of) | np.isin(games.second, of)
        return self.model.compared(self._contrast(over_group), played, "unlinked")

    def _contrast(self, over_group: Array) -> Array:
        contrast = np.zeros(len(self.model.parameters))
        contrast[self.place] = over_group
        return contrast


def _coding(size: int) -> Array:
    """The effects of `size` agents from `size - 1` parameters; the last effect makes the sum 0."""
    return np.concatenate([np.eye(size - 1), -np.ones((1, size - 1))])


def _groups(teams: Mapping[str, Team]) -> list[dict[str, Team]]:
    """Groups of teams that are linked by shared agents, the largest group first."""
    spymasters = {team.spymaster: index for index, team in enumerate(teams.values())}
    operatives = {team.operatives: index for index, team in enumerate(teams.values())}
    size = len(teams)
    links = [(index, spymasters[team.spymaster]) for index, team in enumerate(teams.values())]
    links += [(index, operatives[team.operatives]) for index, team in enumerate(teams.values())]
    rows, columns = zip(*links, strict=True) if links else ((), ())
    graph = sparse.coo_array((np.ones(len(links)), (rows, columns)), shape=(size, size))
    count, group = sparse.csgraph.connected_components(graph, directed=False)
    groups: list[dict[str, Team]] = [{} for _ in range(count)]
    for index, (name, team) in zip(group, teams.items(), strict=True):
        groups[index][name] = team
    return sorted(groups, key=lambda inside: -len(inside))
