"""Values from the command line that replace values of a config before it is checked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from codenames_sim.errors import ConfigError
from codenames_sim.yamlfile import Document, Key, Value, did_you_mean, kind_of, parse_yaml

CHANGE_NO_GAME = ("models", "scoring", "cache")
"""Keys whose values may differ between two sessions of one run."""
LONGEST_LABEL = 80
LONGEST_OPTION = 100
"""Characters of an option that an error repeats."""


@dataclass(frozen=True)
class Override:
    """One value that replaces a value of the config."""

    option: str
    """As it was written on the command line, for errors: `--boards 5`."""
    path: str
    """The keys from the top of the config to the value, joined by dots: `rules.max_turns`."""
    value: Value
    assignment: str
    """`PATH=VALUE`, as the manifest records it."""

    def fault(self, what: str) -> ConfigError:
        """An error of this option."""
        return ConfigError(what, file=self.place[0])

    @property
    def place(self) -> tuple[str, int]:
        """Where a document has the value from; an option has no line."""
        option = self.option
        return (option if len(option) <= LONGEST_OPTION else f"{option[:LONGEST_OPTION]}…"), 0


def parse_assignment(text: str) -> Override:
    """The override that `--set TEXT` means. Raises ConfigError unless TEXT is `KEY=VALUE`.

    The value is YAML, read with the restrictions of a config file.
    """
    path, equals, value = text.partition("=")
    override = Override(f"--set {text}", path.strip(), None, text)
    if not equals or not all(override.path.split(".")):
        raise override.fault("write KEY=VALUE, such as rules.max_turns=8")
    try:
        text.encode()
        data = parse_yaml(value, "", ConfigError).data
    except UnicodeEncodeError:
        raise override.fault("is not UTF-8") from None
    except ConfigError as fault:
        raise override.fault(f"the value {fault.what}") from None
    return Override(override.option, override.path, data, text)


def overridden(document: Document, overrides: Sequence[Override]) -> Document:
    """A document with these values in it; errors in them name the option.

    Raises ConfigError for a path that leads nowhere, and where two options set the same value.
    """
    data, places = document.data, dict(document.places)
    taken: dict[Key, Override] = {}
    for each in overrides:
        data, key = _put(data, tuple(each.path.split(".")), (), each)
        for other, earlier in taken.items():
            if all(one == two for one, two in zip(key, other, strict=False)):
                raise each.fault(f"{earlier.option} sets this already")
        taken[key] = each
        places = {index: place for index, place in places.items() if index[: len(key)] != key}
        places[key] = each.place
    # What is wrong with a whole, such as an entrant, is said of the options that set parts of it.
    for inside in {key[:end] for key in taken for end in range(1, len(key))}:
        options = [each.place[0] for key, each in taken.items() if key[: len(inside)] == inside]
        places[inside] = (" ".join(options), 0)
    return Document(data, places)


def label(overrides: Iterable[Override]) -> str:
    """What the overrides add to a run's name, so that other games get another default folder.

    It is empty where no game changes. A hash is added where the values do not fit a file name.
    """
    changing = [each for each in overrides if each.path.split(".")[0] not in CHANGE_NO_GAME]
    values = sorted((each.path, each.value) for each in changing)
    plain = "".join(f"+{path}={_plain(value)}" for path, value in values)
    clean = "".join(c if (c.isascii() and c.isalnum()) or c in "+=._,-" else "_" for c in plain)
    if clean == plain and len(plain) <= LONGEST_LABEL:
        return plain
    data = json.dumps(values, sort_keys=True).encode()
    return f"{clean[: LONGEST_LABEL - 9]}-{hashlib.blake2b(data, digest_size=4).hexdigest()}"


def _plain(value: Value) -> str:
    if isinstance(value, list) and all(isinstance(item, str | int | float) for item in value):
        return ",".join(str(item) for item in value)
    return value if isinstance(value, str) else json.dumps(value)


def _put(data: Value, parts: tuple[str, ...], above: Key, override: Override) -> tuple[Value, Key]:
    """`data`, which stands at `above`, with the value at `parts` inside it; and the value's key."""
    if not parts:
        return override.value, above
    if isinstance(data, str) and above == ("rules",):
        data = {"use": data}
    name = ".".join(str(part) for part in above)
    match data:
        case None | dict():
            inside = data or {}
            key, rest = _step(inside, parts)
            if rest and key not in inside and above in (("agents",), ("entrants",)):
                known = did_you_mean(key, inside)
                raise override.fault(f"there is no '{key}' in '{name}'; {known}")
            value, full = _put(inside.get(key), rest, (*above, key), override)
            return {**inside, key: value}, full
        case list():
            index = int(parts[0]) if parts[0].isdecimal() and len(parts[0]) < 9 else len(data)
            if index >= len(data):
                what = f"'{name}' is a list of {len(data)}, with positions from 0"
                raise override.fault(f"{what}; it has no '{parts[0]}'")
            value, full = _put(data[index], parts[1:], (*above, index), override)
            return [*data[:index], value, *data[index + 1 :]], full
        case _:
            what = f"'{name}' is {kind_of(data)}, which has no '{'.'.join(parts)}'"
            raise override.fault(f"{what}; set '{name}' itself")


def _step(inside: dict[str, Value], parts: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The first key of a path and the rest of it; a key may itself have dots."""
    for end in range(len(parts), 0, -1):
        if (key := ".".join(parts[:end])) in inside:
            return key, parts[end:]
    return parts[0], parts[1:]
