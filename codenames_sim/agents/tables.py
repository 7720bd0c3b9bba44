"""The word tables that ship with the package: what the vector agents know of words.

A table is two files in `data/` beside this module: `NAME.txt`, a word a line, and `NAME.npy`, an
int8 row for each word. A further table is a further pair of files.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from codenames_sim.errors import InputError

_FOLDER = Path(__file__).with_name("data")


@dataclass(frozen=True, eq=False)
class Table:
    """Words as vectors of whole numbers.

    How close two words are is the dot product of their rows, divided by `norm` squared: a cosine,
    to within a hundredth. Held in float32 the products are exact, whatever order a machine adds
    in, as no sum reaches 2^24.
    """

    words: tuple[str, ...]
    index: Mapping[str, int]
    """Each word's place in `words`."""
    vectors: NDArray[np.float32]
    """Whole numbers from -127 to 127, a row a word; read only."""
    norm: float
    """The length of a row: the root of the mean square, from which all differ by a few parts in a
    thousand."""


@cache
def load_table(name: str) -> Table:
    """The table `name`, read once a process.

    Raises InputError if there is no such table, or its files don't belong together.
    """
    if name not in table_names():
        raise InputError(f"there is no word table '{name}'; there are {', '.join(table_names())}")
    words = tuple((_FOLDER / f"{name}.txt").read_text("utf-8").split())
    rows = np.load(_FOLDER / f"{name}.npy")
    if rows.dtype != np.int8 or rows.ndim != 2 or len(rows) != len(words):
        raise InputError(
            f"an int8 row for each of {len(words)} words is needed, not {rows.shape} {rows.dtype}",
            file=_FOLDER / f"{name}.npy",
        )
    exact = rows.astype(np.float64)
    vectors = rows.astype(np.float32)
    vectors.flags.writeable = False
    return Table(
        words=words,
        index=MappingProxyType({word: at for at, word in enumerate(words)}),
        vectors=vectors,
        norm=math.sqrt(np.vdot(exact, exact) / len(words)),
    )


def table_names() -> list[str]:
    """The names of all tables there are, sorted."""
    return sorted(path.stem for path in _FOLDER.glob("*.npy"))
