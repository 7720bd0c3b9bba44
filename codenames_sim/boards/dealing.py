"""Dealing: a seed gives the same board on every machine and in every version.

A board depends only on keyed hashes of the seed and the words. It uses no library's shuffle, so a
new version of a library can't change it. For one seed, other counts of agents give the same words,
and change only as many cards of the key as the counts differ.
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

    The words are sorted by a hash of seed and word; the first ones form the grid. A second order of
    these words gives the key: the first team's agents at the front, the assassins at the back, the
    second team's agents before the assassins, and the bystanders in between. Raises WordsError if
    the list is too short for the grid.
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
        tuple([pool.words[index] for index in laid.tolist()]),
        _key(rules, order),
        _first_colour(rules, starts),
        pool.language,
    )


def board_id(board: Board) -> str:
    """A 64-bit hash, in hex, of the board: language, first colour, words and key."""
    text = "\n".join([board.language, board.first_colour, *board.words, *board.key])
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _key(rules: Rules, order: list[int]) -> tuple[Card, ...]:
    cards: list[Card] = ["bystander"] * len(order)
    assassins = len(order) - rules.cards["assassin"]
    for index in order[: rules.cards["first"]]:
        cards[index] = "first"
    for index in order[assassins - rules.cards["second"] : assassins]:
        cards[index] = "second"
    for index in order[assassins:]:
        cards[index] = "assassin"
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
    """A seed's hash keys for the grid and for the key card, and the bits that say who starts."""
    digest = hashlib.blake2b(str(seed).encode(), digest_size=40, person=b"deal").digest()
    grid0, grid1, key0, key1, starts = struct.unpack("<5Q", digest)
    return (grid0, grid1), (key0, key1), starts


def _order(hashes: NDArray[np.uint64], key: tuple[int, int]) -> NDArray[np.intp]:
    """The indices that sort the hashes under a key.

    Each step is a bijection of 64 bits, so different hashes never tie.
    """
    mixed = _mix(_mix(hashes ^ _U64(key[0])) + _U64(key[1]))
    return np.argsort(mixed)


def _mix(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finalizer of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014)."""
    x = (x ^ (x >> _SHIFTS[0])) * _FACTORS[0]
    x = (x ^ (x >> _SHIFTS[1])) * _FACTORS[1]
    return x ^ (x >> _SHIFTS[2])
