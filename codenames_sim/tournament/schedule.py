"""Who meets whom, and the games of a pair: made only as far as they are played."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from codenames_sim.boards import board_id, deal
from codenames_sim.rules import Board, Rules
from codenames_sim.tournament.plan import Entrant, Plan


class Pairing(NamedTuple):
    """Two entrants that meet, by name; the same one twice where it plays itself."""

    one: str
    other: str

    @property
    def name(self) -> str:
        """As the tables have it."""
        return f"{self.one} vs {self.other}"


class Pair(NamedTuple):
    """What a pairing plays on one board: the unit in which games are scheduled and counted."""

    pairing: Pairing
    number: int
    """Of the board, from 0."""


class Fixture(msgspec.Struct, frozen=True):
    """One game to be played."""

    game_id: str
    pairing: str
    pair_number: int
    """The number of the board, from 0."""
    pair_id: str
    repetition: int
    board_seed: int
    rules: Rules
    board: Board
    first: Entrant
    second: Entrant

    @property
    def asks_models(self) -> bool:
        """Whether a language model plays."""
        return bool(self.first.models or self.second.models)

    @property
    def prompts(self) -> str | None:
        """The name of the wording given to its language models; None where none plays.

        Where all of them name their own prompts, these, with " + " between them.
        """
        seats = [seat for team in (self.first, self.second) for _, seat in team.seats]
        message = [seat for seat in seats if seat.takes_prompts] or seats
        names = dict.fromkeys(
            seat.prompts_name for seat in message if seat.prompts_name is not None
        )
        return " + ".join(names) or None

    @property
    def rng_seed(self) -> str:
        """What agents' randomness starts from, besides seat and decision: 128 bits, in hex, of
        what every seat may know. Nothing in it leads to the key.
        """
        return _hash(
            "rng",
            self.board.words,
            self.rules.hash,
            self.first.declared,
            self.second.declared,
            self.repetition,
        )


def pairings(plan: Plan) -> list[Pairing]:
    """Which entrants meet; in a `swiss`, which may."""
    names = list(plan.entrants)
    if plan.format == "self_play":
        return [Pairing(name, name) for name in names]
    if plan.hub_entrants:
        others = [name for name in names if name not in plan.hub_entrants]
        return [Pairing(*both) for both in itertools.product(plan.hub_entrants, others)]
    return [Pairing(*both) for both in itertools.combinations(names, 2)]


def games_per_pair(plan: Plan, pairing: Pairing) -> int:
    """How many games a pairing plays on a board: on every split, under every wording, mirrored,
    repetitions included."""
    mirrored = 1 if pairing.one == pairing.other else 2
    wordings = len(_teams(plan, pairing))
    return len(plan.rules) * wordings * _repetitions(plan, pairing) * mirrored


def main_process_only(plan: Plan, pairing: Pairing) -> bool:
    """Whether only the runner's own process can play its games."""
    return any(plan.entrants[name].main_process_only for name in pairing)


def games_planned(plan: Plan) -> int:
    """How many games a run plays, if its pairings are not stopped before."""
    meeting = pairings(plan)
    games = plan.boards * sum(games_per_pair(plan, pairing) for pairing in meeting)
    if plan.format == "swiss":
        a_round = len(plan.entrants) // 2
        return round(games * plan.rounds * a_round / len(meeting))
    return games


def fixtures(plan: Plan, boards: Iterable[int]) -> Iterator[Fixture]:
    """All games that may be played on these boards, by number from 0."""
    meeting = pairings(plan)
    return fixtures_of(plan, (Pair(each, number) for number in boards for each in meeting))


def fixtures_of(plan: Plan, pairs: Iterable[Pair]) -> Iterator[Fixture]:
    """The games of these pairs; a board is dealt once for neighbours that share it.

    Two different entrants play a mirrored pair: the same board twice, swapping who starts. An
    entrant against itself plays a board once; again only where something is left to chance. Where
    a plan compares wordings, all this is played under each.
    """
    for number, together in itertools.groupby(pairs, lambda pair: pair.number):
        meeting = [pair.pairing for pair in together]
        seed = plan.seed + number
        for rules in plan.rules.values():
            board = deal(rules, plan.words, seed)
            table = f"{rules.hash}/{board_id(board)}"
            for pairing in meeting:
                for teams, repetition in itertools.product(
                    _teams(plan, pairing), range(_repetitions(plan, pairing))
                ):
                    games = _games(teams, pairing)
                    pair = _hash("pair", table, repetition, _declared(games[0]))
                    for first, second in games:
                        yield Fixture(
                            _hash("game", table, repetition, _declared((first, second))),
                            pairing.name,
                            number,
                            pair,
                            repetition,
                            seed,
                            rules,
                            board,
                            first,
                            second,
                        )


def _teams(plan: Plan, pairing: Pairing) -> Sequence[Mapping[str, Entrant]]:
    """The entrants under each wording that makes a difference to the pairing."""
    differs = any(plan.entrants[name].takes_prompts for name in pairing)
    return plan.teams if differs else plan.teams[:1]


def _games(teams: Mapping[str, Entrant], pairing: Pairing) -> list[tuple[Entrant, Entrant]]:
    """Who starts against whom, game by game."""
    one, other = teams[pairing.one], teams[pairing.other]
    return [(one, other)] if one is other else [(one, other), (other, one)]


def _declared(teams: tuple[Entrant, Entrant]) -> list[dict[str, object]]:
    return [entrant.declared for entrant in teams]


def _repetitions(plan: Plan, pairing: Pairing) -> int:
    """How often a game is played: again only where something is left to chance."""
    same = all(plan.entrants[name].deterministic for name in pairing)
    return 1 if same else plan.repetitions


def _hash(*parts: object) -> str:
    text = msgspec.json.encode(parts, order="sorted")
    return hashlib.blake2b(text, digest_size=8).hexdigest()


def model_games(plan: Plan) -> dict[Pairing, float]:
    """How many games with language models a run plays, by pairing, if none is stopped before.

    In a `swiss`, which pairings meet depends on results: each counts as often as the others.
    """
    per_board = {pairing: games_per_pair(plan, pairing) for pairing in pairings(plan)}
    share = games_planned(plan) / max(1, sum(per_board.values()))
    return {
        pairing: games * share
        for pairing, games in per_board.items()
        if any(plan.entrants[name].models for name in pairing)
    }
