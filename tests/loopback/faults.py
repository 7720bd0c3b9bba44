"""The ways in which the server can fail."""

from __future__ import annotations

from enum import StrEnum


class Fault(StrEnum):
    """What is wrong with one answer."""

    NONE = "none"
    SLOW = "slow"
    """The answer comes, after a while."""
    RATE_LIMITED = "rate_limited"
    """429 with `retry-after`."""
    RATE_LIMITED_MS = "rate_limited_ms"
    """429 with `retry-after-ms`."""
    RATE_LIMITED_DATE = "rate_limited_date"
    """429 with `retry-after` as a date."""
    QUOTA = "quota"
    """429 with the code `insufficient_quota`: no waiting helps."""
    SERVER_ERROR = "server_error"
    """500."""
    OVERLOADED = "overloaded"
    """529."""
    UNAUTHORIZED = "unauthorized"
    """401 that echoes the key it was sent."""
    BAD_REQUEST = "bad_request"
    """400."""
    NOT_FOUND = "not_found"
    """404."""
    REDIRECT = "redirect"
    """307 to another address."""
    RESET = "reset"
    """The connection is reset before the answer."""
    RESET_MIDWAY = "reset_midway"
    """The connection is reset in the middle of the answer."""
    HANG = "hang"
    """Nothing comes, until the client gives up."""
    NOT_HTTP = "not_http"
    """Bytes that are not HTTP."""
    HTML = "html"
    """200 with a page of HTML."""
    BROKEN_JSON = "broken_json"
    """200 with half a JSON body."""
    INVALID_UTF8 = "invalid_utf8"
    """200 with a JSON body that is not UTF-8."""
    EMPTY = "empty"
    """200 with a JSON body that holds no answer."""
    TRUNCATED = "truncated"
    """The answer stops at the token limit."""
    REFUSED = "refused"
    """The model refuses."""
    FILTERED = "filtered"
    """A content filter stops the answer."""
    PROSE = "prose"
    """One megabyte of prose instead of JSON."""
    DUPLICATE_KEYS = "duplicate_keys"
    """JSON that gives a key twice."""
    REASONING_ONLY = "reasoning_only"
    """Reasoning that contains an answer, and then none."""
    ECHO_KEY = "echo_key"
    """An answer that contains the key it was sent."""


DELIVERED = {
    Fault.NONE,
    Fault.SLOW,
    Fault.TRUNCATED,
    Fault.REFUSED,
    Fault.FILTERED,
    Fault.PROSE,
    Fault.DUPLICATE_KEYS,
    Fault.REASONING_ONLY,
    Fault.ECHO_KEY,
}
"""The faults of an answer that arrives whole, with its usage."""
