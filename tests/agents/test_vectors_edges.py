"""The vector agents answer legally from any position, however odd."""

from __future__ import annotations

from typing import Any

import pytest

from codenames_sim.agents import Turn
from codenames_sim.agents.vectors import STRENGTHS, VectorSpymaster
from codenames_sim.agents.vectors.languages import tables_of
from codenames_sim.boards import deal
from codenames_sim.clues import check_clue
from codenames_sim.rules import (
    FORFEIT,
    STOP,
    Action,
    Board,
    Clue,
    Cover,
    Game,
    Guess,
    OperativeView,
    Rules,
    SpymasterView,
)
from tests.agents.test_vectors import SPYMASTERS, give_clue, guess, now
from tests.playing import STANDARD, played, sorted_board, words_of

OPERATIVES = [
    *[{"strength": strength} for strength in STRENGTHS],
    {"temperature": 0},
    *[{"table": table, "stop": -1, "extra": -1} for table in tables_of("en")],
]


def nearly_over(seed: int, own: int, opponent: int) -> Game:
    """The first team is to give a clue; so many agents are left of each."""
    board = sorted_board(seed=seed)
    mine, theirs = words_of(board, "first"), words_of(board, "second")
    actions: list[Action] = []
    for turn in range(9):
        actions += [Clue("xylem", 1), Guess(mine[turn])] if turn < 9 - own else [FORFEIT]
        if turn < 9 - own:
            actions.append(STOP)
        actions += (
            [Clue("xylem", 1), Guess(theirs[turn]), STOP] if turn < 8 - opponent else [FORFEIT]
        )
    return played(STANDARD, board, actions)


def with_words(words: list[str], rules: Rules = STANDARD, seed: int = 0) -> Game:
    """A game on these words."""
    dealt = deal(rules, seed=seed)
    return Game(rules, Board(tuple(words), dealt.key, dealt.first_colour))


NEARLY_WON = [nearly_over(seed, 2, 8) for seed in range(5)]
NEARLY_LOST = [nearly_over(seed, 9, 1) for seed in range(5)]
ONE_LEFT = [nearly_over(seed, 1, 1) for seed in range(5)]
UNKNOWN = [with_words([f"qx{seed}z{at}" for at in range(25)], seed=seed) for seed in range(5)]
LETTERS = "abcdefghijklmnopqrstuvwxyz"
ALL_ILLEGAL = [
    with_words(
        [letter for letter in LETTERS if letter != left_out],
        STANDARD.replace(clue_profile="strict"),
        seed,
    )
    for seed, left_out in enumerate("qxzjv")
]


@pytest.mark.parametrize("params", SPYMASTERS, ids=str)
@pytest.mark.parametrize("games", [NEARLY_WON, NEARLY_LOST, ONE_LEFT, UNKNOWN])
def test_spymasters_answer_at_the_edge(games: list[Game], params: dict[str, Any]) -> None:
    for game in games:
        assert game.decision is not None
        view = game.decision.view
        assert isinstance(view, SpymasterView)
        clue = give_clue(game, **params)
        assert isinstance(clue, Clue)
        assert check_clue(clue.word, view.uncovered).legal
        assert set(clue.targets) <= set(view.left("own"))


@pytest.mark.parametrize("rule", ["margins", "planning"])
@pytest.mark.parametrize("game", ALL_ILLEGAL)
def test_spymasters_forfeit_where_every_clue_is_illegal(game: Game, rule: str) -> None:
    assert give_clue(game, rule=rule) == FORFEIT


@pytest.mark.parametrize("params", OPERATIVES, ids=str)
@pytest.mark.parametrize("games", [NEARLY_WON, NEARLY_LOST, ONE_LEFT, UNKNOWN, ALL_ILLEGAL])
@pytest.mark.parametrize("word", ["ocean", "qqxzv", "zż"])
def test_operatives_answer_at_the_edge(
    games: list[Game], params: dict[str, Any], word: str
) -> None:
    for game in games:
        after = played(game.rules, game.board, [event.action for event in game.history])
        after.play(Clue(word, 2))
        if after.decision is None or not isinstance(after.decision.view, OperativeView):
            continue
        while after.decision is not None and isinstance(after.decision.view, OperativeView):
            after.play(guess(after, **params))


def test_covers_are_answered_too() -> None:
    for game in [*NEARLY_WON, *UNKNOWN, *ALL_ILLEGAL]:
        after = played(game.rules, game.board, [event.action for event in game.history])
        after.play(Clue(after.board.words[-1], 1))
        assert after.decision is not None
        view = after.decision.view
        assert isinstance(view, SpymasterView)
        answer = now(VectorSpymaster().cover(view, Turn("test")))
        assert isinstance(answer, Cover)
        after.play(answer)
