"""Keys come from the environment, and no file or log may contain one.

The set of known keys is global state, because the environment is global to the process.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable

from codenames_sim.errors import ConfigError

MASK = "[secret]"

_known: set[str] = set()

# Keyed by a literal part of each pattern: searching for it first is fast in long texts.
_LOOKS_SECRET = {
    "sk-": (re.compile(r"sk-[A-Za-z0-9_-]{16,}"), MASK),
    "://": (re.compile(r"://[^/\s:@]+:[^/\s@]+@"), f"://{MASK}@"),
    "earer ": (re.compile(r"earer [A-Za-z0-9+/=._~-]{8,}"), f"earer {MASK}"),
}


def key_from_environment(variable: str) -> str:
    """The key in `variable`. From now on it is masked in every log record of this process.

    Raises `ConfigError` if the variable is not set or can't hold a key.
    """
    key = os.environ.get(variable, "").strip()
    if not key:
        raise ConfigError(f"the environment variable {variable} is not set; set it to the API key")
    if not key.isascii() or not key.isprintable() or len(key) < 8:
        raise ConfigError(
            f"the environment variable {variable} does not hold an API key: a key has at least "
            "8 printable ASCII characters"
        )
    if not _known:
        logging.setLogRecordFactory(_redacting(logging.getLogRecordFactory()))
    _known.add(key)
    return key


def redact(text: str) -> str:
    """`text` with every known key, and everything that looks like a secret, masked."""
    for key in _known:
        text = text.replace(key, MASK)
    for beginning, (pattern, masked) in _LOOKS_SECRET.items():
        if beginning in text:
            text = pattern.sub(masked, text)
    return text


def _redacting(make: Callable[..., logging.LogRecord]) -> Callable[..., logging.LogRecord]:
    """A factory of log records that masks message and traceback."""

    def make_redacted(*args: object, **kwargs: object) -> logging.LogRecord:
        record = make(*args, **kwargs)
        message = record.getMessage()
        if (clean := redact(message)) != message:
            record.msg, record.args = clean, ()
        if record.exc_info:
            # A formatter prints `exc_text` if it is set, and renders `exc_info` otherwise.
            record.exc_text = redact(logging.Formatter().formatException(record.exc_info))
        return record

    return make_redacted
