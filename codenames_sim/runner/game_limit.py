"""How many games a session may still begin."""

from __future__ import annotations

from collections.abc import Sequence

from codenames_sim.tournament import Fixture


class GameLimit:
    """Counts games against the most that a session may play; None is no limit.

    A mirrored pair is begun only if both its games may be played, unless the limit is one game.
    """

    def __init__(self, most: int | None):
        self._left = most
        self._begun = 0
        self.reached = False
        """Whether a game had to be left for another session."""

    @property
    def counts(self) -> bool:
        """Whether there is a limit."""
        return self._left is not None

    def begin(self, games: Sequence[Fixture]) -> Sequence[Fixture]:
        """Those of `games`, from the first on, that may begin; they then count as begun."""
        if self._left is None:
            return games
        now = games[: self._left]
        if len(now) < len(games):
            self.reached = True
            cut = games[len(now)].pair_id
            whole = [game for game in now if game.pair_id != cut]
            now = whole if whole or self._begun else now
        self._left -= len(now)
        self._begun += len(now)
        return now
