"""A run's config: what is written in the YAML file, checked and resolved into a plan."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal, cast

import msgspec
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    ValidationError,
    model_validator,
)

from codenames_sim.agents import Decide, make_agent
from codenames_sim.agents.llm import load_prompts
from codenames_sim.boards import WordList, load_words
from codenames_sim.clues import available_languages
from codenames_sim.errors import ConfigError, InputError, WordsError
from codenames_sim.llm import Settings
from codenames_sim.rules import Role, Rules
from codenames_sim.tournament.plan import Entrant, Format, Plan, Scoring, Seat
from codenames_sim.yamlfile import Document, Key, Value, did_you_mean, kind_of, read_yaml


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class AgentSpec(BaseModel):
    """An agent: its kind, or the language model it asks, and the parameters of its class."""

    model_config = ConfigDict(extra="allow", frozen=True, strict=True)

    agent: str | None = None
    llm: str | None = None
    """`provider/model`; the kind is then `llm`."""

    @model_validator(mode="after")
    def _one_kind(self) -> AgentSpec:
        if (self.agent is None) == (self.llm is None):
            raise ValueError("an agent has either `agent:` or `llm:`")
        return self

    @property
    def kind(self) -> str:
        """The kind that the catalog of agents knows."""
        return self.agent or "llm"

    @property
    def params(self) -> dict[str, Value]:
        """What the agent's class is made with."""
        model: dict[str, Value] = {"llm": self.llm} if self.llm else {}
        return model | cast(dict[str, Value], self.__pydantic_extra__ or {})

    @property
    def label(self) -> str:
        """How the tables name an agent that has no name in the config."""
        params = cast(dict[str, Value], self.__pydantic_extra__ or {})
        inside = ", ".join(f"{name}={value}" for name, value in params.items())
        name = self.llm or self.kind
        return f"{name}({inside})" if inside else name


def _as_list(value: object) -> object:
    return value if isinstance(value, list) else [value]


_Agents = Annotated[
    list[str | AgentSpec], BeforeValidator(_as_list), Field(min_length=1, max_length=20)
]


class EntrantSpec(_Part):
    """A team: agents, or names of the config's `agents`."""

    spymaster: _Agents
    """One, or several who vote on each other's clues."""
    operatives: _Agents
    decide: Decide = "vote"
    """How several operatives decide."""
    rounds: int = Field(default=1, ge=1, le=10)
    """How often they hear each other where they `discuss`."""


class RulesSpec(BaseModel):
    """Which rules, and the values of parameters that differ."""

    model_config = ConfigDict(extra="allow", frozen=True, strict=True)

    use: str = "codenames"


class ScoringSpec(_Part):
    """How games that nobody won on the table count."""

    stalled: Literal["half", "leave_out"] = Scoring.stalled
    forfeited: Literal["loss", "leave_out"] = Scoring.forfeited


class Config(_Part):
    """A config as its file says it."""

    rules: str | RulesSpec = "codenames"
    words: str = "en"
    language: str | None = None
    seed: int = Field(default=0, ge=0, le=2**62)
    boards: int = Field(default=100, ge=1, le=10_000_000)
    splits: list[str] = Field(default=[], max_length=100)
    format: Format | None = None
    repetitions: int = Field(default=1, ge=1, le=100_000)
    scoring: ScoringSpec = ScoringSpec()
    models: dict[str, JsonValue] = {}
    cache: str | None = None
    """A file that keeps models' answers from run to run."""
    prompts: str | None = None
    """A file of texts for language models; an agent's own `prompts` comes before it."""
    agents: dict[str, AgentSpec] = {}
    entrants: dict[str, EntrantSpec] = Field(min_length=1)

    @model_validator(mode="after")
    def _names(self) -> Config:
        for entrant, spec in self.entrants.items():
            if not entrant or entrant != entrant.strip() or " vs " in entrant:
                raise ValueError(f"'{entrant}' can't name an entrant")
            for agent in (*spec.spymaster, *spec.operatives):
                if isinstance(agent, str) and not agent:
                    raise ValueError(f"entrant '{entrant}' has an agent without a name")
        return self


def load_plan(path: str | Path) -> Plan:
    """The plan in a config file.

    Raises ConfigError, RulesError or WordsError, each with file and line, for what can't be played.
    Paths inside a config are relative to its folder.
    """
    path = Path(path)
    document = read_yaml(path, ConfigError)
    config = _validated(document)
    with _blaming(document, ("rules",)):
        rules = _rules(config, path.parent)
    by_split = {} if config.splits else {rules.split: rules}
    for at, split in enumerate(config.splits):
        with _blaming(document, ("splits", at)):
            by_split[split] = rules.with_split(split)
    with _blaming(document, ("language",) if config.language else ("words",)):
        words = _words(config, path.parent, rules.words)
    entrants: dict[str, Entrant] = {}
    for name, spec in config.entrants.items():
        with _blaming(document, ("entrants", name)):
            entrants[name] = _entrant(name, spec, config, path.parent, words.language)
    form: Format = config.format or ("round_robin" if len(entrants) > 1 else "self_play")
    with _blaming(document, ("format",)):
        if form == "round_robin" and len(entrants) < 2:
            raise ConfigError("a round_robin needs at least two entrants")
    with _blaming(document, ("models",)):
        models = _models(config)
    return Plan(
        path.stem,
        by_split,
        words,
        config.seed,
        config.boards,
        form,
        config.repetitions,
        entrants,
        models,
        path.parent / config.cache if config.cache else None,
        Scoring(config.scoring.stalled, config.scoring.forfeited),
    )


@contextmanager
def _blaming(document: Document, key: Key) -> Iterator[None]:
    """Gives an error that has no place of its own the place of `key`."""
    try:
        yield
    except InputError as fault:
        if fault.file is not None:
            raise
        file, line = document.place(key)
        raise type(fault)(fault.what, file=file, line=line) from fault.__cause__


def _validated(document: Document) -> Config:
    if not isinstance(document.data, dict):
        file, line = document.place(())
        what = f"should be a mapping, but is {kind_of(document.data)}"
        raise ConfigError(what, file=file, line=line)
    try:
        return Config.model_validate(document.data)
    except ValidationError as fault:
        error = fault.errors(include_url=False)[0]
        key = tuple(part for part in error["loc"] if part not in ("str", "AgentSpec", "RulesSpec"))
        what = _in_words(key, error["type"], error["msg"])
        file, line = document.place(key)
        raise ConfigError(what, file=file, line=line) from None


def _in_words(key: Key, kind: str, message: str) -> str:
    name = ".".join(str(part) for part in key)
    if kind == "extra_forbidden":
        parts: dict[Key, type[BaseModel]] = {("entrants",): EntrantSpec, ("scoring",): ScoringSpec}
        known = parts.get(key[:-1][:1], Config).model_fields
        return f"'{name}' means nothing here; {did_you_mean(str(key[-1]), known)}"
    if kind == "missing":
        return f"'{name}' is missing"
    said = message.removeprefix("Value error, ")
    return f"'{name}': {said[0].lower()}{said[1:]}" if name else said


def _rules(config: Config, folder: Path) -> Rules:
    if isinstance(config.rules, str):
        return Rules.load(_relative(config.rules, folder))
    changes = cast(dict[str, JsonValue], config.rules.__pydantic_extra__ or {})
    rules = Rules.load(_relative(config.rules.use, folder))
    return rules.replace(**changes) if changes else rules  # type: ignore[arg-type]


def _words(config: Config, folder: Path, needed: int) -> WordList:
    if config.language is not None and config.language not in available_languages():
        known = did_you_mean(config.language, available_languages())
        raise ConfigError(f"there is no language '{config.language}'; {known}")
    words = load_words(_relative(config.words, folder), config.language or "en")
    if len(words.words) < needed:
        raise WordsError(f"'{words.name}' has {len(words.words)} words for a grid of {needed}")
    return words


def _models(config: Config) -> Settings:
    try:
        return msgspec.convert(config.models, Settings)
    except msgspec.ValidationError as fault:
        raise ConfigError(f"'models': {fault}") from None


def _relative(name: str, folder: Path) -> str:
    is_path = "/" in name or name.endswith((".yaml", ".yml", ".txt"))
    return str(folder / name) if is_path else name


def _entrant(name: str, spec: EntrantSpec, config: Config, folder: Path, language: str) -> Entrant:
    def seat(agent: str | AgentSpec, role: Role) -> Seat:
        if isinstance(agent, AgentSpec):
            found, label = agent, agent.label
        else:
            found, label = config.agents.get(agent, AgentSpec(agent=agent)), agent
        params = found.params
        if found.kind == "llm":
            file = params.get("prompts", config.prompts)
            params["prompts"] = dict(
                load_prompts(language, None if file is None else folder / str(file))
            )
        make_agent(found.kind, role, params)
        return Seat(label, found.kind, params)

    spymaster, *fellows = [seat(agent, "spymaster") for agent in spec.spymaster]
    operatives = [seat(agent, "operative") for agent in spec.operatives]
    return Entrant(name, spymaster, tuple(operatives), tuple(fellows), spec.decide, spec.rounds)
