"""Word similarity: the similarity of any two words, as an integer.

A score is a cosine, scaled so that scores have the same spread for every table or blend: over
random pairs of words their root mean square is 1/6, which is close to that of `glove`'s cosines.
Temperatures and margins therefore mean the same for every table. Points are 10,000 times a score,
rounded. Tables hold integers, so dot products in float32 are exact in any order of summation, and
points are the same on every machine.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from codenames_sim.agents.embeddings import Embedding, load_embedding

POINTS = 10_000
"""The maximum of points; scores are clipped to it."""
_SPREAD = POINTS / 6
"""The root mean square of points over random pairs of words."""

Points = NDArray[np.int16]

_ROWS_KEPT = 1024
"""Cached rows of a mind, one for each word seen on a board: 18 kB each at 9,000 words."""
_BOARDS_KEPT = 8
_CLUES_KEPT = 1024

_ONE_THREAD = 2**17
"""Number of multiplications that OpenBLAS does in one thread; from 2^18 on it uses a second."""

_PARTS = re.compile(r"[^\W_]+")


class Similarity:
    """The word similarities of one table or of a blend of tables.

    `tables` maps each table to its share. The similarity of two words is the mean of the tables'
    similarities, weighted by share. The vocabulary is the set of words that all tables contain, in
    the order of the first table.
    """

    def __init__(self, tables: Mapping[str, float]):
        loaded = [load_embedding(name) for name in tables]
        self.tables = tuple(tables)
        first, *others = loaded
        self.words = tuple([w for w in first.words if all(w in other.index for other in others)])
        if not self.words:
            raise ValueError(f"the tables {', '.join(tables)} have no common word")
        self.index = {word: index for index, word in enumerate(self.words)}
        parts = [
            _Part(table, self.words, share / table.norm**2)
            for table, share in zip(loaded, tables.values(), strict=True)
        ]
        self._parts = parts
        self._stretch = _SPREAD / _spread(parts)
        self._rows: dict[str, Points] = {}
        self._board = lru_cache(_BOARDS_KEPT)(self._stack)
        self._points = lru_cache(_CLUES_KEPT)(self._against)

    def points(self, clue: str, words: tuple[str, ...]) -> Points:
        """The points of each of the board's `words` against one clue; read-only.

        Words that no table contains have 0 points against everything.
        """
        return self._points(clue, words)

    def _against(self, clue: str, words: tuple[str, ...]) -> Points:
        total = np.zeros(len(words))
        for part in self._parts:
            vectors = np.array([part.vector(word) for word in words], np.float32)
            total += part.scale * (vectors @ part.vector(clue))
        return self._rounded(total)

    def board(self, words: tuple[str, ...]) -> Points:
        """The points of the vocabulary (columns) for each word of a board (rows); read-only."""
        return self._board(words)

    def _stack(self, words: tuple[str, ...]) -> Points:
        missing = [word for word in words if word not in self._rows]
        if missing:
            if len(self._rows) + len(missing) > _ROWS_KEPT:
                self._rows.clear()
                missing = list(words)
            self._rows.update(zip(missing, self._against_vocabulary(missing), strict=True))
        return np.stack([self._rows[word] for word in words])

    def _against_vocabulary(self, words: list[str]) -> Points:
        total = np.zeros((len(words), len(self.words)))
        for part in self._parts:
            vectors = np.array([part.vector(word) for word in words], np.float32)
            total += part.scale * _products(vectors, part.vocabulary)
        return self._rounded(total)

    def _rounded(self, closeness: NDArray[np.float64]) -> Points:
        points = np.rint(closeness * self._stretch).clip(-POINTS, POINTS).astype(np.int16)
        points.flags.writeable = False
        return points


class _Part:
    """One table of a mind."""

    def __init__(self, table: Embedding, words: tuple[str, ...], scale: float):
        self._table = table
        self.scale = scale
        """The factor of its dot products in the sum over tables."""
        same = words == tuple(table.words)
        self.vocabulary: NDArray[np.float32] = (
            table.vectors if same else table.vectors[[table.index[word] for word in words]]
        )
        """The vectors of the mind's vocabulary, one row per word."""

    def vector(self, word: str) -> NDArray[np.float32]:
        """The vector of any text.

        A text that is not in the table has the normalised sum of the vectors of its known parts,
        or zero if no part is known.
        """
        table = self._table
        spelled = word.casefold()
        if (index := table.index.get(spelled)) is not None:
            known_well: NDArray[np.float32] = table.vectors[index]
            return known_well
        known = [table.index[part] for part in _PARTS.findall(spelled) if part in table.index]
        total: NDArray[np.float64] = table.vectors[known].sum(axis=0, dtype=np.float64)
        length = np.sqrt(total @ total)
        if length > 0:
            total *= table.norm / length
        return np.rint(total).astype(np.float32)


def _products(some: NDArray[np.float32], all_rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """The dot products of each row of `some` with each row of `all_rows`."""
    # In pieces small enough for BLAS to use one thread. With several threads on busy cores, the
    # threads wait for each other and the product takes twenty times as long.
    rows = max(1, _ONE_THREAD // max(1, some.size))
    pieces = [some @ all_rows[index : index + rows].T for index in range(0, len(all_rows), rows)]
    return np.concatenate(pieces, axis=1)


def _spread(parts: list[_Part]) -> float:
    """The root mean square, over all pairs of words, of the parts' summed similarity.

    The mean product of two tables' dot products over all pairs of words equals the sum of the
    squared entries of the product of their matrices, divided by the number of pairs. It is summed
    exactly, in integers.
    """
    total = 0.0
    for one, other in itertools.product(parts, parts):
        inner = one.vocabulary.astype(np.float64).T @ other.vocabulary.astype(np.float64)
        squares = sum(int(product) ** 2 for product in inner.ravel().tolist())
        total += one.scale * other.scale * (squares / len(one.vocabulary) ** 2)
    return math.sqrt(total)


def load_similarity(table: str | Mapping[str, float]) -> Similarity:
    """The mind of a table, or of a blend such as `{glove: 3, minilm: 1}`; cached.

    Raises ValueError if a share is not a positive number or the tables have no common word, and
    InputError if a table does not exist.
    """
    shares = {table: 1.0} if isinstance(table, str) else dict(table)
    if not shares:
        raise ValueError("a blend needs at least one table")
    for name, share in shares.items():
        if isinstance(share, bool) or not isinstance(share, int | float) or not share > 0:
            raise ValueError(f"the share of table '{name}' must be above 0, not {share!r}")
    return _similarity(tuple(shares.items()))


@lru_cache(16)
def _similarity(shares: tuple[tuple[str, float], ...]) -> Similarity:
    return Similarity(dict(shares))
