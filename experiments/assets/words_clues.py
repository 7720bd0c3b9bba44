"""Chooses the words of the English tables: clue words and board words.

The words are those of `en.txt` and the most common other words that make a clue: they are in the
most common half of SCOWL, WordNet knows them as a noun, verb or adjective before an adverb, and
they are not inflected forms. Words are sorted by the worse of two frequency ranks: that in GloVe's
corpora (newswire and Wikipedia, with names in lower case), and that in a million news sentences
(where names are capitalised and don't count). The rank is doubled for words that are not primarily
nouns, because most clues are nouns.

`words_clues_dropped.txt` beside this script lists manually removed words: offensive ones, names
that were missed, and words without a meaning of their own.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from lemminflect import getAllLemmas  # type: ignore[import-not-found]
from words_en import LIST, Lexicon

DROPPED = Path(__file__).with_name("words_clues_dropped.txt")


def clue_words(ranks: Mapping[str, int], lexicon: Lexicon, size: int) -> list[str]:
    """The `size` clue words, sorted. `ranks` has the frequency rank of each known word."""
    board = set(LIST.read_text("utf-8").split())
    dropped = set(DROPPED.read_text("utf-8").split())
    others = [
        word
        for word in sorted(ranks, key=ranks.__getitem__)
        if word not in board and word not in dropped and _makes_a_clue(word, lexicon)
    ]
    by_news = sorted(others, key=lambda word: -lexicon.counts.get(word, 0))
    news_ranks = {word: rank for rank, word in enumerate(by_news)}
    table_ranks = {word: rank for rank, word in enumerate(others)}

    def rarity(word: str) -> int:
        rank = max(table_ranks[word], news_ranks[word])
        return rank if _noun_first(word, lexicon) else 2 * rank

    return sorted([*board, *sorted(others, key=rarity)[: size - len(board)]])


def _noun_first(word: str, lexicon: Lexicon) -> bool:
    uses = lexicon.uses[word]
    return uses["n"] >= uses["v"] + uses["a"] + uses["r"]


def _makes_a_clue(word: str, lexicon: Lexicon) -> bool:
    if not re.fullmatch("[a-z]{3,}", word) or not lexicon.common(word):
        return False
    uses = lexicon.uses.get(word)
    return uses is not None and 2 * uses["r"] < _total(uses) and not _inflected(word, lexicon)


def _inflected(word: str, lexicon: Lexicon) -> bool:
    """Whether `word` is a form of another word and not a common noun itself (as building is)."""
    lemmas = {lemma for forms in getAllLemmas(word).values() for lemma in forms} - {word}
    uses = [lexicon.uses[lemma] for lemma in lemmas if lemma in lexicon.uses]
    if not uses:
        return False
    least = max(6.0, 0.3 * max(use["v"] + use["a"] for use in uses))
    return word.endswith("s") or lexicon.uses[word]["n"] < least


def _total(uses: Mapping[str, int]) -> int:
    return sum(uses.get(part, 0) for part in "nvar")
