"""Typed lines become actions, or are answered with a note."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import cast

import pytest

from codenames_sim.agents import Turn
from codenames_sim.interactive.person_agents import (
    Command,
    Doubt,
    Note,
    PersonOperative,
    PersonSpymaster,
    Question,
)
from codenames_sim.report.messages import wording
from codenames_sim.rules import (
    SKIP,
    STOP,
    Board,
    Clue,
    Cover,
    Game,
    Guess,
    OperativeView,
    Role,
    Rules,
    SpymasterView,
    Team,
    TurnSeen,
)
from tests.playing import STANDARD, played, variant, words_of

WORDS = (
    *("whale", "wheel", "whistle", "kąt", "kat", "ice cream", "stop"),
    *(f"word{letter}" for letter in "abcdefghijklmnopqr"),
)
KEY = tuple(card for card, count in STANDARD.cards.items() for _ in range(count))
BOARD = Board(WORDS, KEY, "red", "pl")


class Lines:
    """A table whose person has written down beforehand what to type."""

    language = "en"

    def __init__(self, lines: Iterable[str]):
        self._lines = iter(lines)
        self.told: list[str] = []

    async def ask(self, turns: Sequence[TurnSeen], question: Question, **facts: object) -> str:
        return next(self._lines)

    async def confirm(self, turns: Sequence[TurnSeen], doubt: Doubt, **facts: object) -> bool:
        self.told.append(f"{doubt} {facts.get('word', '')}".strip())
        return next(self._lines) == "y"

    def tell(self, note: Note, **facts: object) -> None:
        self.told.append(note)

    def help(self, question: Question) -> None:
        self.told.append(f"help {question}")

    def command(self, text: str) -> Command | None:
        return cast("Command | None", wording("en").meaning(text))

    def wait(self, turns: Sequence[TurnSeen], team: Team, role: Role) -> None:
        raise AssertionError("nobody else plays")


def guessed(*lines: str, before: Sequence[Guess] = ()) -> tuple[object, list[str]]:
    """What an operative's lines come to, and what was said on the way."""
    table = Lines(lines)
    game = played(STANDARD, BOARD, [Clue("morze", 5), *before])
    assert game.decision is not None
    view = cast(OperativeView, game.decision.view)
    return asyncio.run(PersonOperative(table).guess(view, Turn("t"))), table.told


def clued(rules: Rules, *lines: str) -> tuple[object, list[str]]:
    """The same for a spymaster's first clue."""
    table = Lines(lines)
    game = Game(rules, BOARD)
    assert game.decision is not None
    view = cast(SpymasterView, game.decision.view)
    return asyncio.run(PersonSpymaster(table).give_clue(view, Turn("t"))), table.told


@pytest.mark.parametrize(
    ("said", "word"),
    [("whale", "whale"), ("WHALE", "whale"), ("Ice  Cream", "ice cream"), ("KĄT", "kąt")],
)
def test_case_and_spaces_don_t_matter(said: str, word: str) -> None:
    assert guessed(said) == (Guess(word, None if said == word else said), [])


@pytest.mark.parametrize("said", ["whal", "wha", "whalle", "hwale"])
def test_what_can_be_one_word_only_is_offered(said: str) -> None:
    assert guessed(said, "y") == (Guess("whale", said), ["mean whale"])
    assert guessed(said, "n", "wheel") == (Guess("wheel"), ["mean whale"])


@pytest.mark.parametrize("said", ["wh", "w", "whael", "kát", "kät"])
def test_what_can_be_several_words_is_never_guessed(said: str) -> None:
    assert guessed(said, "kat") == (Guess("kat"), ["which"])


@pytest.mark.parametrize("said", ["…", "zzz", "-", "2"])
def test_what_can_be_no_word_is_refused(said: str) -> None:
    assert guessed(said, "kat") == (Guess("kat"), ["no_such_word"])


def test_a_word_of_the_board_comes_before_a_command() -> None:
    before = [Guess("whale")]
    assert guessed("stop", before=before)[0] == Guess("stop")
    assert guessed(".", before=before)[0] == STOP


def test_stopping_too_early_and_covered_words_are_answered() -> None:
    assert guessed(".", "?", "qqq", "kat")[1] == ["must_guess", "help guess", "no_such_word"]
    assert guessed("whale", "kat", before=[Guess("whale")])[1] == ["covered"]


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("morze", "clue_shape"),
        ("2", "clue_shape"),
        ("morze dwa", "clue_shape"),
        ("morze -1", "clue_shape"),
        ("morze 0", "number_range"),
        ("morze 10", "number_range"),
        (f"morze {'9' * 5000}", "number_range"),
        ("morze unlimited", "no_unlimited"),
        (f"{'a' * 101} 2", "clue_too_long"),
        ("whale 2", "illegal"),
        ("dwa słowa 2", "illegal"),
    ],
)
def test_a_clue_that_can_t_be_given_is_refused_and_asked_again(line: str, note: str) -> None:
    again = ["n"] if note == "illegal" else []
    assert clued(STANDARD, line, *again, "morze 2") == (Clue("morze", 2), [note])


def test_an_illegal_clue_is_played_if_the_person_insists() -> None:
    assert clued(STANDARD, "whale 2", "y") == (Clue("whale", 2), ["illegal"])


def test_zero_and_unlimited_where_the_rules_allow_them(tmp_path: Path) -> None:
    rules = variant(tmp_path, "parameters: {zero_clues: true, unlimited_clues: true}")
    assert clued(rules, "morze 0") == (Clue("morze", 0), [])
    assert clued(rules, "morze unlimited") == (Clue("morze", None), [])


def test_covering_after_an_invalid_clue(tmp_path: Path) -> None:
    theirs = words_of(BOARD, "second")
    for rules, lines, answer, message in (
        (STANDARD, ["skip"], SKIP, []),
        (STANDARD, [theirs[2].upper()], Cover(theirs[2]), []),
        (STANDARD, ["whale", theirs[0]], Cover(theirs[0]), ["not_own"]),
        (
            variant(tmp_path, "parameters: {invalid_clue: must_cover}"),
            ["skip", theirs[0]],
            Cover(theirs[0]),
            ["must_cover"],
        ),
    ):
        table = Lines(lines)
        game = played(rules, BOARD, [Clue("whale", 1)])
        assert game.decision is not None
        view = cast(SpymasterView, game.decision.view)
        assert asyncio.run(PersonSpymaster(table).cover(view, Turn("t"))) == answer
        assert table.told == message
