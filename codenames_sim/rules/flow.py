"""The steps of a rules model, and how they are read from YAML.

The set of steps is closed. It covers this game and its variants, not games in general.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar, get_args

from codenames_sim.errors import RulesError
from codenames_sim.rules.actions import Kind
from codenames_sim.rules.endings import ENDED_BY, ENDINGS, EndedBy, Ending
from codenames_sim.rules.expressions import (
    FLAG,
    NUMBER,
    Expression,
    ExpressionError,
    Scope,
    Type,
    parse,
)
from codenames_sim.yamlfile import Document, Key, Value, did_you_mean, kind_of

T = TypeVar("T", bound=str)

Chooser = Literal["spymaster", "operatives", "opposing_spymaster"]
Winner = Literal["own", "opponent", "nobody"]
"""From the side of the team whose turn it is."""

VARIABLES: Mapping[str, Type] = {
    "turn": NUMBER,
    "number": NUMBER,
    "legal": FLAG,
    "guessed": NUMBER,
    "guesses_left": NUMBER,
    "card": Type("text", ("none", "own", "opponent", "bystander", "assassin")),
    "own_left": NUMBER,
    "opponent_left": NUMBER,
}
"""The variables of a game that expressions can read. A model can set only `guesses_left`."""

CHOICES: Mapping[Kind, tuple[Chooser, tuple[str, ...]]] = {
    "clue": ("spymaster", ()),
    "guess": ("operatives", ("guess", "stop")),
    "cover": ("opposing_spymaster", ("cover", "skip")),
}
_NOT_FIXED = "must not depend on the course of the game; use only parameters and numbers"
MOST_STEPS = 1_000
"""The limit after all blocks are expanded, because nested blocks can grow exponentially."""


@dataclass(frozen=True)
class Step:
    """One step of the flow; `place` is its file and line."""

    place: tuple[str, int]


@dataclass(frozen=True)
class Block:
    """A list of steps, with the name that the model gives it, if any."""

    name: str | None
    steps: tuple[Step, ...]
    place: tuple[str, int]


@dataclass(frozen=True)
class Option:
    """An option of a decision, available while `when` is true, and the steps that follow it."""

    name: str
    when: Expression
    then: Block


@dataclass(frozen=True)
class Numbers:
    """The allowed numbers of a clue."""

    lowest: Expression
    highest: Expression
    unlimited: Expression


@dataclass(frozen=True)
class Choose(Step):
    """A decision of a seat. A choice without options is recorded and the next step follows."""

    kind: Kind
    by: Chooser
    options: tuple[Option, ...]
    numbers: Numbers | None
    forfeit: Block | None
    """The steps that follow if nobody answers; None for a cover, where nothing is covered."""


@dataclass(frozen=True)
class If(Step):
    condition: Expression
    then: Block
    otherwise: Block


@dataclass(frozen=True)
class Repeat(Step):
    condition: Expression
    body: Block


@dataclass(frozen=True)
class Turns(Step):
    """The teams take turns, the first team first, until the game ends or `at_most` is reached."""

    body: Block
    at_most: Expression


@dataclass(frozen=True)
class Set(Step):
    to: Expression


@dataclass(frozen=True)
class CoverStep(Step):
    """Covers the chosen word with its card; then the ends are checked."""


@dataclass(frozen=True)
class EndTurn(Step):
    reason: EndedBy


@dataclass(frozen=True)
class EndGame(Step):
    ending: Ending
    winner: Winner


@dataclass(frozen=True)
class End:
    """A condition that ends the game, checked after every cover."""

    when: Expression
    winner: Winner
    ending: Ending
    turn: EndedBy


@dataclass
class FlowReader:
    """Reads blocks and ends from a document. Raises RulesError with file and line."""

    document: Document
    scope: Scope
    _inside: list[str] = field(default_factory=list)
    _steps: int = 0

    def game(self) -> Block:
        """The flow from its block `game`, with every block expanded where it is used."""
        return self._named("game", ("flow",))

    def ends(self) -> tuple[End, ...]:
        """The model's ends, in order."""
        rows = self._list(self.mapping((), None).get("ends"), ("ends",))
        return tuple(self._end(("ends", index)) for index in range(len(rows)))

    def _end(self, key: Key) -> End:
        row = self.mapping(key, ("when", "winner", "ending", "turn"))
        return End(
            self.expression(row, key, "when", FLAG),
            self._one_of(row, key, "winner", get_args(Winner)),
            self._one_of(row, key, "ending", ENDINGS),
            self._one_of(row, key, "turn", ENDED_BY),
        )

    def _named(self, name: str, used_at: Key) -> Block:
        blocks = self.mapping(("flow",), None)
        if name not in blocks:
            raise self.fault(used_at, f"there is no block '{name}'; {did_you_mean(name, blocks)}")
        if name in self._inside:
            way = " → ".join([*self._inside[self._inside.index(name) :], name])
            raise self.fault(used_at, f"the block contains itself and never ends ({way})")
        self._inside.append(name)
        steps = self._steps_at(("flow", name), blocks[name])
        self._inside.pop()
        return Block(name, steps, self.place(("flow", name)))

    def _block(self, row: Mapping[str, Value], key: Key, name: str) -> Block:
        if name not in row:
            what = f"'{name}' is missing; give the name of a block or a list of steps"
            raise self.fault(key, what)
        value = row[name]
        if isinstance(value, str):
            return self._named(value, (*key, name))
        return Block(None, self._steps_at((*key, name), value), self.place((*key, name)))

    def _steps_at(self, key: Key, value: Value) -> tuple[Step, ...]:
        return tuple(self._step((*key, index)) for index in range(len(self._list(value, key))))

    def _step(self, key: Key) -> Step:
        self._steps += 1
        if self._steps > MOST_STEPS:
            what = f"the flow has more than {MOST_STEPS} steps after all blocks are expanded"
            raise self.fault(key, what)
        row = self.mapping(key, None)
        kinds = {
            "turns": self._turns,
            "choose": self._choose,
            "if": self._if,
            "repeat": self._repeat,
            "set": self._set,
            "cover": self._cover,
            "end_turn": self._end_turn,
            "end_game": self._end_game,
        }
        for kind, read in kinds.items():
            if kind in row:
                return read(row, key)
        first = next(iter(row), "")
        raise self.fault(key, f"'{first}' is not a step; {did_you_mean(first, kinds)}")

    def _turns(self, row: Mapping[str, Value], key: Key) -> Step:
        self.known(row, key, ("turns", "at_most"))
        most = self.expression(row, key, "at_most", NUMBER)
        if most.constant is None:
            raise self.fault((*key, "at_most"), f"'at_most' {_NOT_FIXED}")
        return Turns(self.place(key), self._block(row, key, "turns"), most)

    def _choose(self, row: Mapping[str, Value], key: Key) -> Step:
        kind = self._one_of(row, key, "choose", get_args(Kind))
        who, names = CHOICES[kind]
        allowed = {
            "clue": ("choose", "by", "number", "forfeit"),
            "guess": ("choose", "by", "options", "forfeit"),
            "cover": ("choose", "by", "options"),
        }[kind]
        self.known(row, key, allowed)
        by = self._one_of(row, key, "by", (who,))
        numbers = self._numbers((*key, "number")) if kind == "clue" else None
        options: tuple[Option, ...] = ()
        if names:
            index = (*key, "options")
            given = self.mapping(index, names)
            if names[0] not in given:
                raise self.fault(index, f"the option '{names[0]}' is missing")
            options = tuple(self._option((*index, name), name) for name in given)
        forfeit = None if kind == "cover" else self._block(row, key, "forfeit")
        return Choose(self.place(key), kind, by, options, numbers, forfeit)

    def _numbers(self, key: Key) -> Numbers:
        row = self.mapping(key, ("from", "to", "unlimited"))
        numbers = Numbers(
            self.expression(row, key, "from", NUMBER),
            self.expression(row, key, "to", NUMBER),
            self.expression(row, key, "unlimited", FLAG),
        )
        low, high = numbers.lowest.constant, numbers.highest.constant
        if low is None or high is None or numbers.unlimited.constant is None:
            raise self.fault(key, f"'number' {_NOT_FIXED}")
        if not 0 <= low <= high < 10_000:  # type: ignore[operator]
            what = f"'from' {low} and 'to' {high} must be in order, and from 0 to 9999"
            raise self.fault(key, what)
        return numbers

    def _option(self, key: Key, name: str) -> Option:
        row = self.mapping(key, ("when", "then"))
        return Option(name, self.expression(row, key, "when", FLAG), self._block(row, key, "then"))

    def _if(self, row: Mapping[str, Value], key: Key) -> Step:
        self.known(row, key, ("if", "then", "else"))
        condition = self.expression(row, key, "if", FLAG)
        then, nothing = self._block(row, key, "then"), Block(None, (), self.place(key))
        otherwise = self._block(row, key, "else") if "else" in row else nothing
        return If(self.place(key), condition, then, otherwise)

    def _repeat(self, row: Mapping[str, Value], key: Key) -> Step:
        self.known(row, key, ("repeat", "while"))
        condition = self.expression(row, key, "while", FLAG)
        return Repeat(self.place(key), condition, self._block(row, key, "repeat"))

    def _set(self, row: Mapping[str, Value], key: Key) -> Step:
        self.known(row, key, ("set", "to"))
        self._one_of(row, key, "set", ("guesses_left",))
        return Set(self.place(key), self.expression(row, key, "to", NUMBER))

    def _cover(self, row: Mapping[str, Value], key: Key) -> Step:
        self.known(row, key, ("cover",))
        self._one_of(row, key, "cover", ("chosen",))
        return CoverStep(self.place(key))

    def _end_turn(self, row: Mapping[str, Value], key: Key) -> Step:
        self.known(row, key, ("end_turn",))
        return EndTurn(self.place(key), self._one_of(row, key, "end_turn", ENDED_BY))

    def _end_game(self, row: Mapping[str, Value], key: Key) -> Step:
        self.known(row, key, ("end_game", "winner"))
        ending = self._one_of(row, key, "end_game", ENDINGS)
        return EndGame(self.place(key), ending, self._one_of(row, key, "winner", get_args(Winner)))

    # Helpers for all parts of a model.

    def mapping(self, key: Key, known: tuple[str, ...] | None) -> dict[str, Value]:
        """The mapping at `key`, with keys from `known` (None: any keys)."""
        value = self.document.data
        for part in key:
            inside = value[part] if isinstance(value, list) and isinstance(part, int) else None
            value = value.get(str(part)) if isinstance(value, dict) else inside
        if not isinstance(value, dict):
            name = f"'{key[-1]}'" if key and isinstance(key[-1], str) else "this"
            raise self.fault(key, f"{name} should be a mapping, but is {kind_of(value)}")
        if known is not None:
            self.known(value, key, known)
        return value

    def known(self, row: Mapping[str, Value], key: Key, names: tuple[str, ...]) -> None:
        """Raises RulesError if `row` has a key that is not in `names`."""
        for name in row:
            if name not in names:
                known = did_you_mean(name, names)
                raise self.fault((*key, name), f"unknown key '{name}'; {known}")

    def expression(self, row: Mapping[str, Value], key: Key, name: str, wanted: Type) -> Expression:
        """The expression at `name` in `row`, which must have the type `wanted`."""
        value = row.get(name)
        if not isinstance(value, str | int | bool):
            raise self.fault(
                (*key, name), f"'{name}' should be an expression, but is {kind_of(value)}"
            )
        try:
            return parse(value, self.scope, wanted)
        except ExpressionError as fault:
            raise self.fault((*key, name), f"'{name}' {fault}") from None

    def _one_of(self, row: Mapping[str, Value], key: Key, name: str, values: Sequence[T]) -> T:
        value = row.get(name)
        for known in values:
            if known == value:
                return known
        text = "is missing" if value is None else f"can't be {kind_of(value)}"
        raise self.fault((*key, name), f"'{name}' {text}; {did_you_mean(str(value), values)}")

    def _list(self, value: Value, key: Key) -> list[Value]:
        if not isinstance(value, list):
            raise self.fault(key, f"should be a list, but is {kind_of(value)}")
        return value

    def place(self, key: Key) -> tuple[str, int]:
        """File and line of the value at `key`."""
        return self.document.place(key)

    def fault(self, key: Key, what: str) -> RulesError:
        """An error at the place of the value at `key`."""
        file, line = self.document.place(key)
        return RulesError(what, file=file or None, line=line or None)
