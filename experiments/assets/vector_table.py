"""The last steps of all scripts that make word tables: transform the vectors and write the files.

A table is two files in `codenames_sim/agents/data/`: `NAME.txt` has the words and `NAME.npy` has
one int8 row for each. All rows have nearly the same length, so a score is a plain dot product.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

FOLDER = Path(__file__).parents[2] / "codenames_sim/agents/data"

Vectors = npt.NDArray[np.float64]


def unit(vectors: npt.NDArray[np.floating]) -> Vectors:
    """Each row divided by its length."""
    rows = vectors.astype(np.float64)
    divided: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return divided


def principal(vectors: npt.NDArray[np.floating], *, drop: int, keep: int) -> Vectors:
    """The centred rows in their principal components `drop` to `drop + keep`, at length 1.

    The mean and the first components encode the frequency of a word rather than its meaning (Mu and
    Viswanath 2018, All-but-the-Top). The decomposition does not determine the sign of a component,
    so the sign is chosen such that its largest entry is positive.
    """
    centred = vectors.astype(np.float64) - vectors.mean(axis=0, dtype=np.float64)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    axes = axes[drop : drop + keep]
    longest = np.abs(axes).argmax(axis=1)
    axes *= np.sign(axes[np.arange(len(axes)), longest])[:, None]
    return unit(centred @ axes.T)


def quantised(vectors: Vectors) -> npt.NDArray[np.int8]:
    """Rows of length 1 as int8, with one scale for all, so that the largest entry is 127."""
    scaled: Vectors = vectors * (127 / np.abs(vectors).max())
    return np.rint(scaled).astype(np.int8)


def write(name: str, words: Sequence[str], vectors: Vectors) -> None:
    """Write the table `name`, and print its size and the spread of its row lengths."""
    rows = quantised(vectors)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.txt").write_text("\n".join(words) + "\n", "utf-8", newline="\n")
    np.save(FOLDER / f"{name}.npy", rows)
    lengths = np.linalg.norm(rows.astype(np.float64), axis=1)
    print(f"{name}: {rows.shape[0]} words, {rows.shape[1]} dimensions, {rows.nbytes:,} bytes,")
    print(f"rows {lengths.min():.1f} to {lengths.max():.1f} long")
