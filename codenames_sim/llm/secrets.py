"""Keys come from the environment, and nothing that is written may hold one.

What counts as a secret belongs to the process, as its environment does, so this is the one place
of the package with state that everybody shares.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable

from codenames_sim.errors import ConfigError

MASK = "[secret]"

_known: set[str] = set()

# By the letters that each begins with: to look for those first makes long texts fast.
_LOOKS_SECRET = {
    "sk-": (re.compile(r"sk-[A-Za-z0-9_-]{16,}"), MASK),
    "://": (re.compile(r"://[^/\s:@]+:[^/\s@]+@"), f"://{MASK}@"),
    "earer ": (re.compile(r"earer [A-Za-z0-9+/=._~-]{8,}"), f"earer {MASK}"),
}


def key_from_environment(variable: str) -> str:
    """The key in `variable`; from now on it is masked in every log record of this process.

    Raises `ConfigError` if it is missing or no key at all.
    """
    key = os.environ.get(variable, "").strip()
    if not key:
        raise ConfigError(f"the environment variable {variable} is not set; it must hold the key")
    if not key.isascii() or not key.isprintable() or len(key) < 8:
        raise ConfigError(f"what the environment variable {variable} holds is no key")
    if not _known:
        logging.setLogRecordFactory(_redacting(logging.getLogRecordFactory()))
    _known.add(key)
    return key


def redact(text: str) -> str:
    """`text` with every known key, and whatever else looks like a secret, masked."""
    for key in _known:
        text = text.replace(key, MASK)
    for beginning, (pattern, masked) in _LOOKS_SECRET.items():
        if beginning in text:
            text = pattern.sub(masked, text)
    return text


def _redacting(make: Callable[..., logging.LogRecord]) -> Callable[..., logging.LogRecord]:
    """The factory of log records, with message and traceback masked."""

    def make_redacted(*args: object, **kwargs: object) -> logging.LogRecord:
        record = make(*args, **kwargs)
        message = record.getMessage()
        if (clean := redact(message)) != message:
            record.msg, record.args = clean, ()
        if record.exc_info:
            # A formatter prints `exc_text` as it is, and renders `exc_info` only without it.
            record.exc_text = redact(logging.Formatter().formatException(record.exc_info))
        return record

    return make_redacted
