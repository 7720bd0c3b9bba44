"""The sentences of the interactive table. Each language has a file in `words/`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from codenames_sim.errors import InputError
from codenames_sim.yamlfile import Value, did_you_mean, read_yaml


@dataclass(frozen=True, eq=False)
class Wording:
    """The sentences of one language, in named sections."""

    language: str
    sections: dict[str, dict[str, Value]]

    def say(self, section: str, entry: str, **facts: object) -> str:
        """A sentence with its placeholders filled in."""
        return str(self.sections[section][entry]).format(**facts)

    def meaning(self, text: str) -> str | None:
        """The command that `text` means; None if it is not a command."""
        for command, ways in self.sections["commands"].items():
            if isinstance(ways, list) and text.casefold() in ways:
                return command
        return None


def wordings() -> tuple[str, ...]:
    """The available languages."""
    folder = resources.files("codenames_sim.report") / "words"
    return tuple(sorted(file.name[:-5] for file in folder.iterdir() if file.name.endswith(".yaml")))


@cache
def wording(language: str) -> Wording:
    """The sentences of a language. Raises InputError if there is no file for it."""
    if language not in wordings():
        known = did_you_mean(language, wordings())
        raise InputError(f"the table is not available in the language '{language}'; {known}")
    file = resources.files("codenames_sim.report") / "words" / f"{language}.yaml"
    data = read_yaml(Path(str(file))).data
    assert isinstance(data, dict)
    return Wording(language, {name: part for name, part in data.items() if isinstance(part, dict)})
