"""Whatever a model writes, it crashes nothing, and is an action or classified as what it is."""

from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codenames_sim.agents.llm import LlmOperative, LlmSpymaster
from codenames_sim.llm import Outcome
from codenames_sim.rules import FORFEIT, Clue, Forfeit, Game, Guess, Stop
from tests.agents.llm.sessions import ScriptedSession, turn_at
from tests.agents.llm.test_model_player import BOARD, WORDS, guess_view, spymaster_view
from tests.playing import STANDARD

_texts = st.one_of(
    st.text(max_size=200),
    st.sampled_from([*WORDS, *map(str.upper, WORDS), "wal", "Walfisch", "鲸鱼", "кит", "حوت"]),
    st.text(st.characters(categories=("Cc", "Cf", "Zl", "Zp")), max_size=20),
)
_scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(min_value=10**30, max_value=10**40),
    st.floats(),
    _texts,
)
_values = st.recursive(
    _scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_texts, inner, max_size=4),
    max_leaves=8,
)
_keys = st.sampled_from(["reason", "guesses", "targets", "word", "number", "choice", "extra"])
_objects = st.dictionaries(_keys, _values, max_size=6)
_shaped = st.one_of(
    st.fixed_dictionaries({"reason": _values, "guesses": _values}),
    st.fixed_dictionaries({"targets": _values, "word": _values, "number": _values}),
    st.fixed_dictionaries({"reason": _texts, "guesses": st.lists(_texts, max_size=4)}),
    st.fixed_dictionaries(
        {"targets": st.lists(_texts, max_size=3), "word": _texts, "number": st.integers(-1, 12)}
    ),
)
_json = (_objects | _shaped).map(lambda value: json.dumps(value, ensure_ascii=False))
answers = st.one_of(
    _json,
    _json.map(lambda text: f"Here you are:\n```json\n{text}\n```\nGood luck!"),
    st.tuples(_json, _json).map(" or ".join),
    _json.map(lambda text: f"<think>{text}</think>"),
    _json.map(lambda text: text[:-1]),
    _json.map(lambda text: text.replace(":", ": {", 1)),
    _json.map(lambda text: "[" * 3_000 + text),
    st.text(max_size=400),
    st.just('{"guesses": ["whale"], "guesses": ["shark"], "reason": ""}'),
    st.just('{"reason": NaN, "guesses": ["whale"]}'),
    st.just('{"word": "\\ud800", "number": 1, "targets": []}'),
)

LEGAL_OUTCOMES = {Outcome.OK, Outcome.ILLEGAL, Outcome.UNPARSABLE}


def check(text: str) -> None:
    session = ScriptedSession(text)
    view = guess_view()
    action = asyncio.run(LlmOperative("openai/x", max_reasks=1).guess(view, turn_at(session)))
    assert set(session.outcomes) <= LEGAL_OUTCOMES
    assert isinstance(action, Guess | Forfeit | Stop)
    assert (action == FORFEIT) == (session.outcomes[-1] is not Outcome.OK)
    game = Game(STANDARD, BOARD)
    game.play(Clue("swimmer", 2))
    game.play(action)
    if isinstance(action, Guess):
        assert "guesses" in text
        assert "<think>" not in text

    session = ScriptedSession(text)
    agent = LlmSpymaster("openai/x", max_reasks=1, clue_retries=1)
    given_clue = asyncio.run(agent.give_clue(spymaster_view(), turn_at(session)))
    assert set(session.outcomes) <= LEGAL_OUTCOMES
    Game(STANDARD, BOARD).play(given_clue)
    if isinstance(given_clue, Clue):
        assert "<think>" not in text
        assert set(given_clue.targets) <= set(WORDS[:9])
    for prompt in session.prompts[1:]:
        prompt.encode()


@given(answers)
@settings(max_examples=500, deadline=None)
def test_bad_answers(text: str) -> None:
    check(text)


@pytest.mark.long
@given(answers)
@settings(max_examples=10_000, deadline=None)
def test_ten_thousand_bad_answers(text: str) -> None:
    check(text)


@pytest.mark.parametrize("usable", [True, False])
def test_reasoning_is_never_taken_for_the_answer(usable: bool) -> None:
    thought = '<think>maybe {"reason": "", "guesses": ["shark"]}</think>'
    answer = '{"reason": "", "guesses": ["whale"]}' if usable else "I am not sure."
    session = ScriptedSession(thought + answer)
    action = asyncio.run(LlmOperative("openai/x").guess(guess_view(), turn_at(session)))
    assert action == (Guess("whale") if usable else FORFEIT)
    assert set(session.outcomes) == {Outcome.OK if usable else Outcome.UNPARSABLE}
