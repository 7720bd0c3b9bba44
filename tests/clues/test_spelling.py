"""Which texts are one word, and which are the same word, whatever the language knows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codenames_sim.clues import PROFILES, available_languages, check_clue
from codenames_sim.clues.spelling import fold
from codenames_sim.errors import InputError

ENGLISH = "abcdefghijklmnopqrstuvwxyz"
POLISH = "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż"


@given(text=st.text(), alphabet=st.sampled_from([ENGLISH, POLISH]))
def test_folding_twice_is_folding_once(text: str, alphabet: str) -> None:
    assert fold(fold(text, alphabet), alphabet) == fold(text, alphabet)


@pytest.mark.parametrize(
    ("clue", "board_word"),
    [
        ("OCEAN", "ocean"),
        (" ocean\n", "ocean"),
        ("ｏｃｅａｎ", "ocean"),
        ("o\u200bce\u00adan", "ocean"),
        ("\u202eocean", "ocean"),
        ("o\u0301\u0323cean", "ocean"),
        ("piñata", "pinata"),
        ("pinata", "piñata"),
        ("ICE CREAM", "ice cream"),
        ("icecream", "ice cream"),
        ("ice-cream", "icecream"),
        ("xray", "x-ray"),
    ],
)
@pytest.mark.parametrize("profile", PROFILES)
def test_the_same_word_in_another_dress_is_forbidden_by_every_profile(
    clue: str, board_word: str, profile: str
) -> None:
    assert check_clue(clue, ["moon", board_word], profile=profile).reason == "same_word"


def test_polish_marks_tell_words_apart() -> None:
    assert check_clue("kat", ["kąt"], language="pl").legal
    assert not check_clue("KĄT", ["kąt"], language="pl").legal


@pytest.mark.parametrize(
    "clue", ["", " ", "_", "3", "river bank", "a\tb", "a\x00b", "\ud800", "x" * 10**6]
)
@pytest.mark.parametrize("profile", PROFILES)
def test_what_is_not_one_word_is_refused_by_every_profile(clue: str, profile: str) -> None:
    assert check_clue(clue, ["moon"], profile=profile).reason == "not_one_word"


@pytest.mark.parametrize("clue", ["merry-go-round", "U.S.A.", "rock–paper"])
def test_joined_words_pass_in_the_lenient_profile_only(clue: str) -> None:
    assert check_clue(clue, ["moon"], profile="lenient").legal
    assert check_clue(clue, ["moon"], profile="standard").reason == "not_one_word"


@pytest.mark.parametrize("clue", ["NASA", "Paris", "o'clock", "C3PO", "café"])
def test_acronyms_and_proper_names_of_one_word_are_words(clue: str) -> None:
    assert check_clue(clue, ["moon"]).legal


def test_a_word_that_only_looks_english_is_refused() -> None:
    assert check_clue("m\u043e\u043en", ["moon"]).reason == "foreign_letters"


def test_the_strict_profile_forbids_any_substring() -> None:
    assert check_clue("panda", ["pan"], profile="strict").reason == "substring"
    assert check_clue("pan", ["panda"], profile="strict").reason == "substring"
    assert check_clue("panda", ["pan"]).legal


@given(
    clue=st.text(st.characters()),
    visible=st.lists(st.text(st.characters()), max_size=4),
    language=st.sampled_from(available_languages()),
    profile=st.sampled_from(PROFILES),
)
def test_any_text_gets_a_verdict_and_a_printable_sentence(
    clue: str, visible: list[str], language: str, profile: str
) -> None:
    verdict = check_clue(clue, visible, language=language, profile=profile)
    assert verdict.legal == (verdict.reason is None)
    for reader in available_languages():
        assert verdict.explain(reader).isprintable()


def test_unknown_languages_and_profiles_name_what_there_is() -> None:
    with pytest.raises(InputError, match=r"'xx'.*en, pl"):
        check_clue("ocean", [], language="xx")
    with pytest.raises(InputError, match=r"'harsh'.*exact, lenient, standard, strict"):
        check_clue("ocean", [], profile="harsh")
