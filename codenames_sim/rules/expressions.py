"""The expressions of a rules model, such as `number + 1` or `unlimited if number == 0 else 3`.

Python's parser reads an expression, and a whitelist of node types is compiled to closures over the
game's variables. Nothing is evaluated as code. Names, types and the possible values of texts are
checked when the model is loaded.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from codenames_sim.yamlfile import did_you_mean

Scalar = int | float | bool | str
Variables = dict[str, Scalar]
Evaluate = Callable[[Variables], Scalar]

LONGEST = 200
"""Characters of one expression."""
UNLIMITED = math.inf

_COMPARE: Mapping[type[ast.cmpop], Callable[[Scalar, Scalar], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_ARITHMETIC: Mapping[type[ast.operator], Callable[[Scalar, Scalar], Scalar]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}


class ExpressionError(ValueError):
    """An expression that is not valid. The message says why."""


@dataclass(frozen=True)
class Type:
    """The type of an expression's value."""

    kind: Literal["number", "flag", "text"]
    values: tuple[str, ...] = ()
    """The possible values of a text."""

    def __str__(self) -> str:
        names = {"number": "a number", "flag": "true or false", "text": "a text"}
        values = " or ".join(f"'{value}'" for value in self.values)
        return f"{names[self.kind]} ({values})" if values else names[self.kind]


NUMBER = Type("number")
FLAG = Type("flag")


@dataclass(frozen=True)
class Scope:
    """The names that an expression may use: constants with their values, and variables."""

    constants: Mapping[str, tuple[Type, Scalar]]
    variables: Mapping[str, Type]

    def names(self) -> tuple[str, ...]:
        return (*self.constants, *self.variables)


@dataclass(frozen=True)
class Expression:
    """A compiled expression."""

    text: str
    """The source, with white space normalised."""
    type: Type
    names: frozenset[str]
    """The parameters and variables it reads."""
    constant: Scalar | None
    """Its value if it depends on no variable, else None."""
    run: Evaluate
    """Computes its value from the game's variables."""


def parse(source: Scalar, scope: Scope, wanted: Type | None = None) -> Expression:
    """Compiles `source`, which YAML may have read as a number or a flag.

    Raises ExpressionError for syntax outside the grammar, unknown names, and types that do not
    match each other or `wanted`.
    """
    said = str(source).lower() if isinstance(source, bool) else str(source)
    text = " ".join(said.split())
    if len(text) > LONGEST:
        raise ExpressionError(f"is longer than {LONGEST} characters")
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ExpressionError(f"is not a valid expression: {text}") from None
    part = _Reader(scope).read(tree.body)
    if wanted is not None and part.type.kind != wanted.kind:
        raise ExpressionError(f"should be {wanted}, but '{text}' is {part.type}")
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} & {*scope.names()}
    return Expression(text, part.type, frozenset(names), part.constant, part.as_run())


@dataclass(frozen=True)
class _Part:
    type: Type
    constant: Scalar | None
    run: Evaluate | None

    def as_run(self) -> Evaluate:
        value = self.constant
        if self.run is not None:
            return self.run
        assert value is not None
        return lambda _: value


def _constant(kind: Type, value: Scalar) -> _Part:
    return _Part(kind, value, None)


class _Reader:
    def __init__(self, scope: Scope):
        self.scope = scope

    def read(self, node: ast.expr) -> _Part:
        match node:
            case ast.Constant(value=bool(value)):
                return _constant(FLAG, value)
            case ast.Constant(value=int(value)):
                return _constant(NUMBER, value)
            case ast.Constant(value=str(value)):
                return _constant(Type("text", (value,)), value)
            case ast.Name(id=name):
                return self.name(name)
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                part = self.typed(inner, FLAG)
                return _fold(FLAG, operator.not_, part)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return _fold(NUMBER, operator.neg, self.typed(inner, NUMBER))
            case ast.BoolOp(op=op, values=values):
                parts = [self.typed(value, FLAG) for value in values]
                return _all(parts) if isinstance(op, ast.And) else _any(parts)
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARE:
                return self.compare(left, op, right)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
                parts = [self.typed(left, NUMBER), self.typed(right, NUMBER)]
                return _fold(NUMBER, _ARITHMETIC[type(op)], *parts)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.choose(test, body, orelse)
        raise ExpressionError(
            f"uses '{ast.unparse(node)}'; an expression can have names, whole numbers, 'texts', "
            "+ - *, single comparisons, and, or, not, and 'a if b else c'"
        )

    def name(self, name: str) -> _Part:
        if name in ("true", "false"):
            return _constant(FLAG, name == "true")
        if name == "unlimited":
            return _constant(NUMBER, UNLIMITED)
        if name in self.scope.constants:
            return _constant(*self.scope.constants[name])
        if name in self.scope.variables:
            return _Part(self.scope.variables[name], None, operator.itemgetter(name))
        known = ("unlimited", *self.scope.names())
        raise ExpressionError(f"uses the unknown name '{name}'; {did_you_mean(name, known)}")

    def typed(self, node: ast.expr, wanted: Type) -> _Part:
        part = self.read(node)
        if part.type.kind != wanted.kind:
            raise ExpressionError(
                f"needs {wanted} instead of '{ast.unparse(node)}', which is {part.type}"
            )
        return part

    def compare(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> _Part:
        ordered = not isinstance(op, ast.Eq | ast.NotEq)
        one = self.typed(left, NUMBER) if ordered else self.read(left)
        other = self.typed(right, one.type)
        shared = set(one.type.values) & set(other.type.values)
        if one.type.kind == "text" and not shared:
            raise ExpressionError(
                f"compares '{ast.unparse(left)}', {one.type}, with '{ast.unparse(right)}', "
                f"{other.type}: they are never equal"
            )
        return _fold(FLAG, _COMPARE[type(op)], one, other)

    def choose(self, test: ast.expr, body: ast.expr, orelse: ast.expr) -> _Part:
        condition, one = self.typed(test, FLAG), self.read(body)
        other = self.typed(orelse, one.type)
        kind = Type(one.type.kind, tuple(dict.fromkeys(one.type.values + other.type.values)))
        if condition.constant is not None:
            return one if condition.constant else other
        ask, yes, no = condition.as_run(), one.as_run(), other.as_run()
        return _Part(kind, None, lambda v: yes(v) if ask(v) else no(v))


def _fold(kind: Type, function: Callable[..., Scalar], *parts: _Part) -> _Part:
    constants = [part.constant for part in parts]
    if None not in constants:
        return _constant(kind, function(*constants))
    runs = [part.as_run() for part in parts]
    if len(runs) == 1:
        only = runs[0]
        return _Part(kind, None, lambda v: function(only(v)))
    left, right = runs
    if (fixed := parts[1].constant) is not None:
        return _Part(kind, None, lambda v: function(left(v), fixed))
    return _Part(kind, None, lambda v: function(left(v), right(v)))


def _all(parts: list[_Part]) -> _Part:
    if any(part.constant is False for part in parts):
        return _constant(FLAG, False)
    return _joined([part for part in parts if part.constant is None], all_of=True)


def _any(parts: list[_Part]) -> _Part:
    if any(part.constant is True for part in parts):
        return _constant(FLAG, True)
    return _joined([part for part in parts if part.constant is None], all_of=False)


def _joined(parts: list[_Part], *, all_of: bool) -> _Part:
    if not parts:
        return _constant(FLAG, all_of)
    runs = [part.as_run() for part in parts]
    if len(runs) == 1:
        return parts[0]
    if all_of:
        return _Part(FLAG, None, lambda v: all(run(v) for run in runs))
    return _Part(FLAG, None, lambda v: any(run(v) for run in runs))
