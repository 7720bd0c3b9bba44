"""Prints the agreement of word tables with human scores and with each other, and nearest words.

The arguments are files of word pairs with human scores. PyPI's gensim 4.4.0 contains two of them in
`gensim/test/test_data/`: WordSim-353 (relatedness) and SimLex-999 (similarity).

    python experiments/assets/compare_table.py wordsim353.tsv simlex999.txt
"""

import sys
from itertools import permutations
from pathlib import Path

import numpy as np
from scipy.stats import spearmanr

from codenames_sim.agents.embeddings import Embedding, load_embedding
from codenames_sim.boards import load_words

LANGUAGES = {"glove": "en", "minilm": "en", "pl": "pl"}
SHOWN = {
    "en": ["whale", "king", "doctor", "piano", "bank"],
    "pl": ["ocean", "król", "lekarz", "fortepian", "zamek"],
}
BOARDS = 2_000


def with_people(table: Embedding, pairs: Path) -> tuple[float, int]:
    """The rank correlation of a table's scores with human scores, and the number of pairs."""
    lines = pairs.read_text("utf-8").lower().splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    known = [row for row in rows if {row[0], row[1]} <= table.index.keys() and row[0] != row[1]]
    scores = [
        float(table.vectors[table.index[one]] @ table.vectors[table.index[two]])
        for one, two, _ in known
    ]
    return float(spearmanr(scores, [float(score) for *_, score in known])[0]), len(known)


def understood(speaker: Embedding, listener: Embedding, language: str) -> float:
    """The share of intended words among the first two guesses.

    On random boards, the speaker gives the word that best separates two of nine words from the
    other sixteen. The listener guesses the two closest of the 25 words.
    """
    rng = np.random.default_rng(0)
    board = np.array(load_words(language).words)
    clues = [word for word in speaker.words if word in listener.index]
    says, hears = (
        table.vectors[[table.index[word] for word in board]]
        @ table.vectors[[table.index[word] for word in clues]].T
        for table in (speaker, listener)
    )
    places = {word: place for place, word in enumerate(clues)}
    result = 0
    for _ in range(BOARDS):
        dealt = rng.choice(len(board), 25, replace=False)
        own, others = dealt[:9], dealt[9:]
        margin = np.sort(says[own], axis=0)[-2] - says[others].max(axis=0)
        margin[[places[word] for word in board[dealt]]] = -np.inf
        clue = int(margin.argmax())
        match_word = own[np.argsort(-says[own, clue])[:2]]
        guessed = dealt[np.argsort(-hears[dealt, clue])[:2]]
        result += len({*match_word.tolist()} & {*guessed.tolist()})
    return result / (2 * BOARDS)


def nearest(table: Embedding, word: str, count: int = 6) -> list[str]:
    """The words closest to `word`, the closest first."""
    scores = table.vectors @ table.vectors[table.index[word]]
    return [table.words[index] for index in np.argsort(-scores)[1 : count + 1]]


def main() -> None:
    """Print all comparisons."""
    tables = {name: load_embedding(name) for name in LANGUAGES}
    for name, table in tables.items():
        for file in map(Path, sys.argv[1:] if LANGUAGES[name] == "en" else []):
            correlation, pairs = with_people(table, file)
            print(f"{name} with {file.stem}: {correlation:.3f} over {pairs} pairs")
    for one, two in permutations(tables, 2):
        if LANGUAGES[one] == LANGUAGES[two]:
            share = understood(tables[one], tables[two], LANGUAGES[one])
            print(f"{one} gives clues, {two} guesses: {share:.1%} of the intended words")
    for name, table in tables.items():
        for word in SHOWN[LANGUAGES[name]]:
            print(f"{name} {word}: {' '.join(nearest(table, word))}")


if __name__ == "__main__":
    main()
