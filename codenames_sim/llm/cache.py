"""A response cache in a file, which repeats earlier calls for free."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

import msgspec

from codenames_sim.errors import ConfigError
from codenames_sim.llm.decision_session import Key
from codenames_sim.llm.messages import Answer


class FileCache:
    """A `Cache` in an SQLite file.

    A crash may lose the last entries; these answers are then asked for, and paid, again.
    """

    def __init__(self, path: Path):
        opened = ExitStack()
        try:
            self._db = opened.enter_context(closing(sqlite3.connect(path, isolation_level=None)))
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = OFF")
            self._db.execute(
                "CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, answer BLOB)"
            )
        except sqlite3.Error as error:
            opened.close()
            raise ConfigError(
                f"can't be used as a response cache: {error}; choose another file", file=path
            ) from None

    def get(self, key: Key, request_hash: str) -> Answer | None:
        """The answer to the same request under the same key, or None."""
        result = self._db.execute(
            "SELECT answer FROM answers WHERE key = ?", (_digest(key, request_hash),)
        ).fetchone()
        return None if result is None else msgspec.json.decode(result[0], type=Answer)

    def put(self, key: Key, request_hash: str, answer: Answer) -> None:
        """Store an answer."""
        row = (_digest(key, request_hash), msgspec.json.encode(answer))
        self._db.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", row)

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def _digest(key: Key, request_hash: str) -> str:
    return hashlib.sha256(msgspec.json.encode((key, request_hash))).hexdigest()
