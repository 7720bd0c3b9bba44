"""The little language of guards and ends."""

from __future__ import annotations

import contextlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codenames_sim.rules.expressions import (
    FLAG,
    NUMBER,
    ExpressionError,
    Scalar,
    Scope,
    Type,
    parse,
)

COLOUR = Type("text", ("red", "blue"))
SCOPE = Scope(
    {"extra": (NUMBER, 1), "strict": (FLAG, False), "colour": (COLOUR, "red")},
    {"left": NUMBER, "legal": FLAG, "team": COLOUR},
)
VARIABLES: dict[str, Scalar] = {"left": 3, "legal": True, "team": "blue"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("left > 0", True),
        ("left + extra * 2 - 1", 4),
        ("-left", -3),
        ("not legal", False),
        ("legal and left == 3 and team == 'blue'", True),
        ("strict or left < 2", False),
        ("strict and left > 0", False),
        ("legal or strict", True),
        ("left if legal else 0", 3),
        ("unlimited if left == 3 else left", math.inf),
        ("colour == 'red'", True),
        ("team != colour", True),
        ("'blue' == team", True),
        ("(left + 1) * 2", 8),
        ("true", True),
    ],
)
def test_what_it_yields(text: str, value: Scalar) -> None:
    assert parse(text, SCOPE).run(VARIABLES) == value


def test_what_needs_no_variable_is_known_at_once() -> None:
    assert parse("extra + 2", SCOPE).constant == 3
    assert parse("strict and legal", SCOPE).constant is False
    assert parse("1 if strict else extra", SCOPE).constant == 1
    assert parse("left", SCOPE).constant is None


@pytest.mark.parametrize(
    "text",
    [
        "lft > 0",
        "left >",
        "",
        "left > legal",
        "legal + 1",
        "not left",
        "team == 'green'",
        "team < 'red'",
        "left = 3",
        "left; left",
        "left / 2",
        "left ** 2",
        "left % 2",
        "1.5",
        "[left]",
        "{}",
        "lambda: 1",
        "f'{left}'",
        "b'x'",
        "left.real",
        "left[0]",
        "__import__('os')",
        "(left := 3)",
        "left is 3",
        "left in (1, 2)",
        "...",
        "None",
        "left if left else 0",
        "await left",
        "x" * 201,
    ],
)
def test_what_it_does_not_take(text: str) -> None:
    with pytest.raises(ExpressionError):
        parse(text, SCOPE)


@given(st.text(max_size=210))
def test_any_text_is_understood_or_refused(text: str) -> None:
    with contextlib.suppress(ExpressionError):
        parse(text, SCOPE).run(dict(VARIABLES))


numbers = st.sampled_from(["left", "extra", "0", "1", "7"])
flags = st.sampled_from(["legal", "strict", "true", "false"])


def _numbers(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(inner, st.sampled_from("+-*"), inner).map(lambda t: f"({' '.join(t)})")


@given(st.recursive(numbers, _numbers, max_leaves=6))
def test_arithmetic_is_python_s(text: str) -> None:
    expected = eval(text, {}, {"left": 3, "extra": 1})
    assert parse(text, SCOPE).run(dict(VARIABLES)) == expected


@given(st.lists(flags, min_size=1, max_size=6), st.sampled_from([" and ", " or "]))
def test_and_and_or_are_python_s(names: list[str], by: str) -> None:
    expected = eval(
        by.join(names), {}, {"legal": True, "strict": False, "true": True, "false": False}
    )
    assert parse(by.join(names), SCOPE).run(dict(VARIABLES)) == expected
