"""How fast an account is asked."""

from __future__ import annotations

import asyncio
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codenames_sim.llm import Outcome
from codenames_sim.llm.limits import ConcurrencyLimiter, RateLimiter

SECOND = 1.0


@given(
    st.floats(1, 10_000),
    st.lists(st.tuples(st.floats(0, 5), st.integers(1, 100)), min_size=1, max_size=50),
)
def test_no_stretch_of_time_gets_more_than_its_share(
    per_minute: float, asked: list[tuple[float, int]]
) -> None:
    pace, now, starts = RateLimiter(per_minute), 0.0, []
    for pause, amount in asked:
        now += pause
        starts.append((now + pace.book(amount, now), amount))
    for first in range(len(starts)):
        begin = starts[first][0]
        for last in range(first, len(starts)):
            within = sum(amount for _, amount in starts[first:last])
            assert within <= per_minute / 60 * (starts[last][0] - begin) + 1e-6 * within + 1e-6


def test_without_a_limit_nothing_waits() -> None:
    pace = RateLimiter(None)
    assert [pace.book(1000, 5.0) for _ in range(10)] == [0.0] * 10


def test_a_first_request_goes_at_once_however_late() -> None:
    pace = RateLimiter(60)
    assert pace.book(1, 100.0) == 0.0
    assert pace.book(1, 100.0) == pytest.approx(SECOND)


def test_what_was_booked_in_vain_is_given_back() -> None:
    pace = RateLimiter(60)
    pace.book(10, 0.0)
    pace.refund(7)
    assert pace.book(1, 0.0) == pytest.approx(3 * SECOND)


def crowd(
    limiter: ConcurrencyLimiter, calls: int, outcome: Outcome | None = None, bears: float = math.inf
) -> list[Outcome]:
    """So many calls at once, as the gate lets them in.

    Each ends with `outcome`, or is turned away if there are more inside than the account `bears`.
    """
    inside = 0

    async def call() -> Outcome:
        nonlocal inside
        await limiter.enter()
        inside += 1
        ends = outcome or (Outcome.OK if inside <= bears else Outcome.RATE_LIMITED)
        await asyncio.sleep(0)
        inside -= 1
        limiter.leave(ends)
        return ends

    async def go() -> list[Outcome]:
        return await asyncio.gather(*(call() for _ in range(calls)))

    return asyncio.run(go())


def test_it_grows_while_calls_succeed_and_wait_for_a_place() -> None:
    limiter = ConcurrencyLimiter(500)
    start = limiter.limit
    crowd(limiter, 2 * start, Outcome.OK)
    assert start < limiter.limit < 500
    crowd(limiter, 2000, Outcome.OK)
    assert limiter.limit == 500


def test_it_does_not_grow_unused() -> None:
    limiter = ConcurrencyLimiter(500)
    start = limiter.limit
    for _ in range(100):
        crowd(limiter, start - 1, Outcome.OK)
    assert limiter.limit == start


def test_if_all_are_turned_away_it_halves() -> None:
    limiter = ConcurrencyLimiter(32)
    crowd(limiter, 32, Outcome.RATE_LIMITED)
    assert limiter.limit == 16


@pytest.mark.parametrize("outcome", [Outcome.SERVER_ERROR, Outcome.TIMEOUT, Outcome.LOST])
def test_other_failures_leave_it(outcome: Outcome) -> None:
    limiter = ConcurrencyLimiter(100)
    before = limiter.limit
    crowd(limiter, 500, outcome)
    assert limiter.limit == before


@pytest.mark.parametrize("bears", [3, 20, 100, 300])
def test_it_settles_near_what_the_account_bears(bears: int) -> None:
    limiter = ConcurrencyLimiter(500)
    crowd(limiter, 20_000, bears=bears)
    assert bears * 0.8 <= limiter.limit <= bears * 1.2 + 1
    settled = crowd(limiter, 20_000, bears=bears)
    assert settled.count(Outcome.RATE_LIMITED) < 0.1 * len(settled)


def test_it_never_closes_and_always_recovers() -> None:
    limiter = ConcurrencyLimiter(100)
    crowd(limiter, 1000, Outcome.RATE_LIMITED)
    assert limiter.limit == 1
    crowd(limiter, 10_000, Outcome.OK)
    assert limiter.limit == 100


@given(st.data())
def test_places_are_neither_lost_nor_invented(data: st.DataObject) -> None:
    """Whatever ends or is cancelled, and when: never too many inside, and nobody forgotten."""

    async def go() -> None:
        limiter = ConcurrencyLimiter(3)
        inside, most = 0, 0

        async def call(steps: int, outcome: Outcome) -> None:
            nonlocal inside, most
            await limiter.enter()
            inside += 1
            most = max(most, inside)
            try:
                for _ in range(steps):
                    await asyncio.sleep(0)
            finally:
                inside -= 1
                limiter.leave(outcome)

        outcomes = st.sampled_from([Outcome.OK, Outcome.RATE_LIMITED, Outcome.TIMEOUT])
        plans = data.draw(st.lists(st.tuples(st.integers(0, 3), outcomes), max_size=15))
        tasks = [asyncio.ensure_future(call(*plan)) for plan in plans]
        for index in data.draw(st.lists(st.integers(0, 14), max_size=10)):
            await asyncio.sleep(0)
            if index < len(tasks):
                tasks[index].cancel()
        await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), timeout=5)
        assert most <= 3
        for _ in range(limiter.limit):
            await asyncio.wait_for(limiter.enter(), timeout=1)

    asyncio.run(go())
