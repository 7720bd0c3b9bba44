"""The word embeddings that ship with the package. The vector agents use them.

An embedding table is two files in `data/` beside this module: `NAME.txt` has one word per line and
`NAME.npy` has one int8 row per word. To add a table, add these two files.
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
class Embedding:
    """Word vectors with integer components.

    The similarity of two words is the dot product of their rows divided by `norm` squared, which is
    their cosine to within 0.01. The products are exact in float32, in any order of summation,
    because no sum reaches 2^24.
    """

    words: tuple[str, ...]
    index: Mapping[str, int]
    """The index of each word in `words`."""
    vectors: NDArray[np.float32]
    """One row per word, integers from -127 to 127; read-only."""
    norm: float
    """The root mean square length of the rows. All lengths are within a few parts in a thousand of
    it."""


@cache
def load_embedding(name: str) -> Embedding:
    """The table `name`, read once per process.

    Raises InputError if there is no such table, or if its files don't match.
    """
    if name not in embedding_names():
        raise InputError(
            f"there is no word table '{name}'; use one of {', '.join(embedding_names())}"
        )
    words = tuple((_FOLDER / f"{name}.txt").read_text("utf-8").split())
    rows = np.load(_FOLDER / f"{name}.npy")
    if rows.dtype != np.int8 or rows.ndim != 2 or len(rows) != len(words):
        raise InputError(
            f"must have {len(words)} rows of int8, one per word, but has {rows.shape} {rows.dtype}",
            file=_FOLDER / f"{name}.npy",
        )
    exact = rows.astype(np.float64)
    vectors = rows.astype(np.float32)
    vectors.flags.writeable = False
    return Embedding(
        words=words,
        index=MappingProxyType({word: index for index, word in enumerate(words)}),
        vectors=vectors,
        norm=math.sqrt(np.vdot(exact, exact) / len(words)),
    )


def embedding_names() -> list[str]:
    """The names of all tables, sorted."""
    return sorted(path.stem for path in _FOLDER.glob("*.npy"))
