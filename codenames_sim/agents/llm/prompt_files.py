"""Where the texts of prompts come from: versions in the package, and files named in a config."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from string import Template
from typing import cast

import msgspec
import yaml

from codenames_sim.agents.llm.prompts import NAMES
from codenames_sim.errors import ConfigError
from codenames_sim.rules import Rules
from codenames_sim.yamlfile import Document, Key, Value, did_you_mean, kind_of, read_yaml

DEFAULT_PROMPTS = "v2"
"""The version used where a config names none."""

_EXTENDS = "extends"
_NOTHING = "none"
"""What a file extends that has all texts itself."""


@dataclass(frozen=True)
class PromptSet:
    """All texts of one wording in one language."""

    name: str
    """The version's name, or the file's without its ending."""
    texts: Mapping[str, str]
    declared: str | None
    """What identifies the wording: None for the default version, the name of another version, a
    hash of the texts of a file."""


def prompt_set(language: str, value: object, folder: Path) -> PromptSet:
    """The wording that a config in `folder` names under `prompts:`; None names the default.

    A value with a path separator or a YAML ending is a file's path, any other a version's name.
    Raises ConfigError.
    """
    value = DEFAULT_PROMPTS if value is None else value
    if not isinstance(value, str):
        raise ConfigError(
            f"`prompts:` names a version or a file, but is {kind_of(cast(Value, value))}"
        )
    if not _is_path(value):
        return PromptSet(
            value, load_prompts(language, value), None if value == DEFAULT_PROMPTS else value
        )
    texts = load_prompts(language, folder / value)
    return PromptSet(Path(value).stem, texts, prompts_hash(texts))


def load_prompts(language: str, source: str | Path = DEFAULT_PROMPTS) -> dict[str, str]:
    """The texts by name: of the version with this name, or of a file.

    A file's missing texts come from the version that it `extends`, or from the default version.
    Raises ConfigError for a version, text or $name that does not exist, for a version that lacks
    the language, and where texts are missing.
    """
    if isinstance(source, str):
        return dict(_version(source, language))
    document = read_yaml(source, ConfigError)
    texts = {**_extended(document, language), **_texts(document)}
    if missing := sorted(_required() - texts.keys()):
        raise ConfigError(f"the text '{missing[0]}' is missing", file=source)
    return texts


def prompt_versions() -> tuple[str, ...]:
    """The names of the versions that come with the package."""
    return tuple(sorted(folder.name for folder in _templates().iterdir() if folder.is_dir()))


def prompt_languages(version: str = DEFAULT_PROMPTS) -> tuple[str, ...]:
    """The languages of a version."""
    return tuple(sorted(file.stem for file in (_templates() / version).glob("*.yaml")))


def prompts_hash(texts: Mapping[str, str]) -> str:
    """64 bits, in hex, of what the texts say."""
    data = msgspec.json.encode(texts, order="sorted")
    return hashlib.blake2b(data, digest_size=8, person=b"prompts").hexdigest()


def prompts_file(texts: Mapping[str, str]) -> str:
    """All texts of a wording as a file that a config can name."""
    nested: dict[str, object] = {_EXTENDS: _NOTHING}
    for name, text in texts.items():
        *groups, last = name.split(".")
        inside = nested
        for group in groups:
            inside = cast(dict[str, object], inside.setdefault(group, {}))
        inside[last] = text
    return yaml.safe_dump(nested, sort_keys=False, allow_unicode=True, width=100)


def _is_path(value: str) -> bool:
    return "/" in value or "\\" in value or value.endswith((".yaml", ".yml"))


def _templates() -> Path:
    return Path(str(resources.files("codenames_sim.agents.llm") / "templates"))


def _version(name: str, language: str) -> Mapping[str, str]:
    if name not in prompt_versions():
        known = did_you_mean(name, prompt_versions())
        raise ConfigError(
            f"there are no prompts '{name}'; {known}; write the path of a file as './{name}.yaml'"
        )
    if language not in prompt_languages(name):
        others = [each for each in prompt_versions() if language in prompt_languages(each)]
        instead = f"use `prompts: {others[-1]}` or" if others else "write them in a file and"
        known = ", ".join(prompt_languages(name))
        raise ConfigError(
            f"the prompts '{name}' do not come in '{language}' (they come in: {known}); "
            f"{instead} name a file under `prompts:`"
        )
    return _built_in(_templates() / name / f"{language}.yaml")


@lru_cache(maxsize=16)
def _built_in(file: Path) -> Mapping[str, str]:
    return _texts(read_yaml(file, ConfigError))


def _extended(document: Document, language: str) -> Mapping[str, str]:
    """The texts that those in a file are added to."""
    given = document.data.get(_EXTENDS) if isinstance(document.data, dict) else None
    if given == _NOTHING:
        return {}
    if given is None:
        has_default = language in prompt_languages()
        return _version(DEFAULT_PROMPTS, language) if has_default else {}
    try:
        return _version(str(given), language)
    except ConfigError as fault:
        raise _fault(document, (_EXTENDS,), fault.what) from None


@lru_cache(maxsize=1)
def _required() -> frozenset[str]:
    """The names of all texts; what is said of a parameter may be left out."""
    document = read_yaml(_templates() / DEFAULT_PROMPTS / "en.yaml", ConfigError)
    names = {name for name, *_ in _flat(document, ())}
    return frozenset(name for name in names if not name.startswith("parameters."))


def _texts(document: Document) -> dict[str, str]:
    texts: dict[str, str] = {}
    for name, text, key in _flat(document, ()):
        if name == _EXTENDS:
            continue
        if name not in _required() and not (key[0] == "parameters" and len(key) == 3):
            known = did_you_mean(name, _required())
            raise _fault(document, key, f"there is no text '{name}'; {known}")
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
            what = f"there is no ${name} in '{group}'; {did_you_mean(name, known)}"
            raise _fault(document, key, what)


def _fault(document: Document, key: Key, what: str) -> ConfigError:
    file, line = document.place(key)
    return ConfigError(what, file=file, line=line)
