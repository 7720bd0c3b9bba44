"""The vector agents: they play legally from any position, and do what their parameters say."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codenames_sim.agents import TeamAgents, Turn
from codenames_sim.agents.vectors import (
    STRENGTHS,
    VectorOperative,
    VectorSpymaster,
    languages,
    similarity,
)
from codenames_sim.agents.vectors.languages import tables_of
from codenames_sim.boards import deal, named_lists
from codenames_sim.clues import check_clue
from codenames_sim.errors import InputError
from codenames_sim.match import play_match
from codenames_sim.rules import (
    FORFEIT,
    STOP,
    Action,
    Board,
    Card,
    Clue,
    Cover,
    Game,
    Guess,
    OperativeView,
    Rules,
    SpymasterView,
)
from tests.playing import STANDARD, played, sorted_board

_T = TypeVar("_T")

SPYMASTERS = [
    *[{"strength": strength} for strength in STRENGTHS],
    {"rule": "margins"},
    {"rule": "margins", "noise": 0.2},
    {"table": dict.fromkeys(tables_of("en"), 1)},
]


def now(coroutine: Coroutine[Any, Any, _T]) -> _T:
    """What the agent answers, without waiting for anything."""
    return asyncio.run(coroutine)


def give_clue(game: Game, **params: Any) -> Action:
    """What a spymaster of these parameters answers now."""
    assert game.decision is not None
    assert isinstance(game.decision.view, SpymasterView)
    return now(VectorSpymaster(**params).give_clue(game.decision.view, Turn("test")))


def guess(game: Game, seed: int = 0, **params: Any) -> Action:
    """What an operative of these parameters answers now."""
    assert game.decision is not None
    assert isinstance(game.decision.view, OperativeView)
    return now(VectorOperative(**params).guess(game.decision.view, Turn(f"test/{seed}")))


def whole_game(rules: Rules, seed: int, **params: Any) -> Game:
    """A game between teams of these parameters."""
    game = Game(rules, deal(rules, seed=seed))

    def team() -> TeamAgents:
        return TeamAgents(VectorSpymaster(**params), VectorOperative(**params))

    asyncio.run(play_match(game, {"first": team(), "second": team()}, f"game {seed}"))
    return game


@dataclass
class _Table:
    """A table of a few words, as `load_embedding` gives one."""

    words: tuple[str, ...]
    vectors: np.ndarray[Any, np.dtype[np.float32]]
    norm: float = 100.0

    @property
    def index(self) -> dict[str, int]:
        return {word: index for index, word in enumerate(self.words)}


@pytest.fixture
def small_tables(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, _Table]]:
    """Tables by name, to be filled by the test."""
    tables: dict[str, _Table] = {}
    monkeypatch.setattr(similarity, "load_embedding", tables.__getitem__)
    monkeypatch.setattr(similarity, "_SPREAD", similarity.POINTS)
    monkeypatch.setattr(similarity, "_spread", lambda parts: 1.0)
    monkeypatch.setattr(languages, "speaks", lambda words, language: True)
    similarity._similarity.cache_clear()
    yield tables
    similarity._similarity.cache_clear()


def table_of(scores: dict[str, dict[str, float]]) -> _Table:
    """A table in which each clue has these scores for the words on the board.

    Words are the axes of the space, so that any scores can be had.
    """
    words = list(dict.fromkeys(word for given in scores.values() for word in given))
    axes = np.eye(len(words)) * 100
    clues = [[100 * given.get(word, 0.0) for word in words] for given in scores.values()]
    vectors = np.rint(np.concatenate([axes, np.array(clues)])).astype(np.float32)
    return _Table((*words, *scores), vectors)


# Whole games


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(SPYMASTERS))
def test_every_clue_is_legal_and_for_own_words(seed: int, params: dict[str, Any]) -> None:
    board = deal(STANDARD, seed=seed)
    game = Game(STANDARD, board)
    while (decision := game.decision) is not None:
        if isinstance(decision.view, SpymasterView):
            clue = give_clue(game, **params)
            assert isinstance(clue, Clue)
            assert clue.number is not None
            assert check_clue(clue.word, decision.view.uncovered).legal
            assert 1 <= clue.number == len(set(clue.targets))
            assert set(clue.targets) <= set(decision.view.left("own"))
            game.play(clue)
        else:
            game.play(guess(game, seed))


@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_same_game_comes_again(strength: str) -> None:
    assert [whole_game(STANDARD, seed, strength=strength).history for seed in range(3)] == [
        whole_game(STANDARD, seed, strength=strength).history for seed in range(3)
    ]


@pytest.mark.parametrize(
    "parameters",
    [
        {"zero_clues": True, "unlimited_clues": True},
        {"extra_guesses": 0},
        {"extra_guesses": "unlimited"},
        {"least_guesses": 0},
        {"least_guesses": 3},
        {"max_number": 1},
        {"assassins": 0},
        {"assassins": 3},
        {"rows": 6, "columns": 6},
        {"rows": 1, "columns": 3, "first_agents": 1, "second_agents": 1},
        {"rows": 1, "columns": 2, "first_agents": 1, "second_agents": 1, "assassins": 0},
        {"invalid_clue": "must_cover", "clue_profile": "strict"},
    ],
    ids=str,
)
@pytest.mark.parametrize("rule", ["margins", "planning"])
def test_other_rules_are_played_to_the_end(parameters: dict[str, Any], rule: str) -> None:
    rules = STANDARD.replace(**parameters)
    for seed in range(4):
        game = Game(rules, deal(rules, seed=seed))
        team = TeamAgents(VectorSpymaster(rule=rule), VectorOperative())
        asyncio.run(play_match(game, {"first": team, "second": team}, "game"))
        assert game.outcome is not None
        assert not any(turn.forfeited_by for turn in game.turns)
        assert all(turn.legal for turn in game.turns)


# The spymaster


def test_a_table_with_no_word_but_those_on_the_board(small_tables: dict[str, _Table]) -> None:
    board = sorted_board()
    small_tables["tiny"] = _Table(board.words, np.eye(25, dtype=np.float32) * 100)
    for rule in ("margins", "planning"):
        assert give_clue(Game(STANDARD, board), table="tiny", rule=rule) == FORFEIT


def scored(small_tables: dict[str, _Table], scores: dict[str, dict[int, float]]) -> Game:
    """A game of 3 × 3 in which clues have these scores for words by their place.

    Places 0 to 2 are the first team's, 3 and 4 the second's, 8 is the assassin's.
    """
    rules = STANDARD.replace(rows=3, columns=3, first_agents=3, second_agents=2)
    board = sorted_board(rules)
    small_tables["t"] = table_of(
        {
            clue: {word: given.get(index, 0.0) for index, word in enumerate(board.words)}
            for clue, given in scores.items()
        }
    )
    return Game(rules, board)


@pytest.mark.parametrize("rule", ["margins", "planning"])
def test_more_safe_words_are_better(small_tables: dict[str, _Table], rule: str) -> None:
    game = scored(small_tables, {"qone": {0: 0.7}, "qtwo": {0: 0.6, 1: 0.6}, "qbad": {3: 0.7}})
    clue = give_clue(game, table="t", rule=rule)
    assert clue == Clue("qtwo", 2, game.board.words[:2])


@pytest.mark.parametrize("rule", ["margins", "planning"])
def test_the_assassin_is_kept_away_from(small_tables: dict[str, _Table], rule: str) -> None:
    game = scored(
        small_tables, {"qrisky": {0: 0.6, 1: 0.6, 8: 0.57}, "qsafe": {0: 0.6, 1: 0.6, 5: 0.3}}
    )
    clue = give_clue(game, table="t", rule=rule)
    assert isinstance(clue, Clue)
    assert clue.word == "qsafe"


@pytest.mark.parametrize(("risk", "place"), [("assassin", 8), ("opponent", 3), ("bystander", 5)])
def test_each_margin_is_for_its_card(
    small_tables: dict[str, _Table], risk: str, place: int
) -> None:
    game = scored(small_tables, {"qnear": {0: 0.6, 1: 0.6, place: 0.45}, "qfar": {0: 0.6}})
    bold = {"assassin": 0.0, "opponent": 0.0, "bystander": 0.0}
    common = {"table": "t", "rule": "margins", "least": 0.2}
    near, far = give_clue(game, **common, **bold), give_clue(game, **common, **{**bold, risk: 0.2})
    assert isinstance(near, Clue)
    assert isinstance(far, Clue)
    assert (near.word, far.word) == ("qnear", "qfar")


def test_margins_hold_the_number_down(small_tables: dict[str, _Table]) -> None:
    game = scored(small_tables, {"qall": {0: 0.6, 1: 0.55, 2: 0.5}})
    clue = give_clue(game, table="t", rule="margins", most=2)
    assert clue == Clue("qall", 2, game.board.words[:2])


def test_who_is_about_to_lose_risks_more(small_tables: dict[str, _Table]) -> None:
    game = scored(
        small_tables, {"qsafe": {0: 0.9}, "qbold": {0: 0.6, 1: 0.58, 2: 0.56, 5: 0.53, 6: 0.53}}
    )
    actions: list[Action] = [FORFEIT, Clue("qfoo", 1), Guess(game.board.words[3]), STOP]
    behind = played(game.rules, game.board, actions)
    params = {"table": "t", "temperature": 0.05}
    even, late = give_clue(game, **params), give_clue(behind, **params)
    assert isinstance(even, Clue)
    assert isinstance(late, Clue)
    assert late.word == "qbold"


def test_an_open_clue_is_finished_by_an_unlimited_one(
    small_tables: dict[str, _Table],
) -> None:
    game = scored(
        small_tables,
        {"qpair": {0: 0.7, 1: 0.7}, "qlast": {2: 0.8}},
    )
    rules = game.rules.replace(unlimited_clues=True)
    w = game.board.words
    after = played(rules, game.board, [Clue("qpair", 2), Guess(w[5]), FORFEIT])
    clue = give_clue(after, table="t", extra=0.5)
    assert clue == Clue("qlast", None, (w[2], w[0], w[1]))


def test_what_is_hardest_to_clue_is_covered(small_tables: dict[str, _Table]) -> None:
    game = scored(small_tables, {"qa": {0: 0.7}, "qb": {1: 0.6, 5: 0.5}, "qc": {2: 0.9}})
    w = game.board.words
    after = played(game.rules, game.board, [FORFEIT, Clue(w[0], 1)])
    assert after.decision is not None
    view = after.decision.view
    assert isinstance(view, SpymasterView)
    assert now(VectorSpymaster(table="t").cover(view, Turn("test"))) == Cover(w[1])


# The operative

FIVE_FIRST: tuple[Card, ...] = (
    *("first", "first", "first", "first", "first"),
    *("second", "bystander", "bystander", "assassin"),
)
"""The key of a board of nine words with five for the first team."""


def test_the_closest_words_are_guessed_up_to_the_number(
    small_tables: dict[str, _Table],
) -> None:
    game = scored(small_tables, {"qone": {2: 0.7, 0: 0.6, 1: 0.5}})
    game.play(Clue("qone", 2))
    for expected in (Guess(game.board.words[2]), Guess(game.board.words[0]), STOP):
        action = guess(game, table="t", temperature=0)
        assert action == expected
        game.play(action)


def test_it_stops_when_the_best_is_too_far_off(small_tables: dict[str, _Table]) -> None:
    game = scored(small_tables, {"qone": {2: 0.7, 0: 0.3}})
    w = game.board.words
    game.play(Clue("qone", 3))
    game.play(Guess(w[2]))
    assert guess(game, table="t", temperature=0, stop=0.29) == Guess(w[0])
    assert guess(game, table="t", temperature=0, stop=0.31) == STOP


def test_the_first_guess_is_made_however_far(small_tables: dict[str, _Table]) -> None:
    game = scored(small_tables, {"qone": {2: -0.1, 0: -0.2} | dict.fromkeys(range(3, 9), -0.5)})
    game.play(Clue("qone", 1))
    action = guess(game, table="t", temperature=0, stop=1)
    assert action == Guess(game.board.words[1])


def test_the_extra_guess_goes_to_what_an_earlier_clue_left(
    small_tables: dict[str, _Table],
) -> None:
    game = scored(small_tables, {"qpair": {0: 0.7, 1: 0.6}, "qlast": {2: 0.8, 5: 0.75}})
    w = game.board.words
    opening: list[Action] = [Clue("qpair", 2), Guess(w[0]), STOP, FORFEIT]
    after = played(game.rules, game.board, [*opening, Clue("qlast", 1), Guess(w[2])])
    assert guess(after, table="t", temperature=0, extra=0.5) == Guess(w[1])
    assert guess(after, table="t", temperature=0, extra=0.65) == STOP


def test_no_extra_guess_is_made_where_every_clue_was_finished(
    small_tables: dict[str, _Table],
) -> None:
    game = scored(small_tables, {"qpair": {0: 0.7, 1: 0.6, 5: 0.5}, "qlast": {2: 0.8}})
    w = game.board.words
    result: list[Action] = [Clue("qpair", 2), Guess(w[0]), Guess(w[1]), STOP, FORFEIT]
    rules = game.rules.replace(first_agents=5, second_agents=1, bystanders=2)
    after = played(rules, Board(w, FIVE_FIRST, "red"), result)
    after.play(Clue("qlast", 1))
    after.play(Guess(w[2]))
    assert guess(after, table="t", temperature=0, extra=-1) == STOP


def test_an_extra_guess_that_was_right_finishes_its_clue(
    small_tables: dict[str, _Table],
) -> None:
    game = scored(
        small_tables,
        {"qpair": {0: 0.7, 1: 0.6, 5: 0.5}, "qthird": {2: 0.8}, "qlast": {3: 0.8}},
    )
    w = game.board.words
    opening: list[Action] = [Clue("qpair", 2), Guess(w[0]), STOP, FORFEIT]
    finished: list[Action] = [Clue("qthird", 1), Guess(w[2]), Guess(w[1]), FORFEIT]
    rules = game.rules.replace(first_agents=5, second_agents=1, bystanders=2)
    after = played(rules, Board(w, FIVE_FIRST, "red"), [*opening, *finished])
    after.play(Clue("qlast", 1))
    after.play(Guess(w[3]))
    assert guess(after, table="t", temperature=0, extra=-1) == STOP


def test_a_zero_clue_is_kept_away_from(tmp_path: Path, small_tables: dict[str, _Table]) -> None:
    game = scored(small_tables, {"qpair": {0: 0.6, 8: 0.7, 1: 0.5}, "qdeath": {8: 0.9}})
    w = game.board.words
    rules = game.rules.replace(zero_clues=True)
    opening: list[Action] = [Clue("qpair", 3), Guess(w[5]), FORFEIT, Clue("qdeath", 0)]
    after = played(rules, game.board, opening)
    assert guess(after, table="t", temperature=0) == Guess(w[0])


def test_temperature_makes_guesses_worse() -> None:
    def right(temperature: float) -> int:
        params = {"temperature": temperature, "stop": 0.2}
        return sum(
            guessed.card == "own"
            for seed in range(15)
            for turn in whole_game(STANDARD, seed, **params).turns[:2]
            for guessed in turn.guesses
        )

    cold, warm, hot = right(0.01), right(0.1), right(1.0)
    assert cold > warm > hot


@pytest.mark.parametrize("language", named_lists())
@pytest.mark.parametrize("rule", ["margins", "planning"])
def test_each_language_is_played_with_a_table_of_its_own(language: str, rule: str) -> None:
    result = []
    for seed in range(3):
        game = Game(STANDARD, deal(STANDARD, language, seed))
        team = TeamAgents(VectorSpymaster(rule=rule), VectorOperative(strength="expert"))
        asyncio.run(play_match(game, {"first": team, "second": team}, "game"))
        assert all(turn.legal for turn in game.turns)
        result += [guessed.card == "own" for turn in game.turns for guessed in turn.guesses]
    assert sum(result) / len(result) > 0.6


def test_a_table_of_another_language_is_an_error() -> None:
    game = Game(STANDARD, deal(STANDARD, "pl"))
    says = "tables glove, but the language of the board is 'pl'; tables of that language: pl"
    with pytest.raises(InputError, match=says):
        give_clue(game, table="glove")
    game.play(Clue("ocean", 1))
    with pytest.raises(InputError, match=says):
        guess(game, table="glove")


def test_a_language_without_tables_is_an_error() -> None:
    with pytest.raises(InputError, match="no word table for the language 'xx'"):
        languages.similarity_for("xx", None)


# Parameters


def test_tables_without_a_common_word(small_tables: dict[str, _Table]) -> None:
    small_tables["a"], small_tables["b"] = (
        _Table((word,), np.ones((1, 4), np.float32)) for word in ("one", "other")
    )
    with pytest.raises(ValueError, match="a, b have no common word"):
        VectorSpymaster(table={"a": 1, "b": 1})


@pytest.mark.parametrize(
    ("params", "says"),
    [
        ({"strength": "godlike"}, "strength 'godlike'; use one of: novice"),
        ({"temperature": -0.1}, "temperature must be a number from 0 to 10"),
        ({"temperature": "hot"}, "temperature must be a number"),
        ({"stop": 2}, "stop must be a number from -1 to 1"),
        ({"extra": True}, "extra must be a number"),
        ({"stop": float("nan")}, "stop must be a number"),
        ({"table": {"glove": 0}}, "share of table 'glove'"),
    ],
)
def test_bad_parameters_of_either_role(params: dict[str, Any], says: str) -> None:
    for made in (VectorOperative, VectorSpymaster):
        with pytest.raises(ValueError, match=says):
            made(**params)


@pytest.mark.parametrize(
    ("params", "says"),
    [
        ({"rule": "luck"}, "no rule 'luck'; use one of: planning, margins"),
        ({"noise": -1}, "noise must be a number from 0"),
        ({"rule": "margins", "most": 0}, "most must be a number from 1"),
        ({"rule": "planning", "assassin": 0.2}, "require the rule 'margins'"),
    ],
)
def test_bad_parameters_of_the_spymaster(params: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        VectorSpymaster(**params)
