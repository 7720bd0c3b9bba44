"""Retries of failed attempts."""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine
from typing import Annotated

from msgspec import Meta, Struct
from tenacity import AsyncRetrying, RetryCallState, retry_if_result

from codenames_sim.llm.messages import Answer, Failure

_Seconds = Annotated[float, Meta(gt=0)]


class Retry(Struct, frozen=True, forbid_unknown_fields=True):
    """How often and for how long a question is tried. Times are in seconds."""

    attempts: Annotated[int, Meta(ge=1)] = 8
    timeout: _Seconds = 300.0
    """For one attempt, from sending to the last byte."""
    deadline: _Seconds = 1200.0
    """For all attempts and the waits between them, without time queued for this client's limits."""
    first_wait: _Seconds = 1.0
    """Upper bound of the first wait. The bound doubles with each attempt."""
    longest_wait: _Seconds = 60.0
    """Upper bound of every wait, including one requested by `retry-after`."""

    def wait(self, failure: Failure, attempts: int) -> float:
        """Seconds to wait after the last of `attempts` attempts failed.

        Random, so that calls that failed together are not retried together.
        """
        if failure.retry_after is not None:
            jitter = random.uniform(0, self.first_wait)
            return min(self.longest_wait, failure.retry_after + jitter)
        backoff = self.first_wait * 2.0 ** (attempts - 1)
        return random.uniform(0, min(self.longest_wait, backoff))


class Tried(Struct, frozen=True):
    """The result of an attempt, and the total seconds of all attempts at the question so far."""

    result: Answer | Failure
    busy_s: float


async def until_settled(
    retry: Retry, attempt: Callable[[], Coroutine[object, object, Tried]]
) -> Tried:
    """Attempt until there is an answer or a permanent failure, or until the limits are reached.

    Returns the last attempt. Exceptions of an attempt propagate.
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

    # Most questions need one attempt and never get here. This saves time: tenacity takes a third
    # of the time of a whole call.
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
    """The failure, if a retry may succeed."""
    return tried.result if isinstance(tried.result, Failure) and tried.result.retry else None
