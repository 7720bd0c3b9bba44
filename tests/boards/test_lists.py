"""The word lists that ship with the package are fit for play."""

from itertools import permutations
from pathlib import Path

import pytest

import codenames_sim.boards

LISTS = Path(codenames_sim.boards.__file__).parent / "lists"
LETTERS = {
    "en": set("abcdefghijklmnopqrstuvwxyz"),
    "pl": set("aąbcćdeęfghijklłmnńoóprsśtuwyzźż"),
}
INFLECTIONS = {
    "en": ["s", "es", "ed", "ing", "er", "y"],
    "pl": ["ek", "ik", "ka", "ko", "i", "y"],
}


@pytest.fixture(params=["en", "pl"])
def language(request: pytest.FixtureRequest) -> str:
    """Each language with a list."""
    return str(request.param)


@pytest.fixture
def text(language: str) -> str:
    """The list's file, as it is."""
    return (LISTS / f"{language}.txt").read_bytes().decode("utf-8")


def test_every_list_is_tested() -> None:
    assert {path.stem for path in LISTS.glob("*.txt")} == set(LETTERS)


def test_one_word_a_line_sorted_and_distinct(text: str) -> None:
    words = text.split("\n")
    assert words.pop() == ""
    assert words == sorted(set(words))


def test_enough_words_for_many_boards(text: str) -> None:
    assert len(text.split()) >= 400


def test_words_are_plain_lower_case_words_of_the_language(text: str, language: str) -> None:
    assert [word for word in text.split() if len(word) < 3 or set(word) - LETTERS[language]] == []


def test_no_word_is_a_plain_form_of_another(text: str, language: str) -> None:
    words = set(text.split())
    assert [word for word in words for end in INFLECTIONS[language] if word + end in words] == []


def test_no_word_of_the_english_list_is_made_of_two_others() -> None:
    words = set((LISTS / "en.txt").read_text("utf-8").split())
    compounds = {first + second for first, second in permutations(words, 2)}
    assert words & compounds == set()


def test_every_list_names_its_sources_and_licences(language: str) -> None:
    readme = (LISTS / "README.md").read_text("utf-8")
    section = readme.partition(f"## {language}.txt")[2].partition("\n## ")[0]
    assert "licence" in section
    assert f"words_{language}.py" in section
