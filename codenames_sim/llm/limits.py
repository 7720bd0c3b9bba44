"""Limits of an account: a rate, and an adaptive number of concurrent calls."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Annotated

from msgspec import Meta, Struct

from codenames_sim.llm.messages import Outcome


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """The limits of an account. None means no limit."""

    concurrency: Annotated[int, Meta(ge=1)] = 128
    """Maximum number of calls in flight."""
    requests_per_minute: Annotated[float, Meta(gt=0)] | None = None
    tokens_per_minute: Annotated[float, Meta(gt=0)] | None = None


class RateLimiter:
    """A rate limiter that spaces requests (or tokens) evenly.

    A virtual clock says when the account is free again, and each booking advances it. The virtual
    clock never lags behind the real one, so idle time does not allow a later burst.
    """

    def __init__(self, per_minute: float | None):
        self._seconds_each = 0.0 if per_minute is None else 60.0 / per_minute
        self._free_at = 0.0

    def book(self, amount: float, now: float) -> float:
        """Book `amount` and return the seconds from `now` until it may be sent."""
        start = max(now, self._free_at)
        self._free_at = start + amount * self._seconds_each
        return start - now

    def refund(self, amount: float) -> None:
        """Return the unused part of a booking; a negative amount books more."""
        self._free_at -= amount * self._seconds_each


class ConcurrencyLimiter:
    """An adaptive concurrency limit, first come, first served.

    The limit starts at 32 (or the maximum, if lower). While all slots are in use, each success
    adds one slot, until the first 429. From then on each 429 removes half a slot and each success
    adds a fortieth of one. The limit halves if every call gets a 429, and settles where about one
    call in twenty does. Server errors and timeouts say nothing about the account and don't change
    the limit.
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
        """The current limit."""
        return int(self._limit)

    async def enter(self) -> None:
        """Wait for a slot, which `leave` returns."""
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
        """Return the slot and adapt the limit to the call's outcome."""
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
