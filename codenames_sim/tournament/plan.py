"""What a run plays, as values: seats, entrants, and the plan of all games."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Literal, cast

import msgspec
from msgspec import structs

from codenames_sim.agents import AGENTS_VERSION, Decide, agent_class
from codenames_sim.agents.llm import PromptSet, model_of, prompts_hash
from codenames_sim.boards import WordList
from codenames_sim.llm import ModelSpec, Settings
from codenames_sim.rules import PLAY_VERSION, Role, Rules
from codenames_sim.stats import Sprt

Format = Literal["round_robin", "self_play", "gauntlet", "cross_play", "swiss", "ladder"]


@dataclass(frozen=True)
class Seat:
    """An agent as a config resolves it."""

    label: str
    kind: str
    params: Mapping[str, object]
    """What its class is made with; for a language model, all that it is told is among them."""
    prompts: str | None = None
    """What identifies the wording that a language model is given (`PromptSet.declared`)."""
    prompts_name: str | None = None
    """The name of that wording; None for other agents."""
    own_prompts: bool = False
    """Whether the agent names its prompts itself, so that the config's do not apply to it."""

    @property
    def asks(self) -> bool:
        """Whether it is a language model."""
        return self.kind == "llm"

    @property
    def declared(self) -> dict[str, object]:
        """What the config says of it: ids of games cover this, and no option that is left out."""
        params = {name: value for name, value in self.params.items() if name != "prompts"}
        if not self.asks:
            params = dict(self.params)
        text: dict[str, object] = {"label": self.label, "kind": self.kind, "params": params}
        return text if self.prompts is None else text | {"prompts": self.prompts}

    @property
    def texts(self) -> Mapping[str, str]:
        """What a language model is told: all texts of its wording."""
        return cast(Mapping[str, str], self.params["prompts"])

    @property
    def takes_prompts(self) -> bool:
        """Whether it is a language model that is given the config's prompts."""
        return self.prompts_name is not None and not self.own_prompts

    def told(self, prompts: PromptSet) -> Seat:
        """The seat as it plays where these are the config's prompts."""
        if not self.takes_prompts:
            return self
        params = {**self.params, "prompts": dict(prompts.texts)}
        return replace(self, params=params, prompts=prompts.declared, prompts_name=prompts.name)


class Entrant(msgspec.Struct, frozen=True, dict=True):
    """A team as a config resolves it."""

    name: str
    spymaster: Seat
    operatives: tuple[Seat, ...]
    other_spymasters: tuple[Seat, ...] = msgspec.field(default=(), name="fellows")
    """Spymasters besides the first, where several vote on each other's clues. Manifests and ids
    keep the name that 0.1 gave them."""
    decide: Decide = "vote"
    rounds: int = 1

    @property
    def seats(self) -> tuple[tuple[Role, Seat], ...]:
        """Every agent of the team with its role."""
        roles: dict[Role, tuple[Seat, ...]] = {
            "spymaster": (self.spymaster, *self.other_spymasters),
            "operative": self.operatives,
        }
        return tuple((role, seat) for role, seats in roles.items() for seat in seats)

    @property
    def takes_prompts(self) -> bool:
        """Whether a seat is given the config's prompts."""
        return any(seat.takes_prompts for _, seat in self.seats)

    def told(self, prompts: PromptSet) -> Entrant:
        """The team as it plays where these are the config's prompts."""
        return structs.replace(
            self,
            spymaster=self.spymaster.told(prompts),
            operatives=tuple(seat.told(prompts) for seat in self.operatives),
            other_spymasters=tuple(seat.told(prompts) for seat in self.other_spymasters),
        )

    @cached_property
    def declared(self) -> dict[str, object]:
        """What the config says of it: ids of games cover this, and no option that is left out."""
        text: dict[str, object] = {
            "name": self.name,
            "spymaster": self.spymaster.declared,
            "operatives": [seat.declared for seat in self.operatives],
        }
        if self.other_spymasters:
            text["fellows"] = [seat.declared for seat in self.other_spymasters]
        if self.decide != "vote":
            text["decide"] = self.decide
        if self.rounds != 1:
            text["rounds"] = self.rounds
        return text

    @property
    def deterministic(self) -> bool:
        """Whether the same board gives the same game when the team plays itself."""
        classes = [agent_class(seat.kind, role) for role, seat in self.seats]
        return all(getattr(made, "deterministic", False) for made in classes)

    @property
    def main_process_only(self) -> bool:
        """Whether its games are played in the runner's own process.

        An agent asks language models, or its decisions can't be had again and must be kept.
        """
        classes = [agent_class(seat.kind, role) for role, seat in self.seats]
        return any(
            getattr(made, "asks_models", False) or not getattr(made, "replayable", True)
            for made in classes
        )

    @property
    def models(self) -> tuple[ModelSpec, ...]:
        """The language models that its agents ask."""
        return tuple(model_of(seat.params) for _, seat in self.seats if seat.asks)


@dataclass(frozen=True)
class Scoring:
    """How games that nobody won on the table count. It changes no game, only what is made of it."""

    stalled: Literal["half", "leave_out"] = "half"
    """Without a winner after `max_turns`: half a win for each team, or not counted."""
    forfeited: Literal["loss", "leave_out"] = "loss"
    """Ended by a forfeit: lost by the team that forfeited, or not counted."""


@dataclass(frozen=True)
class Stop:
    """When a pairing has been played enough; one of the two is None."""

    sprt: Sprt | None = None
    """The first entrant's strength is told from the other's."""
    precision: float | None = None
    """The half-width at which its score is known well enough."""


class Wording(msgspec.Struct, frozen=True):
    """A wording as the manifest records it; its texts are in `inputs/prompts/<hash>.yaml`."""

    name: str
    hash: str
    declared: str | None = None

    @staticmethod
    def of(prompts: PromptSet) -> Wording:
        """This one."""
        return Wording(prompts.name, prompts_hash(prompts.texts), prompts.declared)


def wordings_taken(
    entrants: Mapping[str, Entrant], compared: Sequence[Wording] = ()
) -> frozenset[Wording]:
    """The wordings given to agents without prompts of their own: those that are compared, or else
    those of the agents' seats."""
    seats = [seat for entrant in entrants.values() for _, seat in entrant.seats]
    in_order = [seat for seat in seats if seat.takes_prompts]
    if in_order and compared:
        return frozenset(compared)
    return frozenset(
        Wording(str(seat.prompts_name), prompts_hash(seat.texts), seat.prompts) for seat in in_order
    )


@dataclass(frozen=True)
class Plan:
    """All that determines a run's games, ready to be played."""

    name: str
    rules: Mapping[str, Rules]
    """The rules for each split, by the split."""
    words: WordList
    seed: int
    boards: int
    """For each pairing; in a `swiss` for each round."""
    format: Format
    repetitions: int
    entrants: Mapping[str, Entrant]
    models: Settings
    """How language models are asked. It changes no game, so it is no part of what a run is."""
    cache: Path | None = None
    """Where models' answers are kept from run to run, if anywhere."""
    scoring: Scoring = Scoring()
    hub_entrants: tuple[str, ...] = ()
    """Entrants that meet all others and not each other; without it everybody meets everybody."""
    rounds: int = 1
    pool: str | None = None
    """The `run_id` of the run that a newcomer is placed in."""
    stop: Stop | None = None
    wordings: tuple[PromptSet, ...] = ()
    """The config's prompts where it compares several; `entrants` are told the first. Empty where
    all games are played under one wording."""

    @property
    def is_adaptive(self) -> bool:
        """Whether results decide what is played, so that games may turn out to be surplus."""
        return self.stop is not None or self.format == "swiss"

    def describe(self) -> dict[str, object]:
        """The resolved config, as the manifest keeps it."""
        rules = next(iter(self.rules.values()))
        return {
            "rules": rules.name,
            "rules_hash": {split: rules.hash for split, rules in self.rules.items()},
            "words": self.words.name,
            "words_hash": self.words.hash,
            "language": self.words.language,
            "seed": self.seed,
            "boards": self.boards,
            "splits": list(self.rules),
            "format": self.format,
            "repetitions": self.repetitions,
            "side": list(self.hub_entrants),
            "rounds": self.rounds,
            "pool": self.pool,
            "stop": msgspec.to_builtins(self.stop),
            "prompts": sorted(self.prompts),
            "wordings": msgspec.to_builtins([Wording.of(each) for each in self.wordings]) or None,
            "entrants": msgspec.to_builtins(self.entrants),
        }

    @cached_property
    def prompts(self) -> Mapping[str, Mapping[str, str]]:
        """What its language models are told: every set of texts, by its hash."""
        seats = [seat for entrant in self.entrants.values() for _, seat in entrant.seats]
        message = [seat.texts for seat in seats if seat.asks]
        message += [wording.texts for wording in self.wordings]
        return {prompts_hash(texts): texts for texts in message}

    @cached_property
    def teams(self) -> Sequence[Mapping[str, Entrant]]:
        """The entrants under each wording, by name."""
        if not self.wordings:
            return [self.entrants]
        return [
            {name: entrant.told(wording) for name, entrant in self.entrants.items()}
            for wording in self.wordings
        ]

    @cached_property
    def run_id(self) -> str:
        """64 bits, in hex, of all that determines the games; how many there are aside.

        An option that is left out adds nothing, so a new one changes no id of a run without it.
        """
        text = {
            "play_version": PLAY_VERSION,
            "agents_version": AGENTS_VERSION,
            "rules": [rules.hash for rules in self.rules.values()],
            "words": self.words.hash,
            "language": self.words.language,
            "seed": self.seed,
            "format": self.format,
            "repetitions": self.repetitions,
            "side": list(self.hub_entrants),
            "pool": self.pool,
            "stop": msgspec.to_builtins(self.stop),
            "prompts": [wording.declared for wording in self.wordings],
            "entrants": [entrant.declared for entrant in self.entrants.values()],
        }
        given = {name: value for name, value in text.items() if value not in (None, [])}
        data = msgspec.json.encode(given, order="sorted")
        return hashlib.blake2b(data, digest_size=8, person=b"run").digest().hex()
