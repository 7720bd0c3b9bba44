"""Whether a budget still pays for one more game, by what games have cost so far."""

from __future__ import annotations

from collections.abc import Iterable

from codenames_sim.llm import Budget, Cost
from codenames_sim.records import CallRow


class Purse:
    """Counts games against a budget, so that those begun can be expected to be finished.

    Until one has ended nobody knows what a game costs, and all may begin.
    """

    def __init__(self, budget: Budget):
        self._budget = budget
        self._before = budget.spent
        self._begun = 0
        self._ended = 0
        self._cost = Cost()
        """Of the games that have ended."""

    def begin(self) -> bool:
        """Whether one more game may begin; it then counts as begun."""
        if self._ended and not self._pays_for(self._begun + 1 - self._ended):
            return False
        self._begun += 1
        return True

    def end(self, calls: Iterable[CallRow]) -> None:
        """A game has ended, with these calls."""
        self._ended += 1
        for call in calls:
            tokens = (call.input_tokens or 0) + (call.output_tokens or 0)
            self._cost += Cost(tokens, call.usd or 0.0)

    def _pays_for(self, games: int) -> bool:
        """Whether what is left lasts to the end of so many games, less what they have had."""
        budget, share = self._budget, games / self._ended
        had = budget.spent - self._before - self._cost
        for limit, spent, cost, paid in (
            (budget.usd, budget.spent.usd, self._cost.usd, had.usd),
            (budget.tokens, budget.spent.tokens, self._cost.tokens, had.tokens),
        ):
            if limit is not None and spent + cost * share - max(0, paid) > limit:
                return False
        return True
