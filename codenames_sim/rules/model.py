"""The rules as a value: read from YAML, checked, and ready to be played or printed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import cast

import msgspec
import yaml

from codenames_sim.clues import Profile
from codenames_sim.errors import RulesError
from codenames_sim.rules.board import CARDS, Card
from codenames_sim.rules.expressions import FLAG, NUMBER, UNLIMITED, Scalar, Scope, Type
from codenames_sim.rules.flow import VARIABLES, Block, End, FlowReader
from codenames_sim.rules.program import Program, compile_flow
from codenames_sim.rules.validate import check_flow
from codenames_sim.yamlfile import Document, Key, Value, did_you_mean, kind_of, read_yaml

SECTIONS = ("rules", "extends", "parameters", "components", "flow", "ends")
SEEN_BY = {
    "grid": "everyone",
    "key_card": "spymasters",
    "covers": "everyone",
    "clues": "everyone",
}
"""Who sees each component. A model can't change it: only a spymaster's view has a key."""
LARGEST = 10_000
MOST_WORDS = 144
LONGEST_FAMILY = 10
"""The number of files in a chain of `extends`."""


@dataclass(frozen=True, eq=False)
class Rules:
    """A rules model with the value of every parameter. Two are equal if their documents are."""

    name: str
    parameters: Mapping[str, Scalar]
    """Every parameter's value; `unlimited` is infinity."""
    declared: Mapping[str, Mapping[str, Value]]
    """Every parameter as the model declares it, with its expression."""
    rows: int
    columns: int
    cards: Mapping[Card, int]
    """The number of cards of each kind in the key."""
    game: Block
    ends: tuple[End, ...]
    document: Document

    @classmethod
    def load(cls, rules: str | Path) -> Rules:
        """The rules with that name or in that file. Raises RulesError for an invalid model."""
        return _build(_family(_find(rules)))

    def replace(self, **changes: int | bool | str) -> Rules:
        """These rules with other values of some parameters: `rules.replace(first_agents=8)`.

        Raises RulesError for an unknown parameter or a value that is not allowed.
        """
        given: Value = {"parameters": cast(dict[str, Value], dict(changes))}
        return _build(_merge(self.document, Document(given, {(): ("", 0)})))

    @cached_property
    def program(self) -> Program:
        """The compiled flow, which the engine runs."""
        return compile_flow(self.game, self.ends, self.clue_profile)

    @property
    def clue_profile(self) -> Profile:
        """The profile of `check_clue` that judges clues."""
        return cast(Profile, self.parameters["clue_profile"])

    @property
    def words(self) -> int:
        """The number of words on the table."""
        return self.rows * self.columns

    @property
    def split(self) -> str:
        """The numbers of agents of the first and of the second team: `9-8`."""
        return f"{self.cards['first']}-{self.cards['second']}"

    def with_split(self, split: str) -> Rules:
        """These rules with the agents of `split`, such as `9-8`. Bystanders are the rest.

        Raises RulesError if `split` is not two numbers, or does not fit on the grid.
        """
        first, dash, second = split.partition("-")
        if not (dash and first.isdecimal() and second.isdecimal()):
            what = f"'{split}' is not a split; write two numbers of agents, such as 9-8"
            raise RulesError(what)
        return self.replace(first_agents=int(first), second_agents=int(second))

    def to_yaml(self) -> str:
        """The complete model as one YAML file without `extends`, with the current parameters."""
        return yaml.safe_dump(self.document.data, sort_keys=False, allow_unicode=True, width=100)

    @cached_property
    def hash(self) -> str:
        """A 64-bit hash, in hex, of everything that changes play: the counts of words and cards,
        the flow, the ends, and each parameter with another value than in the package's rules.

        It does not cover names, comments and the ranges of parameters. So a parameter that a later
        version adds does not change the hash of rules in which it has its default value.
        """
        standard = _standard_parameters()
        data = cast(dict[str, Value], self.document.data)
        text = {
            "rows": self.rows,
            "columns": self.columns,
            "cards": self.cards,
            "flow": data["flow"],
            "ends": data["ends"],
            "parameters": {
                name: "unlimited" if value == UNLIMITED else value
                for name, value in self.parameters.items()
                if name not in standard or value != standard[name]
            },
        }
        encoded = msgspec.json.encode(text, order="sorted")
        return hashlib.blake2b(encoded, digest_size=8, person=b"rules").hexdigest()

    def __reduce__(self) -> tuple[Callable[[Document], Rules], tuple[Document]]:
        return _build, (self.document,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.document.data == other.document.data

    def __hash__(self) -> int:
        return hash(self.hash)


@lru_cache(maxsize=1)
def _standard_parameters() -> Mapping[str, Scalar]:
    return Rules.load("codenames").parameters


def named_rules() -> tuple[str, ...]:
    """The names of the rules in the package."""
    folder = resources.files("codenames_sim.rules")
    return tuple(sorted(file.name[:-5] for file in folder.iterdir() if file.name.endswith(".yaml")))


def _find(rules: str | Path) -> Path:
    if isinstance(rules, Path) or rules.endswith((".yaml", ".yml")) or "/" in rules:
        return Path(rules)
    if rules not in named_rules():
        known = did_you_mean(rules, named_rules())
        raise RulesError(f"there are no rules named '{rules}'; {known}; or give a path to a .yaml")
    return Path(str(resources.files("codenames_sim.rules") / f"{rules}.yaml"))


def _family(path: Path, seen: tuple[Path, ...] = ()) -> Document:
    document = read_yaml(path, RulesError)
    if not isinstance(document.data, dict):
        what = f"should be a mapping, but is {kind_of(document.data)}"
        raise RulesError(what, file=path, line=1)
    if "extends" not in document.data:
        return document
    parent = document.data.pop("extends")
    file, line = document.place(("extends",))
    if not isinstance(parent, str):
        what = f"'extends' should be the name or the path of a model, but is {kind_of(parent)}"
        raise RulesError(what, file=file, line=line)
    seen = (*seen, path.resolve())
    try:
        result = _find(parent)
    except RulesError as fault:
        raise RulesError(fault.what, file=file, line=line) from None
    base = result if result.is_absolute() else path.parent / result
    if base.resolve() in seen or len(seen) > LONGEST_FAMILY:
        what = f"'extends: {parent}' is circular, or the chain has more than {LONGEST_FAMILY} files"
        raise RulesError(what, file=file, line=line)
    return _merge(_family(base, seen), document)


def _merge(base: Document, over: Document) -> Document:
    places = dict(base.places)

    def merged(one: Value, other: Value, key: Key) -> Value:
        parameter = key[:1] == ("parameters",) and len(key) == 2
        if parameter and isinstance(one, dict) and not isinstance(other, dict):
            places[(*key, "is")] = over.place(key)
            return one | {"is": other}
        if isinstance(one, dict) and isinstance(other, dict):
            both = dict(one)
            for name, value in other.items():
                index = (*key, name)
                both[name] = (
                    merged(one[name], value, index) if name in one else replaced(value, index)
                )
            return both
        return replaced(other, key)

    def replaced(value: Value, key: Key) -> Value:
        for place in [place for place in places if place[: len(key)] == key]:
            del places[place]
        places[key] = over.place(key)
        places.update({index: to for index, to in over.places.items() if index[: len(key)] == key})
        return value

    data = merged(base.data, over.data, ())
    places[()] = over.place(())
    return Document(data, places)


def _build(document: Document) -> Rules:
    nothing = FlowReader(document, Scope({}, {}))
    top = nothing.mapping((), SECTIONS)
    for section in ("rules", *SECTIONS[2:]):
        if section not in top:
            what = f"'{section}' is missing; add it, or `extends: codenames`"
            raise nothing.fault((), what)
    name = top["rules"]
    if not isinstance(name, str):
        what = f"'rules' should be the model's name, but is {kind_of(name)}"
        raise nothing.fault(("rules",), what)
    parameters = _Parameters(nothing)
    constants = {key: parameters.value(key) for key in parameters.declared}
    reader = FlowReader(document, Scope(constants, VARIABLES))
    rows, columns, cards = _components(reader)
    game, ends = reader.game(), reader.ends()
    check_flow(game)
    values = {key: value for key, (_, value) in constants.items()}
    return Rules(name, values, parameters.declared, rows, columns, cards, game, ends, document)


def _components(reader: FlowReader) -> tuple[int, int, Mapping[Card, int]]:
    key: Key = ("components",)
    parts = reader.mapping(key, tuple(SEEN_BY))
    counts = {"grid": ("rows", "columns"), "key_card": CARDS}
    for part, who in SEEN_BY.items():
        if part not in parts:
            raise reader.fault(key, f"the component '{part}' is missing")
        row = reader.mapping((*key, part), (*counts.get(part, ()), "seen_by"))
        if row.get("seen_by") != who:
            raise reader.fault((*key, part, "seen_by"), f"'{part}' must be seen by {who}")

    def count(part: str, name: str) -> int:
        index = (*key, part)
        number = reader.expression(reader.mapping(index, None), index, name, NUMBER)
        if number.constant is None or not 0 <= number.constant <= LARGEST:  # type: ignore[operator]
            raise reader.fault((*index, name), f"'{name}' must be a number from 0 to {LARGEST}")
        return int(number.constant)

    rows, columns = count("grid", "rows"), count("grid", "columns")
    cards = {card: count("key_card", card) for card in CARDS}
    if not 1 <= rows * columns <= MOST_WORDS:
        what = f"a grid must have 1 to {MOST_WORDS} words, not {rows} × {columns}"
        raise reader.fault((*key, "grid"), what)
    if sum(cards.values()) != rows * columns:
        sum_of = " + ".join(f"{number} {card}" for card, number in cards.items())
        raise reader.fault(
            _last_changed(reader, ("bystanders", "rows", "columns")),
            f"the key card has {sum_of} = {sum(cards.values())} cards for a grid of "
            f"{rows} × {columns} = {rows * columns} words; the two must be equal",
        )
    if not (cards["first"] and cards["second"]):
        raise reader.fault((*key, "key_card"), "each team needs at least one agent")
    return rows, columns, cards


def _last_changed(reader: FlowReader, parameters: Iterable[str]) -> Key:
    """The first of these parameters that the outermost file sets, else the first: for errors."""
    keys: list[Key] = [("parameters", name, "is") for name in parameters]
    outermost = reader.place(())[0]
    return next((key for key in keys if reader.place(key)[0] == outermost), keys[0])


class _Parameters:
    """Computes the parameters' values; an expression can depend on other parameters."""

    def __init__(self, reader: FlowReader):
        self.reader = reader
        names = reader.mapping(("parameters",), None)
        self.declared: dict[str, Mapping[str, Value]] = {name: self.row(name) for name in names}
        self.known: dict[str, tuple[Type, Scalar]] = {}
        self.inside: list[str] = []

    def row(self, name: str) -> Mapping[str, Value]:
        key: Key = ("parameters", name)
        declared = self.reader.mapping(("parameters",), None)
        if not isinstance(declared[name], dict):
            known = did_you_mean(name, [other for other in declared if other != name])
            raise self.reader.fault(key, f"'{name}' is not a parameter of these rules; {known}")
        if not name.isidentifier() or name in VARIABLES:
            what = f"'{name}' can't be the name of a parameter; use a word that is not a variable"
            raise self.reader.fault(key, what)
        row = self.reader.mapping(key, ("is", "from", "to", "one_of", "or_unlimited"))
        if "is" not in row:
            raise self.reader.fault(key, f"'{name}' has no value; add `is:`")
        return row

    def value(self, name: str) -> tuple[Type, Scalar]:
        if name not in self.known:
            if name in self.inside:
                way = " → ".join([*self.inside, name])
                raise self.fault(name, f"depends on itself ({way})")
            self.inside.append(name)
            self.known[name] = self.work_out(name)
            self.inside.pop()
        return self.known[name]

    def work_out(self, name: str) -> tuple[Type, Scalar]:
        row = self.declared[name]
        value = row["is"]
        if "one_of" in row:
            return self.text(name, value, row["one_of"])
        if "from" not in row:
            if not isinstance(value, bool):
                raise self.fault(name, f"should be true or false, but is {kind_of(value)}")
            return FLAG, value
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise self.fault(name, f"should be a whole number, but is {kind_of(value)}")
        number = value if isinstance(value, int) else self.expression(name)
        if number == UNLIMITED and row.get("or_unlimited") is True:
            return NUMBER, number
        low, high = row["from"], row.get("to", LARGEST)
        if not isinstance(low, int) or not isinstance(high, int):
            what = "'from' and 'to' must be whole numbers"
            raise self.reader.fault(("parameters", name), what)
        if not (isinstance(number, int) and low <= number <= high):
            also = " or unlimited" if row.get("or_unlimited") is True else ""
            text = "" if isinstance(value, int) else f" ({value})"
            where = _last_changed(self.reader, (*self.named_in(name), name))
            raise self.reader.fault(
                where, f"'{name}' is {number}{text}, but must be from {low} to {high}{also}"
            )
        return NUMBER, number

    def text(self, name: str, value: Value, one_of: Value) -> tuple[Type, Scalar]:
        if not isinstance(one_of, list) or not all(isinstance(item, str) for item in one_of):
            what = "'one_of' must be a list of words"
            raise self.reader.fault(("parameters", name, "one_of"), what)
        values = tuple(str(item) for item in one_of)
        if value not in values:
            raise self.fault(name, f"can't be {kind_of(value)}; {did_you_mean(str(value), values)}")
        return Type("text", values), str(value)

    def expression(self, name: str) -> Scalar:
        key: Key = ("parameters", name)
        numbers = {other: self.value(other) for other in self.named_in(name)}
        reader = FlowReader(self.reader.document, Scope(numbers, {}))
        result = reader.expression(self.declared[name], key, "is", NUMBER).constant
        assert result is not None
        return result

    def named_in(self, name: str) -> list[str]:
        words = re.findall(r"\w+", str(self.declared[name]["is"]))
        return [word for word in words if "from" in self.declared.get(word, {})]

    def fault(self, name: str, what: str) -> RulesError:
        return self.reader.fault(("parameters", name, "is"), f"'{name}' {what}")
