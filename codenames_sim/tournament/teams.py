"""Who takes part: teams written out, teams of a cross-play, and those of an earlier run."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from codenames_sim.agents import make_agent
from codenames_sim.agents.llm import prompt_set
from codenames_sim.errors import ConfigError
from codenames_sim.records import SCHEMA_VERSION, read_manifest
from codenames_sim.rules import PLAY_VERSION, Role
from codenames_sim.tournament.plan import Entrant, Plan, Seat
from codenames_sim.tournament.spec import AgentSpec, Config, EntrantSpec


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
            found, label = agent, agent.label
        else:
            found, label = config.agents.get(agent, AgentSpec(agent=agent)), agent
        params = found.params
        if found.kind == "llm":
            told = prompt_set(language, params.get("prompts", config.prompts), folder)
            params["prompts"] = dict(told.texts)
        make_agent(found.kind, role, params)
        return Seat(label, found.kind, params)

    spymaster, *fellows = [seat(agent, "spymaster") for agent in spec.spymaster]
    operatives = [seat(agent, "operative") for agent in spec.operatives]
    return Entrant(name, spymaster, tuple(operatives), tuple(fellows), spec.decide, spec.rounds)


@dataclass(frozen=True)
class Pool:
    """What a finished run says of itself."""

    folder: Path
    manifest: Mapping[str, object]
    plan: Mapping[str, object]
    entrants: Mapping[str, Entrant]
    boards: int

    def refuse(self, plan: Plan) -> None:
        """Raises ConfigError, saying what differs, where games of `plan` can't stand beside its."""
        now = msgspec.to_builtins(plan.describe())
        for name in ("rules", "rules_hash", "words", "words_hash", "language", "seed"):
            if self.plan.get(name) != now[name]:
                then = self.plan.get(name)
                raise ConfigError(f"the pool's {name} is {then}, this config's is {now[name]}")
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
    for name, now in (("play_version", PLAY_VERSION), ("schema_version", SCHEMA_VERSION)):
        if (then := manifest.get(name)) != now:
            raise ConfigError(f"the pool's {name} is {then}, this version's is {now}")
    try:
        plan = msgspec.convert(manifest.get("plan"), dict[str, object])
        entrants = msgspec.convert(plan.get("entrants"), dict[str, Entrant])
        boards = msgspec.convert(plan.get("boards"), int)
    except msgspec.ValidationError as fault:
        raise ConfigError(f"the run in {folder} can't be a pool: {fault}") from None
    for entrant in entrants.values():
        for role, seat in entrant.seats:
            make_agent(seat.kind, role, seat.params)
    return Pool(folder, manifest, plan, entrants, boards)
