"""Admits new games as long as the budget is expected to suffice, given the cost of past games."""

from __future__ import annotations

from collections.abc import Iterable

from codenames_sim.llm import Budget, Cost
from codenames_sim.records import CallRow


class GameBudget:
    """Admits a game only if the budget is expected to suffice to finish all games in progress.

    Until the first game has ended, the cost of a game is unknown and every game is admitted.
    """

    def __init__(self, budget: Budget):
        self._budget = budget
        self._before = budget.spent
        self._begun = 0
        self._ended = 0
        self._cost = Cost()
        """The cost of the games that have ended."""

    def begin(self) -> bool:
        """Whether one more game may start. If so, it is counted as started."""
        if self._ended and not self._pays_for(self._begun + 1 - self._ended):
            return False
        self._begun += 1
        return True

    def end(self, calls: Iterable[CallRow]) -> None:
        """Count a game that has ended, with its calls."""
        self._ended += 1
        for call in calls:
            tokens = (call.input_tokens or 0) + (call.output_tokens or 0)
            self._cost += Cost(tokens, call.usd or 0.0)

    def _pays_for(self, games: int) -> bool:
        """Whether the rest of the budget is expected to suffice for `games` unfinished games.

        What these games have already spent is deducted from their expected cost.
        """
        budget, share = self._budget, games / self._ended
        had = budget.spent - self._before - self._cost
        for limit, spent, cost, paid in (
            (budget.usd, budget.spent.usd, self._cost.usd, had.usd),
            (budget.tokens, budget.spent.tokens, self._cost.tokens, had.tokens),
        ):
            if limit is not None and spent + cost * share - max(0, paid) > limit:
                return False
        return True
