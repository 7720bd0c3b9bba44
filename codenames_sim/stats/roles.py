"""Who gives good clues and who understands them: teams' ratings taken apart by role.

A team's strength is its spymaster's, plus its operatives', plus their fit. The roles are the least
squares of the teams' strengths on who sits where, each role's mean being 0; the fit is what is left
over. So roles describe the teams that played: a spymaster's rating is how much stronger teams were
with it, over the operatives at hand. Roles and fits are sums of the teams' strengths, and have
their intervals from the Bradley-Terry model of these.

A fit is a small number known from few games, so its best guess is shrunk: the estimate times
τ² / (τ² + v), with v its variance and τ² that of fits in general, which is the mean square of the
estimates less their variances, over the degrees of freedom left (the method of moments of Hedges,
Psychological Bulletin 93, 1983), and at least 0.
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
    """Who sits where."""

    spymaster: str
    operatives: str


@dataclass(frozen=True)
class RoleRating:
    """What an agent, or a panel of them, is worth in a role."""

    role: Role
    agent: str
    group: int
    """Ratings can be compared within a group, numbered from 1, and not between groups."""
    partners: int
    """With how many it played."""
    rating: Rating | None
    """None where nobody else of its group has this role: nothing to compare it with."""


@dataclass(frozen=True)
class Fit:
    """What a spymaster and operatives are together, beyond what each is worth."""

    team: Team
    rating: Rating
    """As estimated, not shrunk."""
    shrunk: float
    """The best guess, in Elo."""


@dataclass(frozen=True)
class RoleTable:
    """Teams' strengths taken apart."""

    roles: Sequence[RoleRating]
    fits: Sequence[Fit]
    """Of groups that have more teams than roles to tell, and all of them linked."""


def role_table(model: BradleyTerry, teams: Mapping[str, Team]) -> RoleTable:
    """The roles in a model whose players are teams; those in `teams` are looked at.

    Agents that have no partner in common, not even through others, are in groups of their own. A
    team that shares no agent with another is such a group: its roles can't be told apart.
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
    """Effects of so many agents from one fewer: the last one's makes the sum 0."""
    return np.concatenate([np.eye(size - 1), -np.ones((1, size - 1))])


def _groups(teams: Mapping[str, Team]) -> list[dict[str, Team]]:
    """Teams that are linked by agents they share, the largest group first."""
    spymasters = {team.spymaster: at for at, team in enumerate(teams.values())}
    operatives = {team.operatives: at for at, team in enumerate(teams.values())}
    size = len(teams)
    links = [(at, spymasters[team.spymaster]) for at, team in enumerate(teams.values())]
    links += [(at, operatives[team.operatives]) for at, team in enumerate(teams.values())]
    rows, columns = zip(*links, strict=True) if links else ((), ())
    graph = sparse.coo_array((np.ones(len(links)), (rows, columns)), shape=(size, size))
    count, group = sparse.csgraph.connected_components(graph, directed=False)
    groups: list[dict[str, Team]] = [{} for _ in range(count)]
    for at, (name, team) in zip(group, teams.items(), strict=True):
        groups[at][name] = team
    return sorted(groups, key=lambda inside: -len(inside))
