"""A person in a seat: parses typed lines into actions, and asks again if a line is unclear.

This module is independent of the terminal. A `PersonInterface` shows texts in the person's
language and returns typed lines. Questions and notes are keys of sentences in the word files.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Literal, Protocol

from codenames_sim.agents.protocols import Turn
from codenames_sim.clues import check_clue
from codenames_sim.clues.spelling import fold
from codenames_sim.rules import (
    LONGEST_CLUE,
    SKIP,
    STOP,
    Clue,
    ClueOptions,
    Cover,
    CoverOptions,
    Guess,
    OperativeView,
    Role,
    Skip,
    SpymasterView,
    Stop,
    Team,
    TurnSeen,
)

Question = Literal["clue", "guess", "guess_or_stop", "stop", "cover", "cover_or_skip", "skip"]
"""The questions to a person. `stop` and `skip` are asked if no other action is left."""
Doubt = Literal["mean", "illegal"]
"""The questions to be confirmed with yes or no."""
Note = Literal[
    "which",
    "covered",
    "no_such_word",
    "not_own",
    "must_guess",
    "must_cover",
    "clue_shape",
    "clue_too_long",
    "number_range",
    "no_unlimited",
]
"""Why an answer was not accepted."""
Command = Literal["help", "pass", "unlimited", "yes", "no"]
"""What can be typed besides words and numbers. `pass` means stop or skip."""

CLOSE = 0.75
"""Minimum similarity of two spellings, from 0 to 1, to suggest one for the other."""


class PersonInterface(Protocol):
    """A person's interface to the game. `turns` are the public turns so far."""

    @property
    def language(self) -> str:
        """The person's language."""
        ...

    async def ask(self, turns: Sequence[TurnSeen], question: Question, **facts: object) -> str:
        """Show the game, ask, and return the typed line, stripped and not empty."""
        ...

    async def confirm(self, turns: Sequence[TurnSeen], doubt: Doubt, **facts: object) -> bool:
        """Ask a yes/no question."""
        ...

    def tell(self, note: Note, **facts: object) -> None:
        """Show a note together with the next question."""
        ...

    def help(self, question: Question) -> None:
        """Show, together with the next question, how to answer `question`."""
        ...

    def command(self, text: str) -> Command | None:
        """The command that `text` means in the person's language, or None."""
        ...

    def wait(self, turns: Sequence[TurnSeen], team: Team, role: Role) -> None:
        """Show the game while another seat decides."""
        ...


class PersonSpymaster:
    """Gives the clues that a person types. An illegal clue is played only after confirmation."""

    deterministic = False
    replayable = False
    needs_worker = False

    def __init__(self, table: PersonInterface):
        self._table = table

    async def give_clue(self, view: SpymasterView, turn: Turn) -> Clue:
        """A word and a number, typed as `ocean 2`."""
        table, options = self._table, view.options
        assert isinstance(options, ClueOptions)
        while True:
            text = await table.ask(view.turns, "clue", lowest=options.lowest)
            if table.command(text) == "help":
                table.help("clue")
                continue
            clue = self._read(text, options)
            if clue is None:
                continue
            verdict = check_clue(
                clue.word, view.uncovered, language=view.language, profile=options.profile
            )
            why = verdict.explain(table.language)
            if verdict.legal or await table.confirm(view.turns, "illegal", why=why):
                return clue

    async def cover(self, view: SpymasterView, turn: Turn) -> Cover | Skip:
        """One of the team's own agents, or SKIP if the rules allow it."""
        options = view.options
        assert isinstance(options, CoverOptions)
        question: Question = "cover_or_skip" if options.may_skip else "cover"
        chosen = await _choose(
            self._table,
            view,
            question if options.words else "skip",
            options.words,
            must="must_cover" if not options.may_skip else None,
        )
        return SKIP if chosen is None else Cover(chosen[0])

    def _read(self, text: str, options: ClueOptions) -> Clue | None:
        """The clue in a line; None if there is none, after a note that says why."""
        table = self._table
        word, _, number = " ".join(text.split()).rpartition(" ")
        unlimited = table.command(number) == "unlimited"
        if not word or not (unlimited or number.isdecimal()):
            table.tell("clue_shape", said=text)
        elif len(word) > LONGEST_CLUE:
            table.tell("clue_too_long", most=LONGEST_CLUE)
        elif unlimited and not options.unlimited:
            table.tell("no_unlimited")
        elif unlimited:
            return Clue(word, None)
        elif len(number) > 4 or not options.lowest <= int(number) <= options.highest:
            table.tell("number_range", lowest=options.lowest, highest=options.highest)
        else:
            return Clue(word, int(number))
        return None


class PersonOperative:
    """Guesses the words that a person types."""

    deterministic = False
    replayable = False
    needs_worker = False

    def __init__(self, table: PersonInterface):
        self._table = table

    async def guess(self, view: OperativeView, turn: Turn) -> Guess | Stop:
        """A word on the table, or STOP if the rules allow it."""
        options = view.options
        question: Question = "guess_or_stop" if options.may_stop else "guess"
        chosen = await _choose(
            self._table,
            view,
            question if options.words else "stop",
            options.words,
            must="must_guess" if not options.may_stop else None,
        )
        if chosen is None:
            return STOP
        word, text = chosen
        return Guess(word, None if text == word else text)


async def _choose(
    table: PersonInterface,
    view: OperativeView | SpymasterView,
    question: Question,
    words: Sequence[str],
    must: Note | None,
) -> tuple[str, str] | None:
    """One of `words` and the line typed for it; None if the person passes.

    If `must` is given, passing is not allowed, and `must` is the note that says so.
    """
    left = view.guesses_left if isinstance(view, OperativeView) else None
    while True:
        text = await table.ask(view.turns, question, left=left)
        if (word := _same(text, words)) is not None:
            return word, text
        command = table.command(text)
        if command == "help":
            table.help(question)
        elif command == "pass":
            if must is None:
                return None
            table.tell(must)
        elif (word := _same(text, view.words)) is not None:
            table.tell("not_own" if word in view.uncovered else "covered", word=word)
        else:
            near = _near(text, words)
            if len(near) > 1:
                table.tell("which", said=text, words=", ".join(near))
            elif not near:
                table.tell("no_such_word", said=text)
            elif await table.confirm(view.turns, "mean", word=near[0]):
                return near[0], text


def _same(text: str, words: Sequence[str]) -> str | None:
    """The word that `text` spells, ignoring case and spaces."""
    if text in words:
        return text
    return next((word for word in words if _plain(word) == _plain(text)), None)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _near(text: str, words: Sequence[str]) -> list[str]:
    """The words that `text` spells without diacritics; else those it begins; else similar ones."""
    spelled = {word: fold(word, "") for word in words}
    typed = fold(" ".join(text.split()), "")
    if not typed:
        return []
    same = [word for word, spelling in spelled.items() if spelling == typed]
    begun = [word for word, spelling in spelled.items() if spelling.startswith(typed)]
    close = difflib.get_close_matches(typed, spelled.values(), n=len(words), cutoff=CLOSE)
    return same or begun or [word for word, spelling in spelled.items() if spelling in close]
