"""The engine plays the data: each test changes only YAML and sees play change."""

from __future__ import annotations

from pathlib import Path

import pytest

from codenames_sim.boards import deal
from codenames_sim.errors import IllegalAction
from codenames_sim.rules import (
    FORFEIT,
    SKIP,
    STOP,
    Clue,
    Cover,
    CoverOptions,
    Game,
    Guess,
    GuessOptions,
)
from tests.playing import STANDARD, played, sorted_board, variant, words_of

CLUE = "zzz"


@pytest.mark.parametrize(("first", "second", "bystanders"), [(8, 8, 8), (9, 9, 6), (10, 8, 6)])
def test_a_split_changes_the_key_and_when_a_team_has_won(
    tmp_path: Path, first: int, second: int, bystanders: int
) -> None:
    rules = variant(tmp_path, f"parameters: {{first_agents: {first}, second_agents: {second}}}")
    board = sorted_board(rules)
    assert len(words_of(board, "bystander")) == bystanders
    agents = words_of(board, "first")
    game = played(rules, board, [Clue(CLUE, 9), *map(Guess, agents[:-1])])
    assert game.outcome is None
    if game.decision is not None and game.decision.kind == "clue":
        game.play(FORFEIT)
        game.play(Clue(CLUE, 1))
    game.play(Guess(agents[-1]))
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.ending) == ("first", "agents_found")


def test_two_assassins_both_lose(tmp_path: Path) -> None:
    rules = variant(tmp_path, "parameters: {assassins: 2}")
    board = sorted_board(rules)
    assassins = words_of(board, "assassin")
    assert len(assassins) == 2
    for word in assassins:
        game = played(rules, board, [Clue(CLUE, 1), Guess(word)])
        assert game.outcome is not None
        assert (game.outcome.winner, game.outcome.ending) == ("second", "assassin")


def test_no_assassin_and_nobody_can_hit_it(tmp_path: Path) -> None:
    rules = variant(tmp_path, "parameters: {assassins: 0}")
    assert "assassin" not in deal(rules, seed=3).key


def test_a_grid_of_36(tmp_path: Path) -> None:
    rules = variant(tmp_path, "parameters: {rows: 6, columns: 6}")
    board = deal(rules, seed=3)
    assert len(board.words) == 36
    assert board.key.count("bystander") == 18
    game = Game(rules, board)
    assert game.decision is not None
    assert (game.decision.view.rules.rows, game.decision.view.rules.columns) == (6, 6)


@pytest.mark.parametrize(
    "text", ["parameters: {invalid_clue: no_cover}", "flow: {penalty: [end_turn: invalid_clue]}"]
)
def test_no_penalty_for_an_invalid_clue(tmp_path: Path, text: str) -> None:
    rules = variant(tmp_path, text)
    board = sorted_board(rules)
    game = played(rules, board, [Clue(board.words[0], 1)])
    assert game.decision is not None
    assert (game.decision.kind, game.decision.team) == ("clue", "second")


def test_the_opponent_may_cover_after_an_invalid_clue() -> None:
    board = sorted_board()
    game = played(STANDARD, board, [Clue(board.words[0], 1)])
    assert game.decision is not None
    assert game.decision.seat == "second.spymaster"
    options = game.decision.options
    assert isinstance(options, CoverOptions)
    assert options.words == tuple(words_of(board, "second"))
    assert options.may_skip
    game.play(SKIP)
    assert game.left("second") == 8


def test_the_opponent_must_cover_after_an_invalid_clue(tmp_path: Path) -> None:
    rules = variant(tmp_path, "parameters: {invalid_clue: must_cover}")
    board = sorted_board(rules)
    game = played(rules, board, [Clue(board.words[0], 1)])
    assert game.decision is not None
    assert isinstance(game.decision.options, CoverOptions)
    assert not game.decision.options.may_skip
    with pytest.raises(IllegalAction, match="these rules do not allow a SKIP"):
        game.play(SKIP)
    game.play(Cover(words_of(board, "second")[3]))
    assert game.left("second") == 7


def test_a_forfeit_counts_as_a_skip_even_where_covering_is_a_must(tmp_path: Path) -> None:
    rules = variant(tmp_path, "parameters: {invalid_clue: must_cover}")
    board = sorted_board(rules)
    game = played(rules, board, [Clue(board.words[0], 1), FORFEIT])
    assert game.left("second") == 8
    assert game.turns[0].forfeited_by is None
    assert game.turns[0].ended_by == "invalid_clue"


def test_a_stop_before_the_first_guess(tmp_path: Path) -> None:
    board = sorted_board()
    with pytest.raises(IllegalAction, match="too early to stop"):
        played(STANDARD, board, [Clue(CLUE, 1), STOP])
    rules = variant(tmp_path, "parameters: {least_guesses: 0}")
    game = played(rules, board, [Clue(CLUE, 1), STOP])
    assert game.turns[0].ended_by == "stopped"


@pytest.mark.parametrize(("extra", "limit"), [("0", 2), ("1", 3), ("2", 4)])
def test_guesses_beyond_the_number(tmp_path: Path, extra: str, limit: int) -> None:
    rules = variant(tmp_path, f"parameters: {{extra_guesses: {extra}}}")
    board = sorted_board(rules)
    agents = words_of(board, "first")
    game = played(rules, board, [Clue(CLUE, 2), *map(Guess, agents[:limit])])
    assert game.turns[0].ended_by == "limit"
    assert len(game.turns[0].guesses) == limit


def test_unlimited_guesses(tmp_path: Path) -> None:
    rules = variant(tmp_path, "parameters: {extra_guesses: unlimited}")
    board = sorted_board(rules)
    game = played(rules, board, [Clue(CLUE, 1), *map(Guess, words_of(board, "first"))])
    assert game.outcome is not None
    assert game.outcome.ending == "agents_found"
    assert game.outcome.turns == 1


def test_another_limit_by_expression_alone(tmp_path: Path) -> None:
    text = """
flow:
  guessing:
    - set: guesses_left
      to: 3 if own_left > 5 else 1
    - repeat: guess
      while: guesses_left > 0
    - end_turn: limit
"""
    rules = variant(tmp_path, text)
    board = sorted_board(rules)
    game = played(rules, board, [Clue(CLUE, 9), *map(Guess, words_of(board, "first")[:3])])
    assert game.turns[0].ended_by == "limit"


def test_zero_clues_are_off_until_switched_on(tmp_path: Path) -> None:
    board = sorted_board()
    with pytest.raises(IllegalAction, match="a whole number from 1 to 9"):
        played(STANDARD, board, [Clue(CLUE, 0)])
    rules = variant(tmp_path, "parameters: {zero_clues: true}")
    game = played(rules, board, [Clue(CLUE, 0), *map(Guess, words_of(board, "first")[:5])])
    assert game.decision is not None
    assert isinstance(game.decision.options, GuessOptions)
    assert game.decision.options.may_stop


def test_unlimited_clues_are_off_until_switched_on(tmp_path: Path) -> None:
    board = sorted_board()
    with pytest.raises(IllegalAction, match="these rules have no unlimited clues"):
        played(STANDARD, board, [Clue(CLUE, None)])
    rules = variant(tmp_path, "parameters: {unlimited_clues: true}")
    game = played(rules, board, [Clue(CLUE, None), *map(Guess, words_of(board, "first")[:5])])
    assert game.turns[-1].unlimited
    assert len(game.turns[-1].guesses) == 5


@pytest.mark.parametrize("colour", ["red", "blue"])
def test_one_colour_always_starts(tmp_path: Path, colour: str) -> None:
    rules = variant(tmp_path, f"parameters: {{first_colour: {colour}}}")
    assert {deal(rules, seed=seed).first_colour for seed in range(20)} == {colour}
    assert {deal(STANDARD, seed=seed).first_colour for seed in range(20)} == {"red", "blue"}


def test_a_forfeit_ends_the_turn_or_the_game(tmp_path: Path) -> None:
    board = sorted_board()
    game = played(STANDARD, board, [FORFEIT])
    assert game.outcome is None
    assert game.turns[0].forfeited_by == "first.spymaster"
    rules = variant(tmp_path, "parameters: {forfeit_ends: game}")
    game = played(rules, board, [Clue(CLUE, 1), FORFEIT])
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.ending) == ("second", "forfeit")
    assert game.turns[0].forfeited_by == "first.operative"


def test_a_game_that_goes_on_too_long_is_stalled(tmp_path: Path) -> None:
    rules = variant(tmp_path, "parameters: {max_turns: 3}")
    game = played(rules, sorted_board(rules), [FORFEIT, FORFEIT, FORFEIT])
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.ending) == (None, "stalled")
    assert game.outcome.turns == 3


def test_the_highest_number_and_the_clue_profile(tmp_path: Path) -> None:
    rules = variant(tmp_path, "parameters: {max_number: 3, clue_profile: exact}")
    board = sorted_board(rules)
    with pytest.raises(IllegalAction, match="from 1 to 3"):
        played(rules, board, [Clue(CLUE, 4)])
    plural = f"{board.words[0]}s"
    assert played(rules, board, [Clue(plural, 1)]).turns[0].legal
    assert not played(STANDARD, board, [Clue(plural, 1)]).turns[0].legal


def test_other_ends_by_data_alone(tmp_path: Path) -> None:
    text = """
ends:
  - {when: card == 'assassin', winner: own, ending: assassin, turn: won}
  - {when: own_left <= 6, winner: own, ending: agents_found, turn: won}
"""
    rules = variant(tmp_path, text)
    board = sorted_board(rules)
    game = played(rules, board, [Clue(CLUE, 1), Guess(words_of(board, "assassin")[0])])
    assert game.outcome is not None
    assert game.outcome.winner == "first"
    game = played(rules, board, [Clue(CLUE, 5), *map(Guess, words_of(board, "first")[:3])])
    assert game.outcome is not None
    assert game.outcome.ending == "agents_found"


def test_a_variant_of_a_variant(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(
        "extends: codenames\nrules: base\nparameters: {assassins: 3}"
    )
    (tmp_path / "leaf.yaml").write_text(
        "extends: base.yaml\nrules: leaf\nparameters: {first_agents: 8}"
    )
    from codenames_sim.rules import Rules

    rules = Rules.load(tmp_path / "leaf.yaml")
    assert (rules.name, rules.cards["assassin"], rules.split) == ("leaf", 3, "8-8")
