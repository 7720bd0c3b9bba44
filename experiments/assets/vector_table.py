"""What every script that makes a word table does last: shape the vectors and write the files.

A table is two files in `codenames_sim/agents/data/`: `NAME.txt`, its words, and `NAME.npy`, one
int8 row for each. All rows have nearly the same length, so that a score is a plain dot product.
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
    """The rows, centred, in their principal components `drop` to `drop + keep`, at length 1.

    The mean and the first components tell how frequent a word is rather than what it means (Mu and
    Viswanath 2018, All-but-the-Top). A component's sign is chosen so that its longest axis is
    positive, as a decomposition leaves it open.
    """
    centred = vectors.astype(np.float64) - vectors.mean(axis=0, dtype=np.float64)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    axes = axes[drop : drop + keep]
    longest = np.abs(axes).argmax(axis=1)
    axes *= np.sign(axes[np.arange(len(axes)), longest])[:, None]
    return unit(centred @ axes.T)


def quantised(vectors: Vectors) -> npt.NDArray[np.int8]:
    """Rows of length 1 as int8, by the one scale that makes the largest entry 127."""
    scaled: Vectors = vectors * (127 / np.abs(vectors).max())
    return np.rint(scaled).astype(np.int8)


def write(name: str, words: Sequence[str], vectors: Vectors) -> None:
    """Writes the table `name`, and prints its size and how even its rows are."""
    rows = quantised(vectors)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.txt").write_text("\n".join(words) + "\n", "utf-8", newline="\n")
    np.save(FOLDER / f"{name}.npy", rows)
    lengths = np.linalg.norm(rows.astype(np.float64), axis=1)
    print(f"{name}: {rows.shape[0]} words, {rows.shape[1]} dimensions, {rows.nbytes:,} bytes,")
    print(f"rows {lengths.min():.1f} to {lengths.max():.1f} long")
