"""Who meets whom on which board: an endless list made only as far as it is played."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Iterator

import msgspec

from codenames_sim.boards import board_id, deal
from codenames_sim.rules import Board, Rules
from codenames_sim.tournament.plan import Entrant, Plan


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
    def stays_here(self) -> bool:
        """Whether only the runner's own process can play it."""
        return self.first.stays_here or self.second.stays_here


def fixtures(plan: Plan, boards: Iterable[int]) -> Iterator[Fixture]:
    """The games of these boards, by number from 0, each pairing on each split of each board.

    Two different entrants play a mirrored pair: the same board twice, swapping who starts. An
    entrant against itself plays a board once; again only where something is left to chance.
    """
    meetings = list(_meetings(plan))
    for number, rules in itertools.product(boards, plan.rules.values()):
        seed = plan.seed + number
        board = deal(rules, plan.words, seed)
        table = f"{rules.hash}/{board_id(board)}"
        for pairing, repetition, games in meetings:
            pair = _hash("pair", table, repetition, games[0])
            for first, second in games:
                game = _hash("game", table, repetition, (first, second))
                yield Fixture(
                    game, pairing, number, pair, repetition, seed, rules, board, first, second
                )


def games_a_board(plan: Plan) -> int:
    """How many games each board of the plan is played for."""
    return len(plan.rules) * sum(len(games) for _, _, games in _meetings(plan))


def pairings(plan: Plan) -> list[tuple[Entrant, Entrant]]:
    """Which entrants meet."""
    entrants = list(plan.entrants.values())
    if plan.format == "self_play":
        return [(entrant, entrant) for entrant in entrants]
    return list(itertools.combinations(entrants, 2))


def _meetings(plan: Plan) -> Iterator[tuple[str, int, list[tuple[Entrant, Entrant]]]]:
    """Pairing, repetition, and who starts against whom, game by game: the same on every board."""
    for one, other in pairings(plan):
        chance = not (one.deterministic and other.deterministic)
        games = [(one, other)] if one is other else [(one, other), (other, one)]
        for repetition in range(plan.repetitions if chance else 1):
            yield f"{one.name} vs {other.name}", repetition, games


def _hash(*parts: object) -> str:
    said = msgspec.json.encode(parts, order="sorted")
    return hashlib.blake2b(said, digest_size=8).hexdigest()
