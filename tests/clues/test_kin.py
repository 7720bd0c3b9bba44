"""Which words are kin: forms, families and compounds, in each language, by labelled pairs."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codenames_sim.clues import PROFILES, check_clue

DATA = Path(__file__).parents[1] / "data"


def labelled(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def share_as_labelled(rows: list[dict[str, str]]) -> float:
    right = sum(
        check_clue(row["clue"], [row["board_word"]], language=row["language"]).legal
        == (row["legal"] == "1")
        for row in rows
    )
    return right / len(rows)


def test_99_in_100_of_the_shared_pairs_come_out_as_labelled() -> None:
    assert share_as_labelled(labelled("clue_cases.csv")) >= 0.99


@pytest.mark.parametrize("language", ["en", "pl"])
def test_98_in_100_of_the_pairs_kept_aside_come_out_as_labelled(language: str) -> None:
    aside = [row for row in labelled("clue_pairs_test.csv") if row["language"] == language]
    assert share_as_labelled(aside) >= 0.98


@pytest.mark.parametrize(
    ("language", "board_word", "clue", "reason", "part"),
    [
        ("en", "mouse", "mice", "inflection", "mouse"),
        ("en", "paint", "painter", "derivation", "paint"),
        ("en", "football", "foot", "part_of_compound", "foot"),
        ("en", "football", "feet", "part_of_compound", "foot"),
        ("en", "snow", "snowmen", "contains_word", "snow"),
        ("en", "horseshoe", "snowshoe", "shares_part", "shoe"),
        ("en", "horseshoe", "unhorsed", "part_of_compound", "horse"),
        ("en", "ice cream", "creamy", "part_of_compound", "cream"),
        ("pl", "kot", "kotami", "inflection", "kot"),
        ("pl", "noga", "nóg", "inflection", "noga"),
        ("pl", "dom", "domowy", "derivation", "dom"),
        ("pl", "wodospad", "woda", "part_of_compound", "woda"),
    ],
)
def test_a_refusal_says_how_the_two_are_kin(
    language: str, board_word: str, clue: str, reason: str, part: str
) -> None:
    verdict = check_clue(clue, [board_word], language=language)
    assert (verdict.reason, verdict.board_word, verdict.part) == (reason, board_word, part)
    sentence = verdict.explain(language)
    assert clue in sentence
    assert board_word in sentence


@pytest.mark.parametrize(
    ("language", "board_word", "clue"),
    [
        ("en", "drought", "dry"),  # a root with another vowel
        ("en", "blood", "bleed"),
        ("en", "vision", "visible"),  # two words of one Latin stem
        ("en", "mechanic", "mechanism"),
        ("pl", "anioł", "anielski"),  # a stem with other sounds
        ("pl", "dług", "dłużnik"),
        ("pl", "błoto", "zabłocić"),  # a verb of a noun, with a prefix
        ("pl", "las", "zalesiony"),
        ("pl", "lot", "latać"),  # a noun of a verb, without an ending
        ("pl", "strzał", "strzelać"),  # a verb whose aspects come of each other
        ("pl", "broń", "obrona"),
    ],
)
def test_families_that_spelling_hides(language: str, board_word: str, clue: str) -> None:
    assert check_clue(clue, [board_word], language=language).reason == "derivation"


@pytest.mark.parametrize(
    ("language", "board_word", "clue"),
    [
        ("en", "fog", "fogey"),  # an English ending, and far in meaning
        ("en", "trump", "trumpet"),
        ("en", "whisk", "whiskey"),
        ("pl", "pal", "palec"),
        ("pl", "karta", "karton"),
        ("pl", "czek", "czekolada"),
        ("pl", "cis", "cisza"),
    ],
)
def test_words_that_begin_alike_are_no_family(language: str, board_word: str, clue: str) -> None:
    assert check_clue(clue, [board_word], language=language).legal


@pytest.mark.parametrize("clue", ["oceanish", "superocean", "oceanness", "oceanmoon", "moonocean"])
def test_words_coined_from_a_visible_word_are_refused(clue: str) -> None:
    assert not check_clue(clue, ["ocean"]).legal


def test_a_covered_word_frees_its_forms() -> None:
    assert not check_clue("painter", ["ocean", "paint"]).legal
    assert check_clue("painter", ["ocean"]).legal


@pytest.mark.parametrize("guarded", ["ice", "cream", "icy", "creamy"])
def test_a_board_word_of_two_words_guards_each(guarded: str) -> None:
    assert not check_clue(guarded, ["ice cream"]).legal


def test_lenient_still_looks_inside_joined_words() -> None:
    assert check_clue("sun-dried", ["moon"], profile="lenient").legal
    assert not check_clue("sun-dried", ["sun"], profile="lenient").legal


WORDS = sorted(
    {row[field] for row in labelled("clue_cases.csv") for field in ("board_word", "clue")}
)
boards = st.lists(st.sampled_from(WORDS), max_size=25, unique=True)
languages = st.sampled_from(["en", "pl"])


@given(clue=st.sampled_from(WORDS) | st.text(max_size=8), visible=boards, language=languages)
def test_each_profile_forbids_all_that_the_one_before_it_forbids(
    clue: str, visible: list[str], language: str
) -> None:
    legal = [check_clue(clue, visible, language=language, profile=p).legal for p in PROFILES]
    assert legal == sorted(legal, reverse=True)


@given(clue=st.sampled_from(WORDS), visible=boards, language=languages, shuffle=st.randoms())
def test_the_order_of_the_visible_words_does_not_decide(
    clue: str, visible: list[str], language: str, shuffle: Callable[..., None]
) -> None:
    again = list(visible)
    shuffle.shuffle(again)  # type: ignore[attr-defined]
    before = check_clue(clue, visible, language=language)
    assert check_clue(clue, again, language=language).legal == before.legal


@given(clue=st.sampled_from(WORDS), word=st.sampled_from(WORDS), language=languages)
def test_one_word_forbids_another_as_the_other_forbids_it(
    clue: str, word: str, language: str
) -> None:
    both_words = all(check_clue(text, [], language=language).legal for text in (clue, word))
    forth = check_clue(clue, [word], language=language).legal
    back = check_clue(word, [clue], language=language).legal
    assert not both_words or forth == back


@given(clue=st.sampled_from(WORDS), visible=boards, language=languages)
def test_a_board_forbids_what_one_of_its_words_forbids(
    clue: str, visible: list[str], language: str
) -> None:
    alone = [check_clue(clue, [word], language=language).legal for word in visible]
    fit = check_clue(clue, [], language=language).legal
    assert check_clue(clue, visible, language=language).legal == (fit and all(alone))
