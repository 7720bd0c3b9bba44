"""Reads a safe subset of YAML and keeps the line number of every value.

Files are edited by hand and may come from anyone. So the reader rejects tags, aliases (which can
expand a small file to a huge one) and duplicate keys. It reads scalars as YAML 1.2 does: `no` and
`on` are texts.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from codenames_sim.errors import InputError

Value = None | bool | int | float | str | list["Value"] | dict[str, "Value"]
Key = tuple[str | int, ...]
"""The path to a value inside a document: `("flow", "turn", 0)`."""

LARGEST_FILE = 1_000_000
"""Bytes."""
DEEPEST = 40
"""Levels of nesting."""

_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_NUMBER = re.compile(r"[-+]?(\.[0-9]{1,40}|[0-9]{1,40}(\.[0-9]{0,40})?)([eE][-+]?[0-9]{1,3})?")
_WORDS: Mapping[str, bool | None] = {"true": True, "false": False, "null": None, "": None}


@dataclass(frozen=True)
class Document:
    """The data of a file, and the place of each value."""

    data: Value
    places: Mapping[Key, tuple[str, int]]
    """File and line (from 1) of every value, by its path."""

    def place(self, key: Key) -> tuple[str, int]:
        """File and line of the value at `key`, or of the nearest enclosing value with a place."""
        while key and key not in self.places:
            key = key[:-1]
        return self.places.get(key, ("", 0))


def read_yaml(path: str | Path, error: type[InputError] = InputError) -> Document:
    """The document in a file. Raises `error` if it can't be read or is outside the subset."""
    path = Path(path)
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise error(f"is larger than {LARGEST_FILE:,} bytes, the limit", file=path)
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise error(f"is not UTF-8 (byte {fault.start}); save it as UTF-8", file=path) from None
    except OSError as fault:
        raise error(f"can't be read: {fault.strerror or fault}", file=path) from None
    return parse_yaml(text, str(path), error)


def parse_yaml(text: str, file: str, error: type[InputError] = InputError) -> Document:
    """The document in `text`. `file` is the name that error messages give."""
    try:
        return _Reader(text, file, error).document()
    except yaml.MarkedYAMLError as fault:
        line = fault.problem_mark.line + 1 if fault.problem_mark else None
        raise error(f"is not YAML: {fault.problem}", file=file, line=line) from None
    except yaml.YAMLError as fault:
        raise error(f"is not YAML: {' '.join(str(fault).split())}", file=file) from None


class _Reader:
    def __init__(self, text: str, file: str, error: type[InputError]):
        self.file = file
        self.error = error
        self.events: Iterator[yaml.Event] = iter(yaml.parse(text, Loader=yaml.SafeLoader))
        self.places: dict[Key, tuple[str, int]] = {}

    def document(self) -> Document:
        next(self.events)  # the stream begins
        if isinstance(next(self.events), yaml.StreamEndEvent):
            return Document(None, {(): (self.file, 1)})
        data = self.value(next(self.events), ())
        next(self.events)  # the document ends
        after = next(self.events)
        if not isinstance(after, yaml.StreamEndEvent):
            raise self.fault(after, "contains a second YAML document; use one file for each")
        return Document(data, self.places)

    def value(self, event: yaml.Event, key: Key) -> Value:
        self.places.setdefault(key, (self.file, self.line(event)))
        if isinstance(event, yaml.AliasEvent):
            raise self.fault(event, f"uses the alias *{event.anchor}; write the value out instead")
        if (tag := getattr(event, "tag", None)) is not None:
            raise self.fault(event, f"uses the tag {tag}; remove it, tags are not supported")
        if len(key) > DEEPEST:
            raise self.fault(event, f"is nested more than {DEEPEST} levels deep")
        if isinstance(event, yaml.ScalarEvent):
            return event.value if event.style else self.scalar(event)
        if isinstance(event, yaml.SequenceStartEvent):
            return [self.value(item, (*key, index)) for index, item in enumerate(self.items())]
        return self.mapping(key)

    def items(self) -> Iterator[yaml.Event]:
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            yield event

    def mapping(self, key: Key) -> Value:
        result: dict[str, Value] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                raise self.fault(event, "has a key that is not a plain word")
            name = event.value
            if name in result:
                first = self.places[(*key, name)][1]
                raise self.fault(
                    event, f"has the duplicate key '{name}'; line {first} has it already"
                )
            self.places[(*key, name)] = (self.file, self.line(event))
            result[name] = self.value(next(self.events), (*key, name))
        return result

    def scalar(self, event: yaml.ScalarEvent) -> Value:
        text = event.value
        if text in _WORDS:
            return _WORDS[text]
        if _INTEGER.fullmatch(text):
            return int(text)
        if _NUMBER.fullmatch(text):
            return float(text)
        return str(text)

    def line(self, event: yaml.Event) -> int:
        return event.start_mark.line + 1 if event.start_mark else 1

    def fault(self, event: yaml.Event, what: str) -> InputError:
        return self.error(what, file=self.file, line=self.line(event))


def kind_of(value: Value) -> str:
    """The value in words, for error messages."""
    match value:
        case None:
            return "nothing"
        case bool():
            return f"'{str(value).lower()}'"
        case int() | float():
            return f"the number {value}"
        case str():
            return f"the text '{value[:60]}'"
        case list():
            return "a list"
        case _:
            return "a mapping"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of an error message: the name nearest to `word`, if any is near, and all names."""
    names = list(known)
    near = difflib.get_close_matches(word, names, n=1)
    guess = f"did you mean '{near[0]}'? " if near else ""
    return f"{guess}known: {', '.join(names)}" if names else f"{guess}no names are known here"
