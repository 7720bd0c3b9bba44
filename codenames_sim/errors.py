"""Everything that can go wrong and has a name.

CodenamesError
├── InputError            something a user wrote or pointed at; exit code 2
│   ├── RulesError        a rules model that can't be played
│   ├── WordsError        a word list that can't be dealt from
│   ├── ConfigError       a run's config
│   └── RunError          a run's folder
└── IllegalAction         an action outside the options of its decision
"""

from __future__ import annotations

from pathlib import Path


class CodenamesError(Exception):
    """The root of this package's errors."""


class InputError(CodenamesError):
    """Something a user wrote is wrong. The message says what, where and what would be right."""

    def __init__(self, what: str, *, file: str | Path | None = None, line: int | None = None):
        self.what = what
        self.file = file
        self.line = line
        place = "" if file is None else f"{file}: " if line is None else f"{file}:{line}: "
        super().__init__(place + what)


class RulesError(InputError):
    """A rules model that can't be played."""


class WordsError(InputError):
    """A word list that can't be dealt from."""


class ConfigError(InputError):
    """A run's config that can't be followed."""


class RunError(InputError):
    """A run's folder that can't be read or written."""


class IllegalAction(CodenamesError):
    """An action outside the options of its decision; the game is as it was."""
