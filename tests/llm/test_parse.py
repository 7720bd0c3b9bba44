"""Extraction of the answer from the text of a model."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codenames_sim.llm.parse import UnusableAnswer, find_object, without_reasoning

WORD = ("word",)

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)
answers = st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=8), json_values).map(
    lambda rest: {**rest, "word": "whale"}
)
prose = st.text(st.characters(codec="utf-8", exclude_characters="{}<>[]\\"))


@given(answers, prose, prose)
def test_an_object_is_found_whatever_stands_around_it(
    answer: dict[str, object], before: str, after: str
) -> None:
    text = json.dumps(answer)
    if "</think" in text.lower() or "<think" in text.lower():
        return
    assert find_object(before + text + after, WORD) == answer


@given(st.lists(answers, min_size=1, max_size=4))
def test_the_last_object_with_the_keys_counts(many: list[dict[str, object]]) -> None:
    lines = [json.dumps(answer) for answer in many] + ['{"other": 1}']
    assert find_object("\n".join(lines), WORD) == many[-1]


@given(st.text() | st.binary().map(lambda raw: raw.decode("utf-8", errors="replace")))
def test_nothing_a_model_writes_crashes_it(text: str) -> None:
    with suppress(UnusableAnswer):
        assert "word" in find_object(text, WORD)


@given(answers, prose)
def test_an_answer_is_never_taken_from_reasoning(answer: dict[str, object], after: str) -> None:
    thought = json.dumps(answer).replace("<", "").replace("[", "").replace("]", "")
    for text in (
        f"<think>{thought}</think>{after}",
        f"<THINKING>\n{thought}\n</THINKING>{after}",
        f"{thought}</think>{after}",
        f"<think>{thought}",
        f"[THINK]{thought}[/THINK]{after}",
    ):
        with pytest.raises(UnusableAnswer):
            find_object(text, WORD)


def test_reasoning_is_cut_out_and_the_rest_stays() -> None:
    assert without_reasoning("<think>a</think>b<think>c</think>d") == "bd"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "empty"),
        ("<think>hm", "empty"),
        ("I say whale.", "no complete JSON object with word"),
        ('{"word": "wha', "no complete JSON object"),
        ('{"clue": "whale"}', "no complete JSON object with word"),
        ('["word"]', "no complete JSON object"),
        ('{"word": "a", "word": "b"}', "duplicate keys"),
        ('{"word": "a"} {"word": "b", "word": "c"}', "duplicate keys"),
        ('{"word": NaN}', "malformed"),
        ('{"word": 1e999}', "malformed"),
        ('{"word": "\\ud83d"}', "malformed"),
        ('{"word": ' + "9" * 5000 + "}", "no complete"),
        (f'{{"word": {2**64}}}', "malformed"),
        (f'{{"word": [{{"deep": {-(2**63) - 1}}}]}}', "malformed"),
        ('{"word": "a", "number": 1' + "0" * 30 + "}", "malformed"),
        ('{"word": ' * 1500, "nested too deeply"),
        ('{"word": ' * 250 + "1" + "}" * 250, "nested too deeply"),
    ],
)
def test_the_complaint_says_what_is_wrong(text: str, complaint: str) -> None:
    with pytest.raises(UnusableAnswer, match=complaint):
        find_object(text, WORD)


def test_an_object_inside_the_answer_is_not_the_answer() -> None:
    text = '{"word": "outer", "why": {"word": "inner"}}'
    assert find_object(text, WORD)["word"] == "outer"


@pytest.mark.parametrize(
    "unit", ['{"word": ', "{", '{"', '{"a": [', '{"word": "x"', "<think>", "</think>", '{"a":1,']
)
def test_a_hostile_megabyte_is_rejected_quickly(unit: str) -> None:
    with pytest.raises(UnusableAnswer):
        find_object(unit * (1_000_000 // len(unit)), WORD)


def test_an_answer_far_from_the_end_is_not_looked_for() -> None:
    with pytest.raises(UnusableAnswer):
        find_object('{"word": "early"}' + " and so on" * 100_000, WORD)
