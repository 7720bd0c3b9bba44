"""When a failed attempt is tried again."""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine
from typing import Annotated

from msgspec import Meta, Struct
from tenacity import AsyncRetrying, RetryCallState, retry_if_result

from codenames_sim.llm.messages import Answer, Failure

_Seconds = Annotated[float, Meta(gt=0)]


class Retry(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a question is tried. Seconds."""

    attempts: Annotated[int, Meta(ge=1)] = 8
    timeout: _Seconds = 300.0
    """For one attempt, from sending to the last byte."""
    deadline: _Seconds = 1200.0
    """For all attempts and the waits between them; time queued for our own limits aside."""
    first_wait: _Seconds = 1.0
    """The most that the first wait may be; it doubles with each attempt …"""
    longest_wait: _Seconds = 60.0
    """… up to this, which is also the most that a provider's `retry-after` can ask for."""

    def wait(self, failure: Failure, attempts: int) -> float:
        """Seconds to wait after the failure of the last of so many `attempts`.

        Random, so that calls that failed together don't come back together.
        """
        if failure.retry_after is not None:
            jitter = random.uniform(0, self.first_wait)
            return min(self.longest_wait, failure.retry_after + jitter)
        backoff = self.first_wait * 2.0 ** (attempts - 1)
        return random.uniform(0, min(self.longest_wait, backoff))


class Tried(Struct, frozen=True):
    """What an attempt led to, and the seconds that all attempts at the question took so far."""

    result: Answer | Failure
    busy_s: float


async def until_settled(
    retry: Retry, attempt: Callable[[], Coroutine[object, object, Tried]]
) -> Tried:
    """Attempt until there is an answer, a failure that no retry mends, or an end of patience.

    Returns the last attempt; what one raises goes through.
    """
    first = await attempt()
    if _passing(first) is None:
        return first
    made = iter([first])

    async def next_attempt() -> Tried:
        return next(made, None) or await attempt()

    def wait(state: RetryCallState) -> float:
        failure = _passing(_tried(state))
        return 0.0 if failure is None else retry.wait(failure, state.attempt_number)

    def is_over(state: RetryCallState) -> bool:
        spent = _tried(state).busy_s + state.idle_for + state.upcoming_sleep
        return state.attempt_number >= retry.attempts or bool(spent >= retry.deadline)

    # Most questions are settled at once and never come here: tenacity takes a third of the time
    # of a whole call.
    retrying = AsyncRetrying(
        retry=retry_if_result(lambda tried: _passing(tried) is not None),
        wait=wait,
        stop=is_over,
        retry_error_callback=_tried,
    )
    return await retrying(next_attempt)


def _tried(state: RetryCallState) -> Tried:
    assert state.outcome is not None
    tried: Tried = state.outcome.result()
    return tried


def _passing(tried: Tried) -> Failure | None:
    """The failure that a retry may mend, if it is one."""
    return tried.result if isinstance(tried.result, Failure) and tried.result.retry else None
