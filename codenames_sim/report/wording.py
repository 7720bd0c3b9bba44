"""The sentences that a person at the table reads: a file for each language under `words/`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from codenames_sim.errors import InputError
from codenames_sim.yamlfile import Value, did_you_mean, read_yaml


@dataclass(frozen=True, eq=False)
class Wording:
    """One language's sentences, in named sections."""

    language: str
    sections: dict[str, dict[str, Value]]

    def say(self, section: str, entry: str, **facts: object) -> str:
        """A sentence with its braces filled in."""
        return str(self.sections[section][entry]).format(**facts)

    def meaning(self, said: str) -> str | None:
        """The command that is typed so; None where it is none."""
        for command, ways in self.sections["commands"].items():
            if isinstance(ways, list) and said.casefold() in ways:
                return command
        return None


def wordings() -> tuple[str, ...]:
    """The languages that a table speaks."""
    folder = resources.files("codenames_sim.report") / "words"
    return tuple(sorted(file.name[:-5] for file in folder.iterdir() if file.name.endswith(".yaml")))


@cache
def wording(language: str) -> Wording:
    """A language's sentences. Raises InputError where there is no file for it."""
    if language not in wordings():
        known = did_you_mean(language, wordings())
        raise InputError(f"the table doesn't speak '{language}'; {known}")
    file = resources.files("codenames_sim.report") / "words" / f"{language}.yaml"
    data = read_yaml(Path(str(file))).data
    assert isinstance(data, dict)
    return Wording(language, {name: part for name, part in data.items() if isinstance(part, dict)})
