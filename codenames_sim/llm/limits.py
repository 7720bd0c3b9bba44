"""How fast an account is asked: a pace, and a number of calls in flight that adapts."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Annotated

from msgspec import Meta, Struct

from codenames_sim.llm.messages import Outcome


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """What an account allows. Null: no such limit."""

    concurrency: Annotated[int, Meta(ge=1)] = 128
    """The most calls in flight."""
    requests_per_minute: Annotated[float, Meta(gt=0)] | None = None
    tokens_per_minute: Annotated[float, Meta(gt=0)] | None = None


class Pace:
    """Spreads amounts evenly over time by telling each when it may go.

    A virtual clock says when the account is free again; each booking moves it on. It never lags
    behind the real one, so time in which nothing was asked is not made up for by a burst.
    """

    def __init__(self, per_minute: float | None):
        self._seconds_each = 0.0 if per_minute is None else 60.0 / per_minute
        self._free_at = 0.0

    def book(self, amount: float, now: float) -> float:
        """Seconds from `now` until `amount` may go."""
        start = max(now, self._free_at)
        self._free_at = start + amount * self._seconds_each
        return start - now

    def refund(self, amount: float) -> None:
        """Give back what a booking did not need (or, if negative, take what it needed more)."""
        self._free_at -= amount * self._seconds_each


class Gate:
    """Lets calls in, first come first served, up to a limit that follows what the account bears.

    It starts low and opens a place for each success while places are what calls wait for, until
    the first 429. From then on each 429 closes half a place, so that one that turns everything
    away halves the limit, and each success opens a small part of one. So the limit settles where
    a few calls in a hundred are turned away. Server errors and timeouts say nothing of the
    account, and leave it.
    """

    _START = 32.0
    _CLOSED_BY_429 = 0.5
    _OPENED_BY_SUCCESS = 0.025

    def __init__(self, most: int):
        self._most = float(most)
        self._limit = min(self._most, self._START)
        self._opened = 1.0
        self._inside = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    @property
    def limit(self) -> int:
        """How many may be inside now."""
        return int(self._limit)

    async def enter(self) -> None:
        """Wait for a place, to be given back by `leave`."""
        if self._inside < self.limit and not self._waiting:
            self._inside += 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._free_place()
            raise

    def leave(self, outcome: Outcome) -> None:
        """Give the place back and say how the call went."""
        if outcome is Outcome.RATE_LIMITED:
            self._limit = max(1.0, self._limit - self._CLOSED_BY_429)
            self._opened = self._OPENED_BY_SUCCESS
        elif outcome is Outcome.OK and self._inside >= self.limit:
            self._limit = min(self._most, self._limit + self._opened)
        self._free_place()

    def _free_place(self) -> None:
        self._inside -= 1
        while self._waiting and self._inside < self.limit:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                self._inside += 1
