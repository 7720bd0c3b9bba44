"""Every language's file says everything that a table has to say."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from codenames_sim.clues.verdict import REASONS
from codenames_sim.interactive.person_agents import Command, Doubt, Note, Question
from codenames_sim.report.board_grid import FADED, INKS
from codenames_sim.report.messages import Wording, wording, wordings
from codenames_sim.rules import ENDED_BY, ENDINGS

FIELDS = re.compile(r"\{(\w*)\}")
ENGLISH = wording("en")


def shape(words: Wording) -> dict[str, dict[str, set[str]]]:
    """Which facts each sentence tells."""
    return {
        section: {entry: set(FIELDS.findall(str(text))) for entry, text in entries.items()}
        for section, entries in words.sections.items()
    }


@pytest.mark.parametrize(
    ("section", "entries"),
    [
        ("questions", get_args(Question)),
        ("help", get_args(Question)),
        ("doubts", get_args(Doubt)),
        ("notes", get_args(Note)),
        ("commands", get_args(Command)),
        ("reasons", REASONS),
        ("ended_by", ENDED_BY),
        ("endings", ENDINGS),
        ("letters", tuple(INKS)),
    ],
)
def test_there_is_a_sentence_for_everything(section: str, entries: tuple[str, ...]) -> None:
    assert set(entries) <= set(ENGLISH.sections[section])


@pytest.mark.parametrize("language", wordings())
def test_every_language_tells_the_same(language: str) -> None:
    assert shape(wording(language)) == shape(ENGLISH)


@pytest.mark.parametrize("language", wordings())
def test_cards_are_told_apart_without_colour(language: str) -> None:
    letters = [str(letter) for letter in wording(language).sections["letters"].values()]
    assert len(set(letters)) == len(letters) == len(INKS) == len(FADED)
    assert all(len(letter) == 1 for letter in letters)


@pytest.mark.parametrize("language", wordings())
def test_a_line_has_one_meaning(language: str) -> None:
    ways = [way for text in wording(language).sections["commands"].values() for way in list(text)]  # type: ignore[arg-type]
    assert len(set(ways)) == len(ways)
    assert all(way == way.casefold() for way in ways if isinstance(way, str))
