"""Who takes part: teams written out, teams of a cross-play, and those of an earlier run."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from codenames_sim.agents import make_agent
from codenames_sim.agents.llm import PromptSet, prompt_set
from codenames_sim.errors import ConfigError
from codenames_sim.records import read_manifest
from codenames_sim.rules import Role
from codenames_sim.tournament.config_schema import AgentSpec, Config, EntrantSpec
from codenames_sim.tournament.plan import Entrant, Plan, Seat, Wording, wordings_taken
from codenames_sim.tournament.versions import (
    other_version,
    played_by,
    release_to_install,
    this_version,
)


def crossed(config: Config) -> dict[str, EntrantSpec]:
    """Every spymaster of a cross-play with its every operative, as `spymaster/operative`.

    Raises ConfigError for an agent that is named twice or that can't be part of an entrant's name.
    """
    for names in (config.spymasters, config.operatives):
        for name in names:
            if names.count(name) > 1:
                raise ConfigError(f"names '{name}' twice")
            if not name or name != name.strip() or " vs " in name:
                raise ConfigError(f"'{name}' can't be part of an entrant's name")
    return {
        f"{spymaster}/{operative}": EntrantSpec(spymaster=[spymaster], operatives=[operative])
        for spymaster, operative in itertools.product(config.spymasters, config.operatives)
    }


def make_entrant(
    name: str, spec: EntrantSpec, config: Config, folder: Path, language: str
) -> Entrant:
    """A team with its agents resolved. Raises ConfigError for agents that can't be made."""

    def seat(agent: str | AgentSpec, role: Role) -> Seat:
        if isinstance(agent, AgentSpec):
            result, label = agent, agent.label
        else:
            result, label = config.agents.get(agent, AgentSpec(agent=agent)), agent
        params: dict[str, object] = {**result.params}
        if result.kind != "llm":
            make_agent(result.kind, role, params)
            return Seat(label, result.kind, params)
        own = params.get("prompts") is not None
        given = params["prompts"] if own else next(iter(config.prompts), None)
        message = prompt_set(language, given, folder)
        params["prompts"] = dict(message.texts)
        make_agent(result.kind, role, params)
        return Seat(label, result.kind, params, message.declared, message.name, own_prompts=own)

    spymaster, *other_spymasters = [seat(agent, "spymaster") for agent in spec.spymaster]
    operatives = [seat(agent, "operative") for agent in spec.operatives]
    return Entrant(
        name, spymaster, tuple(operatives), tuple(other_spymasters), spec.decide, spec.rounds
    )


def config_prompts(config: Config, folder: Path, language: str) -> tuple[PromptSet, ...]:
    """The wordings that a config names for all its agents.

    Raises ConfigError for prompts that can't be loaded, and for two of the same name.
    """
    result = [prompt_set(language, value, folder) for value in config.prompts]
    names = [each.name for each in result]
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"two of the 'prompts' are named '{name}'")
    return tuple(result)


def compared(prompts: Sequence[PromptSet], entrants: Mapping[str, Entrant]) -> bool:
    """Whether games differ by which of the wordings they are played under."""
    return len(prompts) > 1 and any(entrant.takes_prompts for entrant in entrants.values())


@dataclass(frozen=True)
class Pool:
    """What a finished run says of itself."""

    folder: Path
    manifest: Mapping[str, object]
    plan: Mapping[str, object]
    entrants: Mapping[str, Entrant]
    wordings: Sequence[Wording]
    boards: int

    def refuse(self, plan: Plan) -> None:
        """Raises ConfigError, saying what differs, where games of `plan` can't stand beside its."""
        now = msgspec.to_builtins(plan.describe())
        for name in ("rules", "rules_hash", "words", "words_hash", "language", "seed"):
            if self.plan.get(name) != now[name]:
                then = self.plan.get(name)
                raise ConfigError(f"the pool's {name} is {then}, this config's is {now[name]}")
        then = wordings_taken(self.entrants, self.wordings)
        wanted = frozenset(Wording.of(each) for each in plan.wordings)
        if then and (self.wordings or wanted) and then != wanted:
            names = " and ".join(sorted(each.name for each in then))
            raise ConfigError(f"the pool was played with the prompts {names}; name the same here")
        if plan.boards > self.boards:
            raise ConfigError(f"the pool has played {self.boards} boards, not {plan.boards}")


def read_pool(folder: Path) -> Pool:
    """The pool in a run's folder.

    Raises RunError for a folder that holds no run, ConfigError for a run that is not finished or
    was played by another version.
    """
    manifest = read_manifest(folder)
    if manifest.get("status") != "finished":
        raise ConfigError(f"the run in {folder} is not finished")
    try:
        plan = msgspec.convert(manifest.get("plan"), dict[str, object])
        entrants = msgspec.convert(plan.get("entrants"), dict[str, Entrant])
        wordings = msgspec.convert(plan.get("wordings") or [], list[Wording])
        boards = msgspec.convert(plan.get("boards"), int)
    except msgspec.ValidationError as fault:
        raise ConfigError(f"the run in {folder} can't be a pool: {fault}") from None
    then, now = played_by(manifest), this_version()
    asks_models = any(entrant.models for entrant in entrants.values())
    if then.play != now.play or (asks_models and then.agents != now.agents):
        raise ConfigError(
            f"the pool {folder}: {other_version(manifest)}; {release_to_install(manifest)}"
        )
    for entrant in entrants.values():
        for role, seat in entrant.seats:
            make_agent(seat.kind, role, seat.params)
    return Pool(folder, manifest, plan, entrants, wordings, boards)
