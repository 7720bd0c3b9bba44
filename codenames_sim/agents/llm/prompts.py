"""What language models are told: texts by name, in files that a config can replace.

A text is a template for `string.Template`. Its $names are filled in once, so that what another
seat said is never read as a template itself.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import resources
from pathlib import Path
from string import Template
from typing import cast

import msgspec
import yaml

from codenames_sim.errors import ConfigError
from codenames_sim.rules import Rules
from codenames_sim.yamlfile import Document, Key, did_you_mean, kind_of, read_yaml

DEFAULT_PROMPTS = "v1"
"""The wording that language models are given where a config names none."""

_KEY_CARD = ("own", "opponent", "bystander", "assassin")
_PROBLEM = ("keys", "lowest", "highest", "why", "word")

NAMES: Mapping[str, tuple[str, ...]] = {
    "spymaster": ("rules", "clue_rules"),
    "operative": ("rules", "mode"),
    "rules": ("words", "own", "opponent"),
    "clue_rules": ("lowest",),
    "parameters": ("value",),
    "clue": ("history", *_KEY_CARD),
    "cover": ("history", "words"),
    "elect": ("history", *_KEY_CARD, "clues"),
    "guess": (
        "history",
        "discussion",
        "words",
        "own_left",
        "opponent_left",
        "guesses_left",
        "clue",
    ),
    "history": ("turns",),
    "turn": ("who", "clue", "guesses"),
    "guesses": ("words",),
    "guessed": ("word", "card"),
    "invalid": ("clue",),
    "covered": ("word",),
    "discussion": ("opinions",),
    "opinion": ("words", "reason"),
    "choice": ("at", "clue", "words"),
    "reask": ("tail", "problem"),
    "problems": _PROBLEM,
}
"""The $names that each text or group of texts may use; `rules` and `clue_rules` also every
parameter of the rules."""


class Prompts:
    """The texts of one language. Made by `Prompts.of`, one for all agents that are told the same,
    so that what is said again and again can be remembered."""

    def __init__(self, texts: Mapping[str, str]):
        self._formats = {name: _format(text) for name, text in texts.items()}

    @staticmethod
    def of(texts: Mapping[str, str]) -> Prompts:
        """These texts."""
        return _shared(tuple(texts.items()))

    def say(self, name: str, **values: object) -> str:
        """A text with its names filled in."""
        return self._formats[name] % values

    def phrase(self, parameter: str, value: str) -> str:
        """What a parameter of the rules means at this value; the value where nothing is said."""
        for entry in (f"parameters.{parameter}.{value}", f"parameters.{parameter}.other"):
            if entry in self._formats:
                return self.say(entry, value=value)
        return value


def _format(text: str) -> str:
    """The template in the notation that Python fills in fastest: a prompt is some twenty texts."""

    def name(found: re.Match[str]) -> str:
        named = found["named"] or found["braced"]
        return f"%({named})s" if named else "$"

    return Template.pattern.sub(name, text.replace("%", "%%"))


@lru_cache(maxsize=64)
def _shared(texts: tuple[tuple[str, str], ...]) -> Prompts:
    return Prompts(dict(texts))


def load_prompts(language: str, file: Path | None = None) -> dict[str, str]:
    """The texts by name: those in the file, and for the rest those that come with the package.

    Raises ConfigError for a text or a $name that nothing knows, and where texts are missing.
    """
    texts = dict(_built_in(language)) if language in prompt_languages() else {}
    if file is not None:
        texts |= _read(file)
    elif not texts:
        known = ", ".join(prompt_languages())
        raise ConfigError(
            f"there are no prompts in '{language}' ({known} come with the package); "
            "write them in a file and name it under `prompts:`"
        )
    if missing := sorted(_known() - texts.keys()):
        raise ConfigError(f"the text '{missing[0]}' is missing", file=file)
    return texts


def prompt_languages() -> tuple[str, ...]:
    """The languages that prompts come in."""
    return tuple(sorted(file.stem for file in _folder().glob("*.yaml")))


def prompts_hash(texts: Mapping[str, str]) -> str:
    """64 bits, in hex, of what the texts say."""
    said = msgspec.json.encode(texts, order="sorted")
    return hashlib.blake2b(said, digest_size=8, person=b"prompts").hexdigest()


def prompts_file(texts: Mapping[str, str]) -> str:
    """The texts as a file that a config can name."""
    nested: dict[str, object] = {}
    for name, text in texts.items():
        *groups, last = name.split(".")
        inside = nested
        for group in groups:
            inside = cast(dict[str, object], inside.setdefault(group, {}))
        inside[last] = text
    return yaml.safe_dump(nested, sort_keys=False, allow_unicode=True, width=100)


def _folder() -> Path:
    return Path(str(resources.files("codenames_sim.agents.llm") / "templates"))


@lru_cache(maxsize=8)
def _built_in(language: str) -> Mapping[str, str]:
    return _read(_folder() / f"{language}.yaml")


@lru_cache(maxsize=1)
def _known() -> frozenset[str]:
    """The names of all texts; what is said of a parameter may be left out."""
    document = read_yaml(_folder() / "en.yaml", ConfigError)
    names = {name for name, *_ in _flat(document, ())}
    return frozenset(name for name in names if not name.startswith("parameters."))


def _read(file: Path) -> dict[str, str]:
    document = read_yaml(file, ConfigError)
    texts: dict[str, str] = {}
    for name, text, key in _flat(document, ()):
        if name not in _known() and not (key[0] == "parameters" and len(key) == 3):
            raise _fault(document, key, f"'{name}' is no text; {did_you_mean(name, _known())}")
        _check_names(document, key, text)
        texts[name] = text.rstrip("\n")
    return texts


def _flat(document: Document, key: Key) -> Iterator[tuple[str, str, Key]]:
    """Every text with its name: the keys that lead to it, with dots between."""
    value = document.data
    for part in key:
        assert isinstance(value, dict)
        value = value[str(part)]
    if isinstance(value, dict):
        for part in value:
            yield from _flat(document, (*key, part))
    elif isinstance(value, str) and key:
        yield ".".join(str(part) for part in key), value, key
    else:
        raise _fault(document, key, f"should be texts by name, but is {kind_of(value)}")


def _check_names(document: Document, key: Key, text: str) -> None:
    template = Template(text)
    if not template.is_valid():
        raise _fault(document, key, "has a $ that begins no name; write $$ for a dollar sign")
    group = str(key[0])
    known = NAMES.get(group, ())
    if group in ("rules", "clue_rules"):
        known += tuple(Rules.load("codenames").parameters)
    for name in template.get_identifiers():
        if name not in known:
            raise _fault(document, key, f"knows no ${name}; {did_you_mean(name, known)}")


def _fault(document: Document, key: Key, what: str) -> ConfigError:
    file, line = document.place(key)
    return ConfigError(what, file=file, line=line)
