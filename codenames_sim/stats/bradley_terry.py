"""Estimates the strengths of players with Bradley and Terry's model and a first-move term.

The log-odds that the first player wins are its strength, minus the other player's strength, plus
the value of moving first under a condition (for example a split). The model is fitted by maximum
likelihood with one pseudo-game for each strength and each condition, half won and half lost. This
is the log-F(1, 1) prior (Greenland and Mansournia, Statistics in Medicine 34, 2015), which for a
single log-odds is Firth's correction (Biometrika 80, 1993). It keeps all ratings finite.

Games on the same board are not independent. Intervals use the cluster-robust variance (Liang and
Zeger, Biometrika 73, 1986) with the correction G / (G - 1) for G boards, and Student's t with G - 1
degrees of freedom. If the likelihood without the pseudo-games has no finite maximum, the interval
is a profile-likelihood interval, and is flagged. The same holds if the boards give no estimate of
the variance; each board then has the weight of one game.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import linalg, sparse
from scipy.special import stdtrit

from codenames_sim.stats.intervals import Interval
from codenames_sim.stats.likelihood import Array, Likelihood

ELO = 400 / math.log(10)
"""One unit of log-odds on the Elo scale."""

_NO_SPREAD = 1e-9
"""A variance between boards, in log-odds, up to this value is rounding error."""

Flag = Literal["undefeated", "winless", "unlinked", "few boards"]
"""Why an interval is only rough. The player won all games or lost all games. Or it is unlinked: no
wins and losses, its own or others', link it to the players that it is compared with, or the first
move may explain them. Or there are few boards: one, or boards with identical results."""

Indices = NDArray[np.int64]


@dataclass(frozen=True)
class Rating:
    """An estimate on the Elo scale with its interval, and a flag if the interval is only rough."""

    interval: Interval
    flag: Flag | None


@dataclass(frozen=True, eq=False)
class Games:
    """Games as index arrays: the first player, the second player, the condition and the board."""

    players: Sequence[str]
    conditions: Sequence[str]
    first: Indices
    second: Indices
    condition: Indices
    board: Indices
    score: Array
    """The score of the first player: 1, ½ or 0."""

    @staticmethod
    def of(
        first: Sequence[str],
        second: Sequence[str],
        scores: ArrayLike,
        boards: ArrayLike,
        conditions: Sequence[str] | None = None,
    ) -> Games:
        """Games from players' names. Without `conditions` there is one first-move term."""
        n = len(first)
        names, seats = np.unique(np.array([*first, *second], dtype=str), return_inverse=True)
        message = np.array(["all"] * n if conditions is None else conditions, dtype=str)
        kinds, kind = np.unique(message, return_inverse=True)
        _, board = np.unique(np.asarray(boards), return_inverse=True)
        return Games(
            [str(name) for name in names],
            [str(name) for name in kinds],
            seats[:n],
            seats[n:],
            kind,
            board,
            np.asarray(scores, dtype=float),
        )


class BradleyTerry:
    """A fitted model. Its parameters are the strengths, followed by the first-move terms."""

    def __init__(self, games: Games, level: float = 0.95):
        self.games = games
        self.level = level
        self.likelihood = _likelihood(games)
        self.parameters = self.likelihood.maximum()
        """Strengths and first-move terms in log-odds; strengths are relative to each other."""

    @cached_property
    def covariance(self) -> Array:
        """The covariance of the parameters, robust to dependence between games on a board."""
        games, width = self.games, self._width
        boards = int(games.board.max()) + 1
        log_odds = self._strengths[games.first] - self._strengths[games.second]
        log_odds = log_odds + self.parameters[len(games.players) + games.condition]
        rest = games.score - 1 / (1 + np.exp(-log_odds))
        sums = np.zeros(boards * width)
        moves = len(games.players) + games.condition
        for column, sign in ((games.first, 1.0), (games.second, -1.0), (moves, 1.0)):
            index = games.board * width + column
            sums += np.bincount(index, sign * rest, boards * width)
        by_board = sums.reshape(boards, width)
        by_board = by_board - by_board.mean(axis=0)
        bread = linalg.inv(self.likelihood.information(self.parameters))
        covariance: Array = bread @ (by_board.T @ by_board) @ bread * boards / max(1, boards - 1)
        return covariance

    def rating(self, player: str, against: Sequence[str]) -> Rating:
        """A player's rating on the scale on which the mean of the players `against` is 0."""
        contrast = self._unit(player)
        for other in against:
            contrast -= self._unit(other) / len(against)
        return self.compared(contrast, self._of(player), self._why(player))

    def first_move(self, condition: str) -> Rating:
        """The value of moving first under a condition."""
        index = self.games.conditions.index(condition)
        contrast = np.zeros(self._width)
        contrast[len(self.games.players) + index] = 1.0
        return self.compared(contrast, self.games.condition == index, "unlinked")

    def compared(self, contrast: Array, played: NDArray[np.bool_], why: Flag) -> Rating:
        """The estimate of `contrast @ parameters`, to which the games `played` contribute.

        `why` is its flag if the data without the pseudo-games do not bound it.
        """
        n, boards = int(played.sum()), len(np.unique(self.games.board[played]))
        estimate = float(contrast @ self.parameters)
        variance = float(contrast @ self.covariance @ contrast)
        flag: Flag | None = None
        if not contrast.any():
            low = high = 0.0
        elif (bounded := self._bounded(contrast)) and boards > 1 and variance > _NO_SPREAD:
            reach = math.sqrt(variance) * float(stdtrit(boards - 1, (1 + self.level) / 2))
            low, high = estimate - reach, estimate + reach
        else:
            flag = "few boards" if bounded else why
            weight = boards / n if bounded else 1.0
            low, high = self.likelihood.profile_interval(
                self.parameters, contrast, self.level, weight
            )
        return Rating(Interval(estimate * ELO, low * ELO, high * ELO, n, boards), flag)

    @cached_property
    def met(self) -> tuple[str, ...]:
        """The players that met another player."""
        games = self.games
        others = games.first != games.second
        met = np.unique([games.first[others], games.second[others]]).tolist()
        return tuple(games.players[index] for index in met)

    @cached_property
    def linked(self) -> tuple[str, ...]:
        """The largest set of players that wins and losses link to each other. If two sets are the
        largest, all players that met another player."""
        sizes = np.bincount(self._groups)
        largest = np.flatnonzero(sizes == sizes.max())
        if len(largest) > 1:
            return self.met
        inside = np.flatnonzero(self._groups == largest[0]).tolist()
        return tuple(self.games.players[index] for index in inside)

    @property
    def _width(self) -> int:
        return len(self.games.players) + len(self.games.conditions)

    @property
    def _strengths(self) -> Array:
        return self.parameters[: len(self.games.players)]

    def _unit(self, player: str) -> Array:
        unit = np.zeros(self._width)
        unit[self.games.players.index(player)] = 1.0
        return unit

    def _of(self, player: str) -> NDArray[np.bool_]:
        index = self.games.players.index(player)
        played: NDArray[np.bool_] = (self.games.first == index) ^ (self.games.second == index)
        return played

    def _why(self, player: str) -> Flag:
        games, index = self.games, self.games.players.index(player)
        played = self._of(player)
        scores = np.where(games.first == index, games.score, 1 - games.score)[played]
        if (scores == 1).all():
            return "undefeated"
        return "winless" if (scores == 0).all() else "unlinked"

    @cached_property
    def _groups(self) -> Indices:
        """The group of each player. Two players of a group are linked by chains of wins both ways.

        The likelihood without the pseudo-games has a finite maximum only within a group (Ford,
        American Mathematical Monthly 64, 1957).
        """
        games, size = self.games, len(self.games.players)
        scored = [
            (games.first[games.score > 0], games.second[games.score > 0]),
            (games.second[games.score < 1], games.first[games.score < 1]),
        ]
        winners, losers = (np.concatenate(side) for side in zip(*scored, strict=True))
        graph = sparse.coo_array((np.ones(len(winners)), (winners, losers)), shape=(size, size))
        groups = sparse.csgraph.connected_components(graph, connection="strong")[1]
        return groups.astype(np.int64)

    def _bounded(self, contrast: Array) -> bool:
        """Whether the data without the pseudo-games bound a contrast."""
        size = len(self.games.players)
        moves = np.flatnonzero(contrast[size:])
        groups = np.unique(self._groups[np.flatnonzero(np.abs(contrast[:size]) > 1e-12)])
        unbounded = self._moves_unbounded[moves] if len(moves) else self._moves_unbounded
        return len(groups) <= 1 and not unbounded.any()

    @cached_property
    def _moves_unbounded(self) -> NDArray[np.bool_]:
        """Whether a first-move term can grow or fall without limit, with no game less likely.

        The linear programme of Konis (Linear programming algorithms for detecting separated data
        in binary logistic regression models, Oxford 2007). It is skipped if cells that were both
        won and lost determine the term.
        """
        from scipy import optimize

        cells = self.likelihood
        real = slice(0, len(cells.trials) - self._width)
        design, trials = cells.design[real], cells.trials[real]
        won, lost = cells.successes[real] > 0, cells.successes[real] < trials
        against = np.concatenate([-design[won], design[lost]])
        size = len(self.games.players)
        free = linalg.null_space(design[won & lost])
        result = np.zeros(len(self.games.conditions), dtype=bool)
        for index in np.flatnonzero(np.abs(free[size:]).max(axis=1, initial=0.0) > 1e-9):
            for sign in (-1.0, 1.0):
                goal = np.zeros(self._width)
                goal[size + index] = sign
                bounds = (-1.0, 1.0)
                best = optimize.linprog(goal, against, np.zeros(len(against)), bounds=bounds)
                result[index] |= float(goal @ np.asarray(best.x)) < -1e-7
        return result


def _likelihood(games: Games) -> Likelihood:
    """Cells of games with the same odds, followed by one pseudo-game for each parameter."""
    players, kinds = len(games.players), len(games.conditions)
    width = players + kinds
    code = (games.first * players + games.second) * kinds + games.condition
    cells, cell = np.unique(code, return_inverse=True)
    design = np.zeros((len(cells), width))
    rows = np.arange(len(cells))
    teams, kind = np.divmod(cells, kinds)
    np.add.at(design, (rows, teams // players), 1.0)
    np.add.at(design, (rows, teams % players), -1.0)
    design[rows, players + kind] = 1.0
    return Likelihood(
        np.concatenate([design, np.eye(width)]),
        np.concatenate([np.bincount(cell, minlength=len(cells)), np.ones(width)]),
        np.concatenate([np.bincount(cell, games.score, len(cells)), np.full(width, 0.5)]),
    )


def ratings(
    games: Games, anchor: str | None = None, level: float = 0.95
) -> tuple[Mapping[str, Rating], Mapping[str, Rating]]:
    """The ratings of all players, and the value of moving first under each condition, in Elo.

    The anchor's rating is 0. Without an anchor, the mean rating of the largest set of linked
    players is 0. Players that met only themselves have no rating. Without games there are no
    ratings.
    """
    if not len(games.score):
        return {}, {}
    model = BradleyTerry(games, level)
    base = model.linked if anchor is None else (anchor,)
    return (
        {player: model.rating(player, base) for player in model.met},
        {condition: model.first_move(condition) for condition in games.conditions},
    )
