"""The budget of a run: what has been spent, and what the calls in flight may still cost."""

from __future__ import annotations

import asyncio

from msgspec import Struct

from codenames_sim.llm.errors import BudgetSpent


class Cost(Struct, frozen=True):
    """The cost of a call, or its worst case, in tokens and US dollars."""

    tokens: int = 0
    usd: float = 0.0

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.tokens + other.tokens, self.usd + other.usd)

    def __sub__(self, other: Cost) -> Cost:
        return Cost(self.tokens - other.tokens, self.usd - other.usd)


class Budget:
    """Admits a call only if the budget suffices for the worst case of every call in flight.

    Spending therefore never exceeds the limits, as long as no call costs more than its worst case.
    Use it from one event loop.
    """

    def __init__(
        self, usd: float | None = None, tokens: int | None = None, spent: Cost | None = None
    ):
        self.usd = usd
        self.tokens = tokens
        self.spent = spent or Cost()
        """Settled so far. A call of unknown cost counts as its worst case."""
        self.in_flight = Cost()
        """The sum of the worst cases of all unsettled calls."""
        self._pending = 0
        self._settled = asyncio.Event()

    async def reserve(self, worst: Cost) -> None:
        """Reserve `worst`, waiting if necessary until calls in flight release what they don't use.

        Raises `BudgetSpent` if `worst` would not fit even if the calls in flight cost nothing.
        """
        while not self._fits(self.in_flight + worst):
            if not self._fits(worst):
                raise BudgetSpent(self._complaint(worst))
            await self._settled.wait()
        self.in_flight += worst
        self._pending += 1

    def settle(self, worst: Cost, actual: Cost) -> None:
        """Replace a reservation with the actual cost."""
        self._pending -= 1
        # Reset when nothing is pending, so that rounding errors in the dollars don't accumulate.
        self.in_flight = self.in_flight - worst if self._pending else Cost()
        self.spent += actual
        self._settled.set()
        self._settled.clear()

    def _fits(self, more: Cost) -> bool:
        total = self.spent + more
        return (self.usd is None or total.usd <= self.usd) and (
            self.tokens is None or total.tokens <= self.tokens
        )

    def _complaint(self, worst: Cost) -> str:
        limits = [
            *([] if self.usd is None else [f"${self.spent.usd:.4f} of ${self.usd:.4f}"]),
            *([] if self.tokens is None else [f"{self.spent.tokens} of {self.tokens} tokens"]),
        ]
        return (
            f"{' and '.join(limits)} spent; the next call may cost up to ${worst.usd:.4f} and "
            f"{worst.tokens} tokens"
        )
