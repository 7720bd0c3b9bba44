"""Dealing: the board that a seed gives, for ever and everywhere.

A board is made of keyed hashes of seed and word alone. No library's shuffle takes part, so no
library's next version deals another board. For one seed, other counts of agents keep the words,
and move only as many cards of the key as the counts differ.
"""

from __future__ import annotations

import hashlib
import struct

import numpy as np
from numpy.typing import NDArray

from codenames_sim.boards.wordlists import WordList, load_words
from codenames_sim.errors import WordsError
from codenames_sim.rules import Board, Card, Colour, Rules

_U64 = np.uint64
_SHIFTS = (_U64(30), _U64(27), _U64(31))
_FACTORS = (_U64(0xBF58476D1CE4E5B9), _U64(0x94D049BB133111EB))


def deal(rules: Rules, words: str | WordList = "en", seed: int = 0) -> Board:
    """The board of a seed. The same arguments give the same board on any machine and version.

    One order of the hashes of seed and word picks the words and lays the grid. A second order of
    the words laid makes the key: the first team's agents from the front, assassins from the back,
    the second team's agents before them, bystanders between. Raises WordsError where the list is
    too short for the grid.
    """
    pool = load_words(words) if isinstance(words, str) else words
    count = rules.words
    if len(pool.words) < count:
        raise WordsError(
            f"the list '{pool.name}' has {len(pool.words)} words; "
            f"a grid of {rules.rows} × {rules.columns} needs {count}"
        )
    grid, key, starts = _keys(seed)
    laid = _order(pool.hashes, grid)[:count]
    order = _order(pool.hashes[laid], key).tolist()
    return Board(
        tuple([pool.words[at] for at in laid.tolist()]),
        _key(rules, order),
        _first_colour(rules, starts),
        pool.language,
    )


def board_id(board: Board) -> str:
    """64 bits, in hex, of all that lies on the table."""
    said = "\n".join([board.language, board.first_colour, *board.words, *board.key])
    return hashlib.blake2b(said.encode(), digest_size=8).hexdigest()


def _key(rules: Rules, order: list[int]) -> tuple[Card, ...]:
    cards: list[Card] = ["bystander"] * len(order)
    assassins = len(order) - rules.cards["assassin"]
    for at in order[: rules.cards["first"]]:
        cards[at] = "first"
    for at in order[assassins - rules.cards["second"] : assassins]:
        cards[at] = "second"
    for at in order[assassins:]:
        cards[at] = "assassin"
    return tuple(cards)


def _first_colour(rules: Rules, starts: int) -> Colour:
    match rules.parameters["first_colour"]:
        case "red":
            return "red"
        case "blue":
            return "blue"
        case _:
            return "red" if starts & 1 else "blue"


def _keys(seed: int) -> tuple[tuple[int, int], tuple[int, int], int]:
    """What a seed mixes into the grid's order and the key's, and the bits that say who starts."""
    digest = hashlib.blake2b(str(seed).encode(), digest_size=40, person=b"deal").digest()
    grid0, grid1, key0, key1, starts = struct.unpack("<5Q", digest)
    return (grid0, grid1), (key0, key1), starts


def _order(hashes: NDArray[np.uint64], key: tuple[int, int]) -> NDArray[np.intp]:
    """The places of the hashes in the order that a key gives them.

    Each step is a bijection of 64 bits, so different words never tie.
    """
    mixed = _mix(_mix(hashes ^ _U64(key[0])) + _U64(key[1]))
    return np.argsort(mixed)


def _mix(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014)."""
    x = (x ^ (x >> _SHIFTS[0])) * _FACTORS[0]
    x = (x ^ (x >> _SHIFTS[1])) * _FACTORS[1]
    return x ^ (x >> _SHIFTS[2])
