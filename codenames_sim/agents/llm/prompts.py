"""The texts of a prompt by name, and how they are filled in.

A text is a template for `string.Template`. Its $names are filled in once, so that what another
seat said is never read as a template itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from string import Template

_KEY_CARD = ("own", "opponent", "bystander", "assassin")
_PROBLEM = ("keys", "lowest", "highest", "why", "word")

NAMES: Mapping[str, tuple[str, ...]] = {
    "spymaster": ("rules", "clue_rules"),
    "operative": ("rules", "mode"),
    "rules": ("words", "own", "opponent"),
    "clue_rules": ("lowest",),
    "parameters": ("value",),
    "clue": ("history", *_KEY_CARD),
    "cover": ("history", "words"),
    "elect": ("history", *_KEY_CARD, "clues"),
    "guess": (
        "history",
        "discussion",
        "words",
        "own_left",
        "opponent_left",
        "guesses_left",
        "clue",
    ),
    "history": ("turns",),
    "turn": ("who", "clue", "guesses"),
    "guesses": ("words",),
    "guessed": ("word", "card"),
    "invalid": ("clue",),
    "covered": ("word",),
    "discussion": ("opinions",),
    "opinion": ("words", "reason"),
    "choice": ("at", "clue", "words"),
    "reask": ("tail", "problem"),
    "problems": _PROBLEM,
}
"""The $names that each text or group of texts may use; `rules` and `clue_rules` also every
parameter of the rules."""


class Prompts:
    """The texts of one language. Made by `Prompts.of`, one for all agents that are told the same,
    so that what is said again and again can be remembered."""

    def __init__(self, texts: Mapping[str, str]):
        self._formats = {name: _format(text) for name, text in texts.items()}

    @staticmethod
    def of(texts: Mapping[str, str]) -> Prompts:
        """These texts."""
        return _shared(tuple(texts.items()))

    def say(self, name: str, **values: object) -> str:
        """A text with its names filled in."""
        return self._formats[name] % values

    def phrase(self, parameter: str, value: str) -> str:
        """What a parameter of the rules means at this value; the value where nothing is said."""
        for entry in (f"parameters.{parameter}.{value}", f"parameters.{parameter}.other"):
            if entry in self._formats:
                return self.say(entry, value=value)
        return value


def _format(text: str) -> str:
    """The template in the notation that Python fills in fastest: a prompt is some twenty texts."""

    def name(result: re.Match[str]) -> str:
        named = result["named"] or result["braced"]
        return f"%({named})s" if named else "$"

    return Template.pattern.sub(name, text.replace("%", "%%"))


@lru_cache(maxsize=64)
def _shared(texts: tuple[tuple[str, str], ...]) -> Prompts:
    return Prompts(dict(texts))
