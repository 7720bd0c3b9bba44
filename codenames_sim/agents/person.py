"""A person in a seat: what is typed becomes an action, and what is unclear is asked again.

A person knows no terminal. The `Table` says things in the person's language and brings back lines;
questions and notes are names of sentences in the table's files of words.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Literal, Protocol

from codenames_sim.agents.hook import Turn
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
"""What a person is asked; `stop` and `skip` where nothing else is left to do."""
Doubt = Literal["mean", "illegal"]
"""What a person is asked to confirm."""
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
"""Why an answer was not taken."""
Command = Literal["help", "pass", "unlimited", "yes", "no"]
"""What can be typed besides words and numbers. `pass` is a stop, and a skip."""

CLOSE = 0.75
"""How much of two spellings must agree, from 0 to 1, for one to be offered for the other."""


class Table(Protocol):
    """Where a person sits. `turns` are the game's turns so far, as everyone has seen them."""

    @property
    def language(self) -> str:
        """The person's language."""
        ...

    async def ask(self, turns: Sequence[TurnSeen], question: Question, **facts: object) -> str:
        """Shows the game, asks, and returns the line that was typed: not blank, and stripped."""
        ...

    async def confirm(self, turns: Sequence[TurnSeen], doubt: Doubt, **facts: object) -> bool:
        """Asks something to be answered with yes or no."""
        ...

    def tell(self, note: Note, **facts: object) -> None:
        """Says something along with the next question."""
        ...

    def help(self, question: Question) -> None:
        """Explains, along with the next question, how that question is answered."""
        ...

    def command(self, said: str) -> Command | None:
        """The command that this is in the person's language."""
        ...

    def wait(self, turns: Sequence[TurnSeen], team: Team, role: Role) -> None:
        """Shows the game while another seat thinks."""
        ...


class PersonSpymaster:
    """Gives the clues that a person types, and asks before it plays one that is not legal."""

    deterministic = False
    replayable = False
    needs_worker = False

    def __init__(self, table: Table):
        self._table = table

    async def give_clue(self, view: SpymasterView, turn: Turn) -> Clue:
        """A word and a number, typed as `ocean 2`."""
        table, options = self._table, view.options
        assert isinstance(options, ClueOptions)
        while True:
            said = await table.ask(view.turns, "clue", lowest=options.lowest)
            if table.command(said) == "help":
                table.help("clue")
                continue
            clue = self._read(said, options)
            if clue is None:
                continue
            verdict = check_clue(
                clue.word, view.uncovered, language=view.language, profile=options.profile
            )
            why = verdict.explain(table.language)
            if verdict.legal or await table.confirm(view.turns, "illegal", why=why):
                return clue

    async def cover(self, view: SpymasterView, turn: Turn) -> Cover | Skip:
        """One of the own agents, or SKIP where the rules allow it."""
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

    def _read(self, said: str, options: ClueOptions) -> Clue | None:
        """The clue in a line; None where there is none, and the person has been told why."""
        table = self._table
        word, _, number = " ".join(said.split()).rpartition(" ")
        unlimited = table.command(number) == "unlimited"
        if not word or not (unlimited or number.isdecimal()):
            table.tell("clue_shape", said=said)
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

    def __init__(self, table: Table):
        self._table = table

    async def guess(self, view: OperativeView, turn: Turn) -> Guess | Stop:
        """A word of the table, or STOP where the rules allow it."""
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
        word, said = chosen
        return Guess(word, None if said == word else said)


async def _choose(
    table: Table,
    view: OperativeView | SpymasterView,
    question: Question,
    words: Sequence[str],
    must: Note | None,
) -> tuple[str, str] | None:
    """One of `words` and what was typed for it; None where the person passes.

    With `must`, passing is not allowed, and that note is the answer to it.
    """
    left = view.guesses_left if isinstance(view, OperativeView) else None
    while True:
        said = await table.ask(view.turns, question, left=left)
        if (word := _same(said, words)) is not None:
            return word, said
        command = table.command(said)
        if command == "help":
            table.help(question)
        elif command == "pass":
            if must is None:
                return None
            table.tell(must)
        elif (word := _same(said, view.words)) is not None:
            table.tell("not_own" if word in view.uncovered else "covered", word=word)
        else:
            near = _near(said, words)
            if len(near) > 1:
                table.tell("which", said=said, words=", ".join(near))
            elif not near:
                table.tell("no_such_word", said=said)
            elif await table.confirm(view.turns, "mean", word=near[0]):
                return near[0], said


def _same(said: str, words: Sequence[str]) -> str | None:
    """The word that `said` spells, whatever its case and spaces."""
    if said in words:
        return said
    return next((word for word in words if _plain(word) == _plain(said)), None)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _near(said: str, words: Sequence[str]) -> list[str]:
    """The words that `said` is but for marks on letters, or begins, or may be a misspelling of."""
    spelled = {word: fold(word, "") for word in words}
    typed = fold(" ".join(said.split()), "")
    if not typed:
        return []
    same = [word for word, spelling in spelled.items() if spelling == typed]
    begun = [word for word, spelling in spelled.items() if spelling.startswith(typed)]
    close = difflib.get_close_matches(typed, spelled.values(), n=len(words), cutoff=CLOSE)
    return same or begun or [word for word, spelling in spelled.items() if spelling in close]
