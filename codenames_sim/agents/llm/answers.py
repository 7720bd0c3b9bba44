"""The shape of a model's answers, and what is made of one.

A reading gives what is meant, or the problem to tell the model of.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from codenames_sim.agents.llm.matching import match_word
from codenames_sim.agents.llm.prompt_parts import quotable
from codenames_sim.llm import Schema
from codenames_sim.rules import LONGEST_CLUE, Clue, ClueOptions, OperativeView, SpymasterView

Data = Mapping[str, object]

MOST_GUESSES = 50
"""Words of one answer that are looked at."""


class AnswerProblem(Struct, frozen=True):
    """Why an answer can't be used: the name of a text under `problems`, and what fills it."""

    name: str
    values: dict[str, object] = {}
    free: bool = False
    """Whether asking again for it does not count."""


class Intended(NamedTuple):
    """A word that is to be guessed, and how the model wrote it where that differs."""

    word: str
    said: str | None


class Guesses(NamedTuple):
    """What an operative's answer says: the words in order, to stop after the last."""

    words: tuple[Intended, ...]
    reason: str | None


def _schema(name: str, **properties: object) -> Schema:
    return Schema(
        name,
        {
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        },
    )


_TEXT = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}
_NUMBER = {"type": "integer"}

GUESSES = _schema("guesses", reason=_TEXT, guesses=_TEXTS)
CLUE = _schema("clue", targets=_TEXTS, word=_TEXT, number=_NUMBER)
CLUE_OR_UNLIMITED = _schema(
    "clue", targets=_TEXTS, word=_TEXT, number={"anyOf": [_NUMBER, {"type": "null"}]}
)
COVER = _schema("cover", word=_TEXT)
CHOICE = _schema("choice", choice=_NUMBER)


def read_clue(data: Data, view: SpymasterView, options: ClueOptions) -> Clue | AnswerProblem:
    """A clue within the options; its targets are those of its words that are the team's own."""
    word, number = data["word"], _whole(data["number"])
    if not isinstance(word, str) or not 0 < len(word.strip()) <= LONGEST_CLUE:
        return AnswerProblem("clue_word")
    unlimited = number is None and data["number"] is None and options.unlimited
    if not unlimited and (number is None or not options.lowest <= number <= options.highest):
        return AnswerProblem("clue_number", {"lowest": options.lowest, "highest": options.highest})
    own = view.left("own")
    text = [match_word(target, own) for target in _texts(data.get("targets"))]
    targets = dict.fromkeys([target for target in text if target is not None])
    written = None if word == word.strip() else word[: 2 * LONGEST_CLUE]
    return Clue(word.strip(), number, tuple(targets), written)


def read_guesses(data: Data, view: OperativeView, most: int) -> Guesses | AnswerProblem:
    """The first `most` words, each one that is left on the table, and the reason."""
    given = data["guesses"]
    if not isinstance(given, str | list) or not all(isinstance(each, str) for each in given):
        return AnswerProblem("guesses")
    text = [each for each in _texts(given) if each.strip()]
    words: dict[str, Intended] = {}
    for each in text:
        word = match_word(each, view.words)
        if word is None or word not in view.options.words:
            return AnswerProblem("not_on_table", {"word": f'"{quotable(each, 40)}"'})
        words.setdefault(word, Intended(word, None if each == word else each))
        if len(words) == most:
            break
    if not words and not view.options.may_stop:
        return AnswerProblem("must_guess")
    reason = data.get("reason")
    short = quotable(reason) if isinstance(reason, str) else ""
    return Guesses(tuple(words.values()), short or None)


def read_word(data: Data, words: Sequence[str]) -> str | AnswerProblem:
    """One of `words`."""
    text = data["word"]
    return (match_word(text, words) if isinstance(text, str) else None) or AnswerProblem("word")


def read_choice(data: Data, choices: int) -> int | AnswerProblem:
    """A place in a list of that many, from 0."""
    index = _whole(data["choice"])
    return index - 1 if index is not None and 1 <= index <= choices else AnswerProblem("choice")


def _texts(given: object) -> list[str]:
    """The texts in a list, or the one given without a list around it."""
    if isinstance(given, str):
        return [given]
    if not isinstance(given, list):
        return []
    return [each for each in given[:MOST_GUESSES] if isinstance(each, str)]


def _whole(given: object) -> int | None:
    """A whole number, also one written as text or with a fraction of nothing."""
    if isinstance(given, bool):
        return None
    if isinstance(given, str) and given.strip().isascii() and given.strip().isdigit():
        return int(given.strip()[:9])
    if isinstance(given, float):
        return int(given) if given.is_integer() else None
    return given if isinstance(given, int) else None
