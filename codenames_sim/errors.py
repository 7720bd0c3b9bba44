"""The errors of this package.

CodenamesError
├── InputError            wrong input of the user: a file, a folder, an option; exit code 2
│   ├── RulesError        a rules model that can't be played
│   ├── WordsError        a word list that boards can't be dealt from
│   ├── ConfigError       the config of a run
│   └── RunError          the folder of a run
└── IllegalAction         an action outside the options of its decision
"""

from __future__ import annotations

from pathlib import Path


class CodenamesError(Exception):
    """The base class of this package's errors."""


class InputError(CodenamesError):
    """The user's input is wrong. The message says what is wrong, where, and what to do."""

    def __init__(self, what: str, *, file: str | Path | None = None, line: int | None = None):
        self.what = what
        self.file = file
        self.line = line
        place = "" if file is None else f"{file}: " if line is None else f"{file}:{line}: "
        super().__init__(place + what)


class RulesError(InputError):
    """A rules model that can't be played."""


class WordsError(InputError):
    """A word list that boards can't be dealt from."""


class ConfigError(InputError):
    """A run's config that is not valid."""


class RunError(InputError):
    """A run's folder that can't be read or written."""


class IllegalAction(CodenamesError):
    """An action outside the options of its decision. The game does not change."""
