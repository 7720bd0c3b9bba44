"""The steps a rules model is made of, and how they are read from YAML.

The vocabulary is closed: what this game and its variants need, no general language of games.
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
"""As the team whose turn it is sees it."""

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
"""What the engine knows of a game, for expressions; only `guesses_left` may be set."""

CHOICES: Mapping[Kind, tuple[Chooser, tuple[str, ...]]] = {
    "clue": ("spymaster", ()),
    "guess": ("operatives", ("guess", "stop")),
    "cover": ("opposing_spymaster", ("cover", "skip")),
}
MOST_STEPS = 1_000
"""A model whose blocks, written out, have more is a bomb."""


@dataclass(frozen=True)
class Step:
    """One step of the flow; `place` is its file and line."""

    place: tuple[str, int]


@dataclass(frozen=True)
class Block:
    """Steps in order, under the name that the model gives them, if any."""

    name: str | None
    steps: tuple[Step, ...]
    place: tuple[str, int]


@dataclass(frozen=True)
class Option:
    """One way to choose, open while its guard holds, and what follows from it."""

    name: str
    when: Expression
    then: Block


@dataclass(frozen=True)
class Numbers:
    """The numbers a clue may have."""

    lowest: Expression
    highest: Expression
    unlimited: Expression


@dataclass(frozen=True)
class Choose(Step):
    """Somebody decides. Without options, what is chosen is recorded and the flow goes on."""

    kind: Kind
    by: Chooser
    options: tuple[Option, ...]
    numbers: Numbers | None
    forfeit: Block | None
    """What follows when nobody answers; at a cover, nothing is covered."""


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
    """The teams take turns, the first team first, until the game has ended or there were enough."""

    body: Block
    at_most: Expression


@dataclass(frozen=True)
class Set(Step):
    to: Expression


@dataclass(frozen=True)
class Cover(Step):
    """The chosen word is covered with its card, and the ends are looked at."""


@dataclass(frozen=True)
class EndTurn(Step):
    reason: EndedBy


@dataclass(frozen=True)
class EndGame(Step):
    ending: Ending
    winner: Winner


@dataclass(frozen=True)
class End:
    """A condition that ends the game, looked at after every cover."""

    when: Expression
    winner: Winner
    ending: Ending
    turn: EndedBy


@dataclass
class FlowReader:
    """Reads blocks and ends out of a document; raises RulesError with file and line."""

    document: Document
    scope: Scope
    _inside: list[str] = field(default_factory=list)
    _steps: int = 0

    def game(self) -> Block:
        """The flow from its block `game`, every block written out where it is used."""
        return self._named("game", ("flow",))

    def ends(self) -> tuple[End, ...]:
        """The model's ends, in order."""
        rows = self._list(self.mapping((), None).get("ends"), ("ends",))
        return tuple(self._end(("ends", at)) for at in range(len(rows)))

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
            raise self.fault(used_at, f"this can't end: the block leads back to itself ({way})")
        self._inside.append(name)
        steps = self._steps_at(("flow", name), blocks[name])
        self._inside.pop()
        return Block(name, steps, self.place(("flow", name)))

    def _block(self, row: Mapping[str, Value], key: Key, name: str) -> Block:
        if name not in row:
            raise self.fault(key, f"says no '{name}': the name of a block, or a list of steps")
        value = row[name]
        if isinstance(value, str):
            return self._named(value, (*key, name))
        return Block(None, self._steps_at((*key, name), value), self.place((*key, name)))

    def _steps_at(self, key: Key, value: Value) -> tuple[Step, ...]:
        return tuple(self._step((*key, at)) for at in range(len(self._list(value, key))))

    def _step(self, key: Key) -> Step:
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise self.fault(key, f"the flow has more than {MOST_STEPS} steps when written out")
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
        raise self.fault(key, f"'{first}' begins no known step; {did_you_mean(first, kinds)}")

    def _turns(self, row: Mapping[str, Value], key: Key) -> Step:
        self.known(row, key, ("turns", "at_most"))
        most = self.expression(row, key, "at_most", NUMBER)
        if most.constant is None:
            raise self.fault((*key, "at_most"), "must be known before play: use parameters only")
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
            at = (*key, "options")
            given = self.mapping(at, names)
            if names[0] not in given:
                raise self.fault(at, f"offers no '{names[0]}'")
            options = tuple(self._option((*at, name), name) for name in given)
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
            raise self.fault(key, "must be known before play: use parameters only")
        if not 0 <= low <= high < 10_000:  # type: ignore[operator]
            raise self.fault(key, f"from {low} to {high} is no range of numbers from 0 up")
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
        return Cover(self.place(key))

    def _end_turn(self, row: Mapping[str, Value], key: Key) -> Step:
        self.known(row, key, ("end_turn",))
        return EndTurn(self.place(key), self._one_of(row, key, "end_turn", ENDED_BY))

    def _end_game(self, row: Mapping[str, Value], key: Key) -> Step:
        self.known(row, key, ("end_game", "winner"))
        ending = self._one_of(row, key, "end_game", ENDINGS)
        return EndGame(self.place(key), ending, self._one_of(row, key, "winner", get_args(Winner)))

    # What every part of a model is read with.

    def mapping(self, key: Key, known: tuple[str, ...] | None) -> dict[str, Value]:
        """The mapping at `key`, its keys among `known` (None: any)."""
        value = self.document.data
        for part in key:
            inside = value[part] if isinstance(value, list) and isinstance(part, int) else None
            value = value.get(str(part)) if isinstance(value, dict) else inside
        if not isinstance(value, dict):
            name = key[-1] if key and isinstance(key[-1], str) else "this"
            raise self.fault(key, f"'{name}' should be a mapping, but is {kind_of(value)}")
        if known is not None:
            self.known(value, key, known)
        return value

    def known(self, row: Mapping[str, Value], key: Key, names: tuple[str, ...]) -> None:
        """Raises RulesError where `row` has a key outside `names`."""
        for name in row:
            if name not in names:
                known = did_you_mean(name, names)
                raise self.fault((*key, name), f"'{name}' means nothing here; {known}")

    def expression(self, row: Mapping[str, Value], key: Key, name: str, wanted: Type) -> Expression:
        """The expression under `name` in `row`, of the type `wanted`."""
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
        said = "is missing" if value is None else f"can't be {kind_of(value)}"
        raise self.fault((*key, name), f"'{name}' {said}; {did_you_mean(str(value), values)}")

    def _list(self, value: Value, key: Key) -> list[Value]:
        if not isinstance(value, list):
            raise self.fault(key, f"should be a list, but is {kind_of(value)}")
        return value

    def place(self, key: Key) -> tuple[str, int]:
        """File and line of what stands at `key`."""
        return self.document.place(key)

    def fault(self, key: Key, what: str) -> RulesError:
        """The error for what stands at `key`."""
        file, line = self.document.place(key)
        return RulesError(what, file=file or None, line=line or None)
