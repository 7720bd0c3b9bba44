"""What a config file may say, checked key by key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal, cast

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    ValidationError,
    model_validator,
)

from codenames_sim.agents import Decide
from codenames_sim.errors import ConfigError
from codenames_sim.tournament.overrides import Override, overridden
from codenames_sim.tournament.plan import Format, Scoring
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


class SprtSpec(_Part):
    """A test that ends a pairing; see `stats.Sprt`."""

    elo0: float = Field(ge=-1000, le=1000)
    elo1: float = Field(ge=-1000, le=1000)
    alpha: float = Field(default=0.05, ge=0.0001, le=0.4)
    beta: float = Field(default=0.05, ge=0.0001, le=0.4)

    @model_validator(mode="after")
    def _apart(self) -> SprtSpec:
        if self.elo0 >= self.elo1:
            raise ValueError("elo0 must be below elo1")
        return self


class StopSpec(_Part):
    """When a pairing has been played enough."""

    sprt: SprtSpec | None = None
    precision: float | None = Field(default=None, ge=0.001, le=0.4)

    @model_validator(mode="after")
    def _one_rule(self) -> StopSpec:
        if (self.sprt is None) == (self.precision is None):
            raise ValueError("a pairing stops by either `sprt:` or `precision:`")
        return self


FORMAT_KEYS: Mapping[Format, tuple[str, ...]] = {
    "round_robin": (),
    "self_play": (),
    "gauntlet": ("challenger",),
    "cross_play": ("spymasters", "operatives"),
    "swiss": ("rounds",),
    "ladder": ("pool",),
}
"""Keys that a format needs and no other may have."""


class Config(_Part):
    """A config as its file says it."""

    rules: str | RulesSpec = "codenames"
    words: str = "en"
    language: str | None = None
    seed: int = Field(default=0, ge=0, le=2**62)
    boards: int | None = Field(default=None, ge=1, le=10_000_000)
    """100 without it; a newcomer to a ladder plays all boards of its pool."""
    splits: list[str] = Field(default=[], max_length=100)
    format: Format | None = None
    """Without it `round_robin`, and `self_play` for one entrant."""
    rounds: int | None = Field(default=None, ge=1, le=1_000)
    """Of a `swiss`; `boards` is then for each round."""
    challenger: str | None = None
    """Of a `gauntlet`: the entrant that meets all others."""
    spymasters: list[str] = Field(default=[], max_length=100)
    """Of a `cross_play`: agents, each of which plays with each of `operatives`. These teams meet
    the `entrants`; where there are none, each other."""
    operatives: list[str] = Field(default=[], max_length=100)
    pool: str | None = None
    """Of a `ladder`: the folder of the finished run whose entrants the newcomers meet."""
    stop: StopSpec | None = None
    repetitions: int = Field(default=1, ge=1, le=100_000)
    scoring: ScoringSpec = ScoringSpec()
    models: dict[str, JsonValue] = {}
    cache: str | None = None
    """A file that keeps models' answers from run to run."""
    prompts: Annotated[list[str], BeforeValidator(_as_list), Field(max_length=20)] = []
    """A version or a file of texts for language models, or several to be compared; an agent's own
    `prompts` takes precedence."""
    agents: dict[str, AgentSpec] = {}
    entrants: dict[str, EntrantSpec] = {}

    @model_validator(mode="after")
    def _names(self) -> Config:
        if not self.entrants and self.format != "cross_play":
            raise ValueError("'entrants' is missing")
        for entrant, spec in self.entrants.items():
            if not entrant or entrant != entrant.strip() or " vs " in entrant:
                raise ValueError(f"'{entrant}' can't name an entrant")
            for agent in (*spec.spymaster, *spec.operatives):
                if isinstance(agent, str) and not agent:
                    raise ValueError(f"entrant '{entrant}' has an agent without a name")
        return self


def read_config(path: Path, overrides: Sequence[Override] = ()) -> tuple[Config, Document]:
    """What a config file says, with `overrides` in the place of its values.

    Raises ConfigError, with file and line or the option, for what means nothing.
    """
    document = read_yaml(path, ConfigError)
    if overrides and isinstance(document.data, dict):
        document = overridden(document, overrides)
    return _validated(document), document


def _validated(document: Document) -> Config:
    if not isinstance(document.data, dict):
        file, line = document.place(())
        what = f"should be a mapping, but is {kind_of(document.data)}"
        raise ConfigError(what, file=file, line=line or None)
    try:
        return Config.model_validate(document.data)
    except ValidationError as fault:
        error = fault.errors(include_url=False)[0]
        key = tuple(part for part in error["loc"] if part not in ("str", "AgentSpec", "RulesSpec"))
        what = _in_words(key, error["type"], error["msg"])
        file, line = document.place(key)
        raise ConfigError(what, file=file, line=line or None) from None


def _in_words(key: Key, kind: str, message: str) -> str:
    name = ".".join(str(part) for part in key)
    if kind == "extra_forbidden":
        known = _parts_at(key[:-1]).model_fields
        return f"unknown key '{name}'; {did_you_mean(str(key[-1]), known)}"
    if kind == "missing":
        return f"'{name}' is missing"
    text = message.removeprefix("Value error, ")
    return f"'{name}': {text[0].lower()}{text[1:]}" if name else text


def _parts_at(key: Key) -> type[BaseModel]:
    """What is written at a key of the config."""
    match key:
        case ("entrants", *_):
            return EntrantSpec
        case ("scoring",):
            return ScoringSpec
        case ("stop",):
            return StopSpec
        case ("stop", "sprt"):
            return SprtSpec
        case _:
            return Config
