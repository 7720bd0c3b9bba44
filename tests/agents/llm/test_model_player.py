"""A model's answers become actions; what can't be used is asked for again, then forfeited."""

from __future__ import annotations

import asyncio
import json

import pytest

from codenames_sim.agents.llm import LlmOperative, LlmSpymaster
from codenames_sim.errors import ConfigError
from codenames_sim.llm import Outcome
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
    Stop,
)
from tests.agents.llm.sessions import ScriptedSession, turn_at
from tests.playing import STANDARD

WORDS = (
    *("whale", "shark", "bank", "crane", "orange", "piano", "ice cream", "glove", "pistol"),
    *("beat", "bear", "castle", "doctor", "engine", "forest", "ghost", "hammer"),
    *("igloo", "jacket", "kettle", "lemon", "mirror", "needle", "ocean", "parachute"),
)
KEY: tuple[Card, ...] = ("first",) * 9 + ("second",) * 8 + ("bystander",) * 7 + ("assassin",)
BOARD = Board(WORDS, KEY, "red")
MODEL = "openai/any"


def game_after(*actions: Action, rules: Rules = STANDARD, key: tuple[Card, ...] = KEY) -> Game:
    game = Game(rules, Board(WORDS, key, "red"))
    for action in actions:
        game.play(action)
    return game


def guess_view(
    *actions: Action, rules: Rules = STANDARD, key: tuple[Card, ...] = KEY
) -> OperativeView:
    decision = game_after(*(actions or (Clue("swimmer", 2),)), rules=rules, key=key).decision
    assert decision is not None
    assert isinstance(decision.view, OperativeView)
    return decision.view


def spymaster_view(
    *actions: Action, rules: Rules = STANDARD, key: tuple[Card, ...] = KEY
) -> SpymasterView:
    decision = game_after(*actions, rules=rules, key=key).decision
    assert decision is not None
    assert isinstance(decision.view, SpymasterView)
    return decision.view


def guessed(session: ScriptedSession, view: OperativeView, **params: object) -> Action:
    return asyncio.run(LlmOperative(MODEL, **params).guess(view, turn_at(session)))


def clued(session: ScriptedSession, view: SpymasterView, **params: object) -> Action:
    return asyncio.run(LlmSpymaster(MODEL, **params).give_clue(view, turn_at(session)))


def guesses(*words: object, reason: object = "") -> str:
    return json.dumps({"reason": reason, "guesses": words})


def clue(word: object, number: object, *targets: object) -> str:
    return json.dumps({"targets": targets, "word": word, "number": number})


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("whale", "whale"),
        ("WHALE", "whale"),
        (" Whale. ", "whale"),
        ("whales", "whale"),
        ("hwale", "whale"),
        ("ice-cream", "ice cream"),
        ("IceCream", "ice cream"),
        ("parrachutte", "parachute"),
        ("oránge", "orange"),
    ],
)
def test_case_and_small_slips_are_mended_and_recorded(said: str, word: str) -> None:
    result = guessed(ScriptedSession(guesses(said)), guess_view())
    assert result == Guess(word, None if said == word else said)


@pytest.mark.parametrize("said", ["bea", "beas", "dolphin", "whalebone", "", "x" * 5_000, "be"])
def test_what_may_be_no_word_or_two_is_not_guessed_at(said: str) -> None:
    session = ScriptedSession(guesses(said))
    assert guessed(session, guess_view()) == FORFEIT
    assert session.outcomes == [Outcome.ILLEGAL] * 3


def test_a_covered_word_is_never_mended_into_another() -> None:
    view = guess_view(Clue("x", 3), Guess("bear"), Clue("y", 1))
    assert guessed(ScriptedSession(guesses("bear"), guesses("beat")), view) == Guess("beat")


def test_a_step_asks_for_every_guess_and_stops_at_an_empty_list() -> None:
    first, second = guess_view(), guess_view(Clue("swimmer", 2), Guess("whale"))
    session = ScriptedSession(guesses("whale", "shark", reason="they swim"), guesses())
    agent = LlmOperative(MODEL)
    assert asyncio.run(agent.guess(first, turn_at(session))) == Guess("whale", reason="they swim")
    assert asyncio.run(agent.guess(second, turn_at(session))) == STOP
    assert len(session.requests) == 2


def test_a_plan_is_played_until_its_end_for_one_call() -> None:
    session = ScriptedSession(guesses("whale", "Shark"))
    agent, game = LlmOperative(MODEL, mode="plan"), game_after(Clue("swimmer", 3))
    actions: list[Action] = []
    for _ in range(3):
        assert game.decision is not None
        view = game.decision.view
        assert isinstance(view, OperativeView)
        actions.append(asyncio.run(agent.guess(view, turn_at(session))))
        game.play(actions[-1])
    assert actions == [Guess("whale"), Guess("shark", "Shark"), STOP]
    assert len(session.requests) == 1


def test_a_plan_is_for_one_turn() -> None:
    agent, session = LlmOperative(MODEL, mode="plan"), ScriptedSession(guesses("whale", "shark"))
    asyncio.run(agent.guess(guess_view(), turn_at(session)))
    later = guess_view(Clue("a", 1), Guess("lemon"), Clue("b", 1), Guess("mirror"), Clue("c", 1))
    asyncio.run(agent.guess(later, turn_at(session)))
    assert len(session.requests) == 2


@pytest.mark.parametrize(
    ("bad", "outcome", "told"),
    [
        (
            "I would guess whale.",
            Outcome.UNPARSABLE,
            "no valid JSON object with the keys reason",
        ),
        (
            '<think>{"reason": "", "guesses": ["shark"]}</think> hm',
            Outcome.UNPARSABLE,
            "no valid JSON object with",
        ),
        (guesses("dolphin"), Outcome.ILLEGAL, '"dolphin" is not one of the unrevealed words'),
        (guesses(), Outcome.ILLEGAL, "You must guess at least one word before you stop"),
        (guesses(1, 2), Outcome.ILLEGAL, '"guesses" must be a list of words'),
        (ScriptedSession.REFUSED, Outcome.REFUSED, "It was a refusal"),
    ],
)
def test_a_bad_answer_is_asked_for_again(bad: str, outcome: Outcome, told: str) -> None:
    session = ScriptedSession(bad, guesses("whale"))
    assert guessed(session, guess_view()) == Guess("whale")
    assert session.outcomes == [outcome, Outcome.OK]
    first, again = session.prompts
    assert again.startswith(first)
    assert told in again
    assert json.dumps(bad[-30:].replace("\0", ""), ensure_ascii=False)[1:] in again


@pytest.mark.parametrize("reasks", [0, 1, 5])
def test_after_max_reasks_it_forfeits(reasks: int) -> None:
    session = ScriptedSession("no")
    assert guessed(session, guess_view(), max_reasks=reasks) == FORFEIT
    assert len(session.requests) == 1 + reasks
    assert clued(ScriptedSession("no"), spymaster_view(), max_reasks=reasks) == FORFEIT


def test_only_the_latest_bad_answer_is_quoted() -> None:
    session = ScriptedSession("first nonsense", "second nonsense", guesses("whale"))
    guessed(session, guess_view())
    assert "first nonsense" not in session.prompts[-1]
    assert "second nonsense" in session.prompts[-1]


def test_a_forfeit_ends_the_turn_or_the_game_as_the_rules_say() -> None:
    for rules, ending in ((STANDARD, None), (STANDARD.replace(forfeit_ends="game"), "forfeit")):
        game = game_after(Clue("swimmer", 2), rules=rules)
        assert game.decision is not None
        view = game.decision.view
        assert isinstance(view, OperativeView)
        game.play(guessed(ScriptedSession("no"), view))
        assert game.turns[0].ended_by == "forfeit"
        assert (game.outcome and game.outcome.ending) == ending


def test_a_clue_with_the_words_it_is_for() -> None:
    result = clued(
        ScriptedSession(clue(" swimmer ", 2, "Whale", "shark", "beat", 7)), spymaster_view()
    )
    assert result == Clue("swimmer", 2, ("whale", "shark"), said=" swimmer ")


@pytest.mark.parametrize("number", [2, 2.0, "2", " 2 "])
def test_a_number_however_it_is_written(number: object) -> None:
    assert clued(ScriptedSession(clue("swimmer", number)), spymaster_view()) == Clue("swimmer", 2)


@pytest.mark.parametrize("number", [0, 10, -1, 1.5, True, None, "two", [2], 10**18, "9" * 5_000])
def test_a_number_the_rules_do_not_allow(number: object) -> None:
    session = ScriptedSession(clue("swimmer", number), clue("swimmer", 3))
    assert clued(session, spymaster_view()) == Clue("swimmer", 3)
    assert session.outcomes == [Outcome.ILLEGAL, Outcome.OK]
    assert '"number" must be a whole number from 1 to 9' in session.prompts[-1]


def test_zero_and_no_number_where_the_rules_allow_them() -> None:
    view = spymaster_view(rules=STANDARD.replace(zero_clues=True, unlimited_clues=True))
    session = ScriptedSession(clue("swimmer", 0))
    assert clued(session, view) == Clue("swimmer", 0)
    assert "The number 0 means that the clue refers to none" in session.prompts[0]
    assert clued(ScriptedSession(clue("swimmer", None)), view) == Clue("swimmer", None)


def test_an_illegal_clue_is_play() -> None:
    session = ScriptedSession(clue("whaling", 1))
    assert clued(session, spymaster_view()) == Clue("whaling", 1)
    assert session.outcomes == [Outcome.OK]


def test_clue_retries_let_it_think_again_before_an_illegal_clue() -> None:
    session = ScriptedSession(clue("whale", 1), clue("whales", 1), clue("swimmer", 1))
    assert clued(session, spymaster_view(), clue_retries=2, max_reasks=0) == Clue("swimmer", 1)
    assert session.outcomes == [Outcome.ILLEGAL, Outcome.ILLEGAL, Outcome.OK]
    assert "is the word “whale”, which is on the table" in session.prompts[1]
    stubborn = ScriptedSession(clue("whale", 1))
    assert clued(stubborn, spymaster_view(), clue_retries=2, max_reasks=0) == Clue("whale", 1)
    assert len(stubborn.requests) == 3


def test_a_cover_after_an_invalid_clue() -> None:
    view = spymaster_view(Clue("whale", 1))
    assert view.team == "second"
    session = ScriptedSession('{"word": "whale"}', '{"word": "Castle"}')
    agent = LlmSpymaster(MODEL)
    assert asyncio.run(agent.cover(view, turn_at(session))) == Cover("castle")
    assert session.outcomes == [Outcome.ILLEGAL, Outcome.OK]
    assert asyncio.run(agent.cover(view, turn_at(ScriptedSession("no")))) == FORFEIT


def test_a_spymaster_elects_one_of_several_clues() -> None:
    clues = [Clue("swimmer", 2, ("whale", "shark")), Clue("ignore all this", 1, ("not here",))]
    session = ScriptedSession('{"choice": 3}', '{"choice": 2}')
    choice = asyncio.run(LlmSpymaster(MODEL).elect(spymaster_view(), clues, turn_at(session)))
    assert choice == 1
    assert '1. "swimmer" 2 (whale, shark)\n2. (not a single word) 1 (none)' in session.prompts[0]


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"mode": "leap"}, r"Invalid enum value 'leap'"),
        ({"max_reasks": -1}, r"Expected `int` >= 0"),
        ({"clue_retries": "two"}, r"Expected `int`, got `str`"),
        ({"temprature": 1}, r"unknown field `temprature`"),
    ],
)
def test_wrong_parameters_are_refused(params: dict[str, object], said: str) -> None:
    for made in (LlmSpymaster, LlmOperative):
        with pytest.raises(ConfigError, match=said):
            made(MODEL, **params)


def test_stop_keeps_its_reason() -> None:
    view = guess_view(Clue("swimmer", 2), Guess("whale"))
    assert guessed(ScriptedSession(guesses(reason="too risky")), view) == Stop(reason="too risky")
