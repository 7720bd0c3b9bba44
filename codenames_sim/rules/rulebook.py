"""Prints the rules in words, from the model that the engine plays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from pathlib import Path

from codenames_sim.errors import RulesError
from codenames_sim.rules.expressions import UNLIMITED, Expression, Scalar
from codenames_sim.rules.flow import (
    VARIABLES,
    Block,
    Choose,
    CoverStep,
    EndGame,
    EndTurn,
    If,
    Repeat,
    Set,
    Step,
    Turns,
)
from codenames_sim.rules.model import SEEN_BY, Rules
from codenames_sim.yamlfile import Value, did_you_mean, read_yaml


def rules_page(rules: Rules, language: str = "en") -> str:
    """The rules as Markdown, with their exact expressions.

    Raises RulesError if the language has no file of words.
    """
    return "\n".join(_Page(rules, _words(language)).lines()) + "\n"


def page_languages() -> tuple[str, ...]:
    """The languages that rules can be printed in."""
    folder = resources.files("codenames_sim.rules") / "words"
    return tuple(sorted(file.name[:-5] for file in folder.iterdir() if file.name.endswith(".yaml")))


@dataclass(frozen=True)
class _Words:
    data: dict[str, Value]

    def say(self, section: str, entry: str, **values: object) -> str:
        """The entry's sentence with its fields filled in. An entry without one is its own text."""
        known = self.data[section]
        assert isinstance(known, dict)
        return str(known[entry]).format(**values) if entry in known else entry


@lru_cache(maxsize=8)
def _words(language: str) -> _Words:
    if language not in page_languages():
        known = did_you_mean(language, page_languages())
        raise RulesError(f"the rules can't be printed in '{language}'; {known}")
    file = resources.files("codenames_sim.rules") / "words" / f"{language}.yaml"
    data = read_yaml(Path(str(file)), RulesError).data
    assert isinstance(data, dict)
    return _Words(data)


@dataclass
class _Page:
    rules: Rules
    words: _Words
    _told: set[str] = field(default_factory=set)

    def lines(self) -> Iterator[str]:
        yield f"# {self.words.say('headings', 'title')}: {self.rules.name}"
        yield from self.components()
        yield from self.section(self.rules.game)
        yield from self.ends()
        yield from self.parameters()
        yield from self.variables()

    def components(self) -> Iterator[str]:
        counts = {"rows": self.rules.rows, "columns": self.rules.columns}
        counts |= {str(card): number for card, number in self.rules.cards.items()}
        yield from self.heading(self.words.say("headings", "components"))
        for part, who in SEEN_BY.items():
            seen_by = self.words.say("seen_by", who)
            yield f"- {self.words.say('components', part, seen_by=seen_by, **counts)}"
        yield f"- {self.words.say('profiles', self.rules.clue_profile)}"

    def parameters(self) -> Iterator[str]:
        yield from self.heading(self.words.say("headings", "parameters"))
        for name, value in self.rules.parameters.items():
            source = self.rules.declared[name]["is"]
            text = f" = `{source}`" if isinstance(source, str) and source != value else ""
            meaning = self.words.say("parameters", name)
            yield f"- `{name}`{text} = `{_shown(value)}`: {meaning}"

    def variables(self) -> Iterator[str]:
        yield from self.heading(self.words.say("headings", "variables"))
        for name in VARIABLES:
            yield f"- `{name}`: {self.words.say('variables', name)}"

    def ends(self) -> Iterator[str]:
        yield from self.heading(self.words.say("headings", "ends"))
        yield self.words.say("steps", "ends")
        yield ""
        for index, end in enumerate(self.rules.ends, start=1):
            ending = self.words.say("endings", end.ending)
            winner = self.words.say("winners", end.winner)
            when = self.code(end.when)
            text = self.words.say("steps", "end", when=when, ending=ending, winner=winner)
            yield f"{index}. {text}"

    def section(self, block: Block) -> Iterator[str]:
        """A named block under its heading, then the blocks that it names, each once."""
        name = block.name or ""
        self._told.add(name)
        yield from self.heading(self.words.say("blocks", name))
        yield from self.steps(block.steps, "")
        for other in _named_in(block.steps):
            if other.name not in self._told:
                yield from self.section(other)

    def heading(self, text: str) -> Iterator[str]:
        yield from ("", f"## {text}", "")

    def steps(self, steps: tuple[Step, ...], indent: str) -> Iterator[str]:
        number = 0
        for step in steps:
            for line in self.step(step):
                number += not line.startswith(" ")
                mark = "" if line.startswith(" ") else f"{number}. "
                yield f"{indent}{mark}{line}"

    def inner(self, block: Block) -> Iterator[str]:
        """A block inside a step: a named block as a reference, another one in full."""
        if block.name is not None:
            yield f"   - {self.words.say('steps', 'do', block=self.name(block))}"
        elif not block.steps:
            yield f"   - {self.words.say('steps', 'nothing')}"
        for step in block.steps if block.name is None else ():
            first, *rest = self.step(step)
            yield f"   - {first}"
            yield from (f"  {line}" for line in rest)

    def step(self, step: Step) -> Iterator[str]:
        """The lines of a step; all but the first are indented."""
        say = self.words.say
        match step:
            case Turns():
                most, body = self.code(step.at_most), self.name(step.body)
                yield say("steps", "turns", at_most=most, body=body)
            case Choose():
                yield from self.choose(step)
            case If():
                yield say("steps", "if", condition=self.code(step.condition))
                yield from self.inner(step.then)
                if step.otherwise.steps:
                    yield say("steps", "else")
                    yield from self.inner(step.otherwise)
            case Repeat():
                yield say("steps", "repeat", condition=self.code(step.condition))
                yield from self.inner(step.body)
            case Set():
                yield say("steps", "set", to=self.code(step.to))
            case CoverStep():
                yield say("steps", "cover")
            case EndTurn():
                yield say("steps", "end_turn", reason=say("ended_by", step.reason))
            case EndGame():
                ending, winner = say("endings", step.ending), say("winners", step.winner)
                yield say("steps", "end_game", ending=ending, winner=winner)

    def choose(self, step: Choose) -> Iterator[str]:
        say = self.words.say
        forfeit = self.name(step.forfeit) if step.forfeit else ""
        if step.numbers is not None:
            numbers = step.numbers
            yield say(
                "steps",
                "choose_clue",
                lowest=self.code(numbers.lowest),
                highest=self.code(numbers.highest),
                unlimited=say("steps", "unlimited") if numbers.unlimited.constant else "",
                forfeit=forfeit,
            )
            return
        also = say("steps", "forfeit", forfeit=forfeit) if forfeit else ""
        yield say("steps", f"choose_{step.kind}", forfeit=also)
        for option in step.options:
            if option.when.constant is False:
                continue
            always = option.when.constant is True
            kind = "option_always" if always else "option"
            name = say("options", option.name)
            when = self.code(option.when)
            line = say("steps", kind, option=name, when=when)
            if option.then.name is not None:
                line += f"; {say('steps', 'see', block=self.name(option.then))}"
            yield f"   - {line}"
            for inside in option.then.steps if option.then.name is None else ():
                yield from (f"     - {line}" for line in self.step(inside))

    def name(self, block: Block) -> str:
        return self.words.say("blocks", block.name or "")

    def code(self, expression: Expression) -> str:
        """The source of an expression, and its value if that is constant."""
        value = expression.constant
        if value is None or expression.text == _shown(value):
            return f"`{expression.text}`"
        return f"`{expression.text}` = `{_shown(value)}`"


def _shown(value: Scalar) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "unlimited" if value == UNLIMITED else str(value)


def _named_in(steps: tuple[Step, ...]) -> Iterator[Block]:
    for step in steps:
        match step:
            case Turns() | Repeat():
                inside = [step.body]
            case Choose():
                inside = [option.then for option in step.options]
                inside += [step.forfeit] if step.forfeit else []
            case If():
                inside = [step.then, step.otherwise]
            case _:
                inside = []
        for block in inside:
            if block.name is not None:
                yield block
            else:
                yield from _named_in(block.steps)
