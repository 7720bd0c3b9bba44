"""A mind's points: whole numbers, the same on every machine, for any text."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from codenames_sim.agents.embeddings import embedding_names, load_embedding
from codenames_sim.agents.vectors.languages import tables_of
from codenames_sim.agents.vectors.similarity import POINTS, Similarity, load_similarity
from codenames_sim.boards import load_words, named_lists
from codenames_sim.errors import InputError

BOARD = load_words("en").words[:25]
TABLES = list(tables_of("en"))
GLOVE = load_similarity("glove")
some_words = st.lists(st.sampled_from(GLOVE.words), min_size=2, max_size=6, unique=True)


@settings(deadline=None)
@given(some_words)
def test_points_are_the_dot_product_of_whole_numbers(words: list[str]) -> None:
    table = load_embedding("glove")
    whole = [[int(x) for x in table.vectors[table.index[word]]] for word in words]
    clue = whole[0]
    dots = [sum(x * y for x, y in zip(clue, vector, strict=True)) for vector in whole]
    stretch = GLOVE._stretch / table.norm**2
    expected = [round(max(-POINTS, min(POINTS, dot * stretch))) for dot in dots]
    got = GLOVE.points(words[0], tuple(words)).tolist()
    assert all(abs(a - b) <= 1 for a, b in zip(got, expected, strict=True))


@settings(deadline=None)
@given(some_words)
def test_the_two_ways_to_ask_agree(words: list[str]) -> None:
    board = GLOVE.board(tuple(words))
    for word in words:
        column = board[:, GLOVE.index[word]]
        assert column.tolist() == GLOVE.points(word, tuple(words)).tolist()


@settings(deadline=None)
@given(some_words)
def test_closeness_is_mutual(words: list[str]) -> None:
    board = GLOVE.board(tuple(words))[:, [GLOVE.index[word] for word in words]]
    assert (board == board.T).all()


@settings(deadline=None)
@given(st.text(max_size=30))
def test_any_text_has_points(text: str) -> None:
    points = GLOVE.points(text, BOARD)
    assert points.shape == (25,)
    assert (abs(points) <= POINTS).all()


def test_the_unknown_is_close_to_nothing() -> None:
    assert not GLOVE.points("qqxzv", BOARD).any()
    assert not GLOVE.board(("qqxzv",)).any()


def test_two_words_mean_what_lies_between_them() -> None:
    cream, ice, both = (GLOVE.points(text, BOARD) for text in ("cream", "ice", "ice cream"))
    assert np.corrcoef(both, cream.astype(int) + ice)[0, 1] > 0.999


def test_case_does_not_matter() -> None:
    assert (GLOVE.points("OCEAN", BOARD) == GLOVE.points("ocean", BOARD)).all()


@pytest.mark.parametrize("shares", [(1, 1), (3, 1), (0.5, 2)])
def test_a_blend_is_the_weighted_mean_of_its_tables(shares: tuple[float, float]) -> None:
    tables = dict(zip(TABLES, shares, strict=True))
    similarities = [load_similarity(name) for name in tables]
    blend = load_similarity(tables)

    def cosines(similarity: Similarity) -> NDArray[np.float64]:
        return similarity.points("ocean", BOARD) / similarity._stretch

    mean = sum(
        share * cosines(similarity) for share, similarity in zip(shares, similarities, strict=True)
    )
    assert cosines(blend) == pytest.approx(mean, abs=2e-3)
    assert set(blend.words) == set.intersection(
        *[set(similarity.words) for similarity in similarities]
    )


@pytest.mark.parametrize("table", [*TABLES, dict.fromkeys(TABLES, 1.0)], ids=str)
def test_scores_are_spread_alike_in_every_mind(table: str | dict[str, float]) -> None:
    similarity = load_similarity(table)
    points = similarity.board(similarity.words[::60]).astype(float)
    assert np.sqrt((points**2).mean()) / POINTS == pytest.approx(1 / 6, rel=0.03)


def test_a_mind_is_made_once() -> None:
    assert load_similarity("glove") is load_similarity("glove") is load_similarity({"glove": 1})


def test_forgetting_rows_changes_nothing() -> None:
    boards = [GLOVE.words[index : index + 25] for index in range(0, 2500, 25)]
    first = GLOVE.board(boards[0]).copy()
    for board in boards:
        GLOVE.board(board)
    assert (GLOVE.board(boards[0]) == first).all()


@pytest.mark.parametrize("shares", [{}, {"glove": 0}, {"glove": -1}, {"glove": True}])
def test_shares_that_are_no_shares(shares: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="table"):
        load_similarity(shares)


def test_a_table_that_does_not_exist() -> None:
    with pytest.raises(InputError, match="nothing_here"):
        load_similarity("nothing_here")


def test_every_table_speaks_a_language_that_boards_are_in() -> None:
    spoken = [list(tables_of(language)) for language in named_lists()]
    assert sorted(name for names in spoken for name in names) == embedding_names()
    assert all(spoken)
