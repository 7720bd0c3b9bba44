"""The official game, move by move."""

from __future__ import annotations

import pytest

from codenames_sim.errors import IllegalAction, RulesError
from codenames_sim.rules import (
    FORFEIT,
    SKIP,
    STOP,
    Action,
    Board,
    Clue,
    Cover,
    Game,
    Guess,
    OperativeView,
    SpymasterView,
    Stop,
)
from tests.playing import STANDARD, played, sorted_board, words_of

BOARD = sorted_board()
OWN, OTHER = words_of(BOARD, "first"), words_of(BOARD, "second")
BYSTANDERS, (ASSASSIN,) = words_of(BOARD, "bystander"), words_of(BOARD, "assassin")
CLUE = Clue("zzz", 2)


def test_the_first_team_s_spymaster_begins() -> None:
    decision = Game(STANDARD, BOARD).decision
    assert decision is not None
    assert (decision.kind, decision.seat, decision.number) == ("clue", "first.spymaster", 0)


def test_a_right_guess_goes_on_and_a_wrong_one_ends_the_turn() -> None:
    game = played(STANDARD, BOARD, [CLUE, Guess(OWN[0]), Guess(BYSTANDERS[0])])
    assert game.turns[0].ended_by == "wrong_bystander"
    assert [guess.card for guess in game.turns[0].guesses] == ["own", "bystander"]
    assert game.decision is not None
    assert game.decision.seat == "second.spymaster"
    game = played(STANDARD, BOARD, [CLUE, Guess(OTHER[0])])
    assert game.turns[0].ended_by == "wrong_opponent"
    assert game.left("second") == 7


def test_the_last_agent_wins_for_its_team_also_in_the_other_s_turn() -> None:
    turns: list[Action] = []
    for word in OTHER[:-1]:
        turns += [FORFEIT, CLUE, Guess(word), STOP]
    game = played(STANDARD, BOARD, [*turns, CLUE, Guess(OTHER[-1])])
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.ending) == ("second", "agents_found_by_opponent")
    assert game.turns[-1].ended_by == "wrong_opponent"


def test_a_cover_after_an_invalid_clue_can_win() -> None:
    turns: list[Action] = []
    for word in OTHER[:-1]:
        turns += [FORFEIT, CLUE, Guess(word), STOP]
    game = played(STANDARD, BOARD, [*turns, Clue(OWN[0], 1), Cover(OTHER[-1])])
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.ending) == ("second", "agents_covered_after_invalid")
    assert game.turns[-1].covered_after_invalid == OTHER[-1]
    assert game.turns[-1].ended_by == "invalid_clue"


def test_the_assassin_loses() -> None:
    game = played(STANDARD, BOARD, [FORFEIT, CLUE, Guess(ASSASSIN)])
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.ending) == ("first", "assassin")
    assert game.decision is None


def test_number_plus_one_guesses_and_no_more() -> None:
    game = played(STANDARD, BOARD, [CLUE, *map(Guess, OWN[:3])])
    assert game.turns[0].ended_by == "limit"


def test_a_covered_word_s_forms_are_free() -> None:
    game = played(STANDARD, BOARD, [CLUE, Guess(BYSTANDERS[0]), Clue(BYSTANDERS[0], 1)])
    assert game.turns[1].legal


@pytest.mark.parametrize(
    ("before", "action"),
    [
        ([], Guess(OWN[0])),
        ([], STOP),
        ([], SKIP),
        ([], Clue("zzz", 0)),
        ([], Clue("zzz", 10)),
        ([], Clue("zzz", -1)),
        ([], Clue("zzz", None)),
        ([], Clue("zzz", True)),
        ([], Clue("zzz", 2.0)),  # type: ignore[arg-type]
        ([], Clue("z" * 101, 1)),
        ([], Clue("\ud800", 1)),
        ([], Clue(7, 1)),  # type: ignore[arg-type]
        ([], None),
        ([], "zzz"),
        ([CLUE], CLUE),
        ([CLUE], STOP),
        ([CLUE], Guess("nowhere")),
        ([CLUE], Guess(OWN[0].upper())),
        ([CLUE], Guess(None)),  # type: ignore[arg-type]
        ([CLUE], Cover(OWN[0])),
        ([CLUE, Guess(OWN[0])], Guess(OWN[0])),
        ([Clue(OWN[0], 1)], Cover(OWN[1])),
        ([Clue(OWN[0], 1)], Cover(ASSASSIN)),
        ([Clue(OWN[0], 1)], STOP),
        ([CLUE, Guess(ASSASSIN)], CLUE),
        ([CLUE, Guess(ASSASSIN)], FORFEIT),
    ],
)
def test_an_action_outside_the_options_is_refused_and_changes_nothing(
    before: list[Action], action: Action
) -> None:
    game = played(STANDARD, BOARD, before)
    state = (game.history, game.turns, game.outcome, dict(game.variables), game.decision)
    with pytest.raises(IllegalAction):
        game.play(action)
    assert state == (game.history, game.turns, game.outcome, dict(game.variables), game.decision)


@pytest.mark.parametrize(
    ("before", "action"),
    [
        ([], Clue("zzz", 1, said=7)),  # type: ignore[arg-type]
        ([], Clue("zzz", 1, said="half a pair \ud800")),
        ([], Clue("zzz", 1, targets=["whale"])),  # type: ignore[arg-type]
        ([], Clue("zzz", 1, targets=(None,))),  # type: ignore[arg-type]
        ([CLUE], Guess(OWN[0], said=b"x")),  # type: ignore[arg-type]
        ([CLUE], Guess(OWN[0], votes=(7,))),  # type: ignore[arg-type]
        ([CLUE], Guess(OWN[0], votes="abc")),  # type: ignore[arg-type]
        ([CLUE], Guess(OWN[0], reason="\udfff")),
        ([CLUE, Guess(OWN[0])], Stop(reason={})),  # type: ignore[arg-type]
        ([CLUE, Guess(OWN[0])], Stop(votes=None)),  # type: ignore[arg-type]
    ],
)
def test_what_no_table_can_hold_is_refused(before: list[Action], action: Action) -> None:
    """An agent is anyone's code: what it notes for the record must not cost the run its tables."""
    game = played(STANDARD, BOARD, before)
    with pytest.raises(IllegalAction, match="an action's"):
        game.play(action)
    assert len(game.history) == len(before)


def test_a_refusal_says_where_what_and_what_is_right() -> None:
    game = played(STANDARD, BOARD, [CLUE])
    with pytest.raises(IllegalAction) as refused:
        game.play(Guess("nowhere"))
    assert str(refused.value) == (
        "turn 1 of the first team, decision 'guess': "
        "Guess(word='nowhere', said=None, votes=(), reason=None) is not an option; "
        "guess an uncovered word, spelled as on the table"
    )


def test_a_spymaster_s_view_has_the_key_and_an_operative_s_has_no_place_for_it() -> None:
    game = Game(STANDARD, BOARD)
    assert game.decision is not None
    assert isinstance(game.decision.view, SpymasterView)
    assert game.decision.view.left("own") == tuple(OWN)
    game.play(Clue("zzz", 2, targets=tuple(OWN[:2])))
    view = game.decision.view
    assert isinstance(view, OperativeView)
    assert "key" not in view.__struct_fields__
    assert "targets" not in repr(view)
    assert (view.turn.clue, view.turn.number, view.guesses_left) == ("zzz", 2, 3)


def test_both_teams_turns_are_in_every_view() -> None:
    game = played(STANDARD, BOARD, [CLUE, Guess(OTHER[0]), Clue("yyy", 1), Guess(OTHER[1])])
    assert game.decision is not None
    one, two = game.decision.view.turns
    assert (one.clue, one.guesses[0].card, one.ended_by) == ("zzz", "opponent", "wrong_opponent")
    assert (two.clue, two.guesses[0].card, two.ended_by) == ("yyy", "own", None)


def test_a_board_of_other_rules_is_refused() -> None:
    with pytest.raises(RulesError, match="these rules need 5 × 5 = 25"):
        Game(STANDARD, Board(BOARD.words[:24], BOARD.key[:24], "red"))
    with pytest.raises(RulesError, match="has 9 cards 'first'; these rules need 8"):
        Game(STANDARD.replace(first_agents=8), BOARD)
    twice = (BOARD.words[1], *BOARD.words[1:])
    with pytest.raises(RulesError, match="duplicate word"):
        Game(STANDARD, Board(twice, BOARD.key, "red"))
