"""What holds in every game, checked by a second opinion that shares no code with the engine."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codenames_sim.boards import deal, load_words
from codenames_sim.errors import IllegalAction
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
    Rules,
    Team,
)
from tests.playing import STANDARD, random_action

OTHER: dict[Team, Team] = {"first": "second", "second": "first"}
NOISE: list[Action] = [
    Guess("nowhere"),
    STOP,
    SKIP,
    Cover("nowhere"),
    Clue("zzz", 99),
    Clue("\udfff", 1),
    FORFEIT.by,  # type: ignore[list-item]
]

rules_models = st.builds(
    STANDARD.replace,
    first_agents=st.integers(7, 10),
    second_agents=st.integers(7, 9),
    assassins=st.integers(0, 3),
    extra_guesses=st.sampled_from([0, 1, 2, "unlimited"]),
    least_guesses=st.integers(0, 2),
    zero_clues=st.booleans(),
    unlimited_clues=st.booleans(),
    invalid_clue=st.sampled_from(["may_cover", "must_cover", "no_cover"]),
    forfeit_ends=st.sampled_from(["turn", "turn", "game"]),
    max_turns=st.integers(2, 60),
)


def play_and_check(rules: Rules, seed: int) -> None:
    """Plays one game at random, checking every step."""
    board, rng = deal(rules, seed=seed), random.Random(seed)
    clues = [*load_words("en").words[:100], *board.words]
    game = Game(rules, board)
    shown: dict[str, str] = {}
    while (decision := game.decision) is not None:
        now = dict(zip(decision.view.words, decision.view.shown, strict=True))
        for word, card in zip(board.words, board.key, strict=True):
            seen = card if card not in OTHER else "own" if card == decision.team else "opponent"
            assert now[word] in (None, seen)
            assert word not in shown or now[word] is not None, "a covered card was taken away"
            if now[word] is not None:
                shown[word] = seen
        if rng.random() < 0.2:
            refused_changes_nothing(game, rng.choice(NOISE))
        if game.decision is not None:
            game.play(random_action(game, rng, clues))
    check_turns(game)
    check_winner(game)
    check_replay(game)


def refused_changes_nothing(game: Game, action: Action) -> None:
    """Tries an action that is hardly ever allowed."""
    options = repr(game.decision)
    state = (game.history, game.turns, dict(game.variables), game.outcome)
    try:
        game.play(action)
    except IllegalAction:
        assert (game.history, game.turns, dict(game.variables), game.outcome) == state
        assert repr(game.decision) == options
    else:
        assert "may_stop=True" in options or "may_skip=True" in options


def check_turns(game: Game) -> None:
    parameters = game.rules.parameters
    assert len(game.turns) <= int(parameters["max_turns"])
    for index, turn in enumerate(game.turns):
        assert turn.team == ("first", "second")[index % 2]
        assert turn.ended_by is not None
        if not turn.legal:
            assert not turn.guesses
            continue
        over = index == len(game.turns) - 1
        free = turn.unlimited or turn.number == 0
        limit = float("inf") if free else (turn.number or 0) + float(parameters["extra_guesses"])
        assert len(turn.guesses) <= limit
        if turn.ended_by == "stopped":
            assert len(turn.guesses) >= int(parameters["least_guesses"])
        if turn.forfeited_by is None and limit > 0 and not over:
            assert len(turn.guesses) >= min(1, int(parameters["least_guesses"]))
        assert all(guess.card == "own" for guess in turn.guesses[:-1])


def check_winner(game: Game) -> None:
    """Tells the winner from who covered what, and from nothing else."""
    outcome = game.outcome
    assert outcome is not None
    card = dict(zip(game.board.words, game.board.key, strict=True))
    left = dict(game.rules.cards)
    winner: Team | None = None
    for turn in game.turns:
        assert winner is None, "the game went on after it was won"
        for word in [*[guess.word for guess in turn.guesses], turn.covered_after_invalid]:
            if word is None:
                continue
            left[card[word]] -= 1
            if card[word] == "assassin":
                winner = OTHER[turn.team]
            elif not left["first"]:
                winner = "first"
            elif not left["second"]:
                winner = "second"
    last = game.turns[-1]
    if winner is None and last.ended_by == "forfeit" and outcome.ending == "forfeit":
        winner = OTHER[last.team]
    assert outcome.winner == winner
    assert (winner is None) == (outcome.ending == "stalled")
    assert (outcome.first_left, outcome.second_left) == (left["first"], left["second"])


def check_replay(game: Game) -> None:
    again = Game(game.rules, game.board)
    for event in game.history:
        again.play(event.action)
    assert (again.history, again.turns, again.outcome) == (game.history, game.turns, game.outcome)


@given(rules_models, st.integers(0, 10**9))
@settings(max_examples=150, deadline=None)
def test_invariants_hold_in_every_variant(rules: Rules, seed: int) -> None:
    for game in range(3):
        play_and_check(rules, seed + game)


@given(st.integers(0, 10**9))
@settings(max_examples=50, deadline=None)
def test_invariants_hold_in_the_official_game(seed: int) -> None:
    for game in range(3):
        play_and_check(STANDARD, seed + game)


@pytest.mark.long
@given(rules_models, st.integers(0, 10**9))
@settings(max_examples=2_500, deadline=None)
def test_invariants_hold_in_100_000_games(rules: Rules, seed: int) -> None:
    for game in range(20):
        play_and_check(rules, seed + game)
        play_and_check(STANDARD, seed + game)


@given(rules_models, st.integers(0, 10**9), st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_an_operative_learns_nothing_of_what_is_uncovered(
    rules: Rules, seed: int, rng: random.Random
) -> None:
    """Boards that differ only in cards not covered yet give equal views, all along the way."""
    board = deal(rules, seed=seed)
    clues = [*load_words("en").words[:100], *board.words]
    game = Game(rules, board)
    for _ in range(rng.randrange(1, 30)):
        if game.decision is None:
            return
        game.play(random_action(game, rng, clues))
    if game.outcome is not None:
        return
    assert game.decision is not None
    free = [index for index, card in enumerate(game.decision.view.shown) if card is None]
    shuffled = [board.key[index] for index in free]
    rng.shuffle(shuffled)
    key = list(board.key)
    for index, card in zip(free, shuffled, strict=True):
        key[index] = card
    one = Game(rules, board)
    other = Game(rules, Board(board.words, tuple(key), board.first_colour))
    for event in game.history:
        assert_operatives_see_the_same(one, other)
        one.play(event.action)
        other.play(event.action)
    assert_operatives_see_the_same(one, other)


def assert_operatives_see_the_same(one: Game, other: Game) -> None:
    assert one.decision is not None
    assert other.decision is not None
    view = one.decision.view
    if isinstance(view, OperativeView):
        assert view == other.decision.view
        assert repr(view) == repr(other.decision.view)
