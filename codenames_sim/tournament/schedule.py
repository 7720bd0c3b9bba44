"""Who meets whom on which board: an endless list made only as far as it is played."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Iterator

import msgspec

from codenames_sim.boards import board_id, deal
from codenames_sim.rules import Board, Rules
from codenames_sim.tournament.config import Entrant, Plan


class Fixture(msgspec.Struct, frozen=True):
    """One game to be played."""

    game_id: str
    pairing: str
    pair_number: int
    pair_id: str
    repetition: int
    board_seed: int
    rules: Rules
    board: Board
    first: Entrant
    second: Entrant


def fixtures(plan: Plan, boards: Iterable[int]) -> Iterator[Fixture]:
    """The games of these boards, by number from 0, each pairing on each split of each board.

    Two different entrants play a mirrored pair: the same board twice, swapping who starts. An
    entrant against itself plays a board once; again only where something is left to chance.
    """
    for number in boards:
        seed = plan.seed + number
        for rules in plan.rules.values():
            board = deal(rules, plan.words, seed)
            table = f"{rules.hash}/{board_id(board)}"
            for one, other in pairings(plan):
                yield from _pair(plan, number, rules, board, table, one, other)


def pairings(plan: Plan) -> list[tuple[Entrant, Entrant]]:
    """Which entrants meet."""
    entrants = list(plan.entrants.values())
    if plan.format == "self_play":
        return [(entrant, entrant) for entrant in entrants]
    return list(itertools.combinations(entrants, 2))


def games_a_board(plan: Plan) -> int:
    """How many games each board of the plan is played for."""
    return sum(
        len(plan.rules) * _repetitions(plan, one, other) * (1 if one is other else 2)
        for one, other in pairings(plan)
    )


def _repetitions(plan: Plan, one: Entrant, other: Entrant) -> int:
    return 1 if one.deterministic and other.deterministic else plan.repetitions


def _pair(
    plan: Plan, number: int, rules: Rules, board: Board, table: str, one: Entrant, other: Entrant
) -> Iterator[Fixture]:
    pairing = f"{one.name} vs {other.name}"
    seats = [(one, other)] if one is other else [(one, other), (other, one)]
    for repetition in range(_repetitions(plan, one, other)):
        pair_id = _hash(table, repetition, one, other)
        for first, second in seats:
            game_id = _hash("game", table, repetition, first, second)
            yield Fixture(
                game_id,
                pairing,
                number,
                pair_id,
                repetition,
                plan.seed + number,
                rules,
                board,
                first,
                second,
            )


def _hash(*parts: object) -> str:
    said = msgspec.json.encode(parts, order="sorted")
    return hashlib.blake2b(said, digest_size=8).hexdigest()
