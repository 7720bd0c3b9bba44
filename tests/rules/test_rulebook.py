"""The rules page says what the model says, in every language."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from codenames_sim.errors import RulesError
from codenames_sim.rules import page_languages, rules_page
from codenames_sim.rules.rulebook import _words
from tests.playing import STANDARD, variant

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("language", page_languages())
def test_the_page_of_the_official_rules(language: str) -> None:
    golden = GOLDEN / f"rules_{language}.md"
    page = rules_page(STANDARD, language)
    if os.environ.get("WRITE_GOLDEN"):
        golden.write_text(page, "utf-8")
    assert page == golden.read_text("utf-8")


def test_the_page_follows_the_model(tmp_path: Path) -> None:
    rules = variant(
        tmp_path,
        """
parameters: {assassins: 2, unlimited_clues: true, invalid_clue: must_cover, least_guesses: 0}
flow:
  penalty: [{end_turn: invalid_clue}]
  forfeited: [{end_game: forfeit, winner: nobody}]
ends:
  - {when: own_left <= 1 + 1, winner: own, ending: agents_found, turn: won}
""",
    )
    page = rules_page(rules)
    assert "assassins: 2" in page
    assert "or no number" in page
    assert "The game ends: there was no answer; nobody wins." in page
    assert "The opposing team's spymaster chooses" not in page
    assert "1. `own_left <= 1 + 1`: all agents of that team are covered" in page
    assert "`least_guesses` = `0`" in page


def test_a_block_that_only_a_variant_knows_says_its_own_name(tmp_path: Path) -> None:
    text = """
flow:
  turn: [{if: legal, then: 'wild {x}'}, {end_turn: limit}]
  'wild {x}': [{end_turn: limit}]
"""
    assert "*wild {x}*" in rules_page(variant(tmp_path, text))


@pytest.mark.parametrize("language", page_languages())
def test_every_language_has_every_word(language: str) -> None:
    english, other = _words("en").data, _words(language).data
    assert {name: set(part) for name, part in english.items() if isinstance(part, dict)} == {
        name: set(part) for name, part in other.items() if isinstance(part, dict)
    }


def test_the_words_know_all_that_the_model_has() -> None:
    words = _words("en").data
    assert set(STANDARD.parameters) == set(words["parameters"])  # type: ignore[arg-type]
    blocks = STANDARD.document.data["flow"]  # type: ignore[index,call-overload]
    assert set(blocks) == set(words["blocks"])  # type: ignore[arg-type]


def test_a_language_without_words() -> None:
    with pytest.raises(RulesError, match="can't be printed in 'de'; known: en, pl"):
        rules_page(STANDARD, "de")
