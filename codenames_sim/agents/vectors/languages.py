"""Which word tables belong to which language, determined from the words of the tables."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from codenames_sim.agents.embeddings import Embedding, embedding_names, load_embedding
from codenames_sim.agents.vectors.similarity import Similarity, load_similarity
from codenames_sim.boards import load_words, named_lists
from codenames_sim.errors import InputError


def tables_of(language: str) -> Iterator[str]:
    """The tables of a language, sorted by name."""
    return (name for name in embedding_names() if speaks(load_embedding(name), language))


@lru_cache(64)
def speaks(words: Similarity | Embedding, language: str) -> bool:
    """Whether most words of the language's word list are known; True if it has no list."""
    if language not in named_lists():
        return True
    listed = load_words(language).words
    return sum(word in words.index for word in listed) > len(listed) / 2


def similarity_for(language: str, given: Similarity | None) -> Similarity:
    """`given`, or else the mind of the first table of the language.

    Raises InputError if `given` does not know the language, or if no table does. Otherwise all
    words would be unknown and the agent would silently guess at random.
    """
    if given is None:
        table = _first_table(language)
        if table is None:
            raise InputError(
                f"the agent 'vectors' has no word table for the language '{language}'; "
                "use another agent"
            )
        return load_similarity(table)
    if not speaks(given, language):
        known = ", ".join(tables_of(language)) or "none"
        raise InputError(
            f"the agent 'vectors' uses the tables {', '.join(given.tables)}, but the language of "
            f"the board is '{language}'; tables of that language: {known}"
        )
    return given


@lru_cache(16)
def _first_table(language: str) -> str | None:
    return next(tables_of(language), None) if language in named_lists() else None
