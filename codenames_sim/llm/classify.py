"""Classifies failed attempts: pure functions from transport errors to a `Failure`."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

import aiohttp

from codenames_sim.llm.messages import Failure, Outcome

_TRANSIENT = {408, 409, 429}
_LONGEST_MESSAGE = 500


def of_status(status: int, headers: Mapping[str, str], body: object) -> Failure:
    """The failure for an HTTP error status."""
    message = f"HTTP {status}: {_text_of(body)}"
    if status == 429 and "insufficient_quota" not in str(body):
        return Failure(Outcome.RATE_LIMITED, message, retry=True, retry_after=retry_after(headers))
    if status >= 500 or status in _TRANSIENT - {429}:
        return Failure(Outcome.SERVER_ERROR, message, retry=True, retry_after=retry_after(headers))
    return Failure(Outcome.REJECTED, message, retry=False)


def of_connection(error: BaseException) -> Failure:
    """The failure for a connection error of an SDK.

    The SDKs' aiohttp transport reports a broken connection as a timeout, so the first aiohttp
    error among the causes decides.
    """
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, aiohttp.ClientError):
        cause = cause.__cause__
    message = f"{type(cause or error).__name__}: {str(cause or error)[:_LONGEST_MESSAGE]}"
    match cause:
        case aiohttp.ClientConnectorError() | aiohttp.ConnectionTimeoutError():
            return Failure(Outcome.CONNECTION, message, retry=True)
        case aiohttp.ServerTimeoutError():
            return Failure(Outcome.TIMEOUT, message, retry=True, may_be_billed=True)
        case aiohttp.InvalidURL():
            return Failure(Outcome.REJECTED, message, retry=False)
    return Failure(Outcome.LOST, message, retry=True, may_be_billed=True)


def of_timeout(seconds: float) -> Failure:
    """The failure for an attempt that was abandoned after `seconds`."""
    message = f"no answer within {seconds:g} s"
    return Failure(Outcome.TIMEOUT, message, retry=True, may_be_billed=True)


def of_body(body: bytes, problem: object) -> Failure:
    """The failure for a success status whose body does not follow the API."""
    start = body[:200].decode("utf-8", errors="replace")
    message = f"HTTP 200 with an unusable body ({problem}): {start}"
    return Failure(Outcome.SERVER_ERROR, message, retry=True, may_be_billed=True)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait, from `retry-after-ms` or `retry-after` (seconds or date); None if neither.

    Invalid values are ignored.
    """
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers[name]) * unit
        except (KeyError, ValueError):
            continue
        if math.isfinite(seconds) and seconds >= 0:
            return seconds
    try:
        return max(0.0, parsedate_to_datetime(headers["retry-after"]).timestamp() - time.time())
    except (KeyError, ValueError):
        return None


def _text_of(body: object) -> str:
    """The provider's message, from the usual `{"error": {"message": …}}`."""
    match body:
        case {"error": {"message": str(text)}} | {"message": str(text)}:
            return text[:_LONGEST_MESSAGE]
    return str(body)[:_LONGEST_MESSAGE]
