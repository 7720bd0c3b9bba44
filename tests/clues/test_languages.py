"""A language is a folder of files: each has a sentence for every reason and a table in order."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

import pytest

import codenames_sim.clues.language as language_module
from codenames_sim.clues import available_languages
from codenames_sim.clues.language import load_language
from codenames_sim.clues.reading import Reader
from codenames_sim.clues.verdict import REASONS, Verdict
from codenames_sim.clues.words import Word, WordTable


@pytest.mark.parametrize("code", available_languages())
def test_every_reason_has_a_sentence(code: str) -> None:
    assert set(load_language(code).sentences) == {"legal", *REASONS}
    for reason in REASONS:
        assert "clue" in Verdict("clue", reason, "board", "part").explain(code)


@pytest.mark.parametrize("code", available_languages())
def test_every_word_of_a_table_is_found(code: str) -> None:
    path = Path(language_module.__file__).parent / "languages" / code / "words.txt.gz"
    table = WordTable(path)
    index = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(path.read_bytes()).splitlines()
    rows = gzip.decompress(path.read_bytes()).decode().splitlines()[len(index) :]
    words = [row.split("\t")[0] for row in rows]
    assert words == sorted(words, key=str.encode)
    assert len(words) == len(set(words))
    assert all(table.find(word) is not None for word in words[:: len(words) // 2000])


def test_a_row_says_lemmas_roots_and_parts(tmp_path: Path) -> None:
    blocks = [
        gzip.compress(rows)
        for rows in (
            b"leaves\tleaf leave\npainters\tpainter\tpaint\n",
            b"sun\t\nsunflower\t\t\tflower sun\n",
        )
    ]
    index = f"leaves\t{len(blocks[0])}\nsun\t{len(blocks[1])}\n"
    path = tmp_path / "words.txt.gz"
    path.write_bytes(b"".join([gzip.compress(index.encode()), *blocks]))
    table = WordTable(path)

    def word(lemmas: str, roots: str, parts: str) -> Word:
        return Word(*(frozenset(field.split()) for field in (lemmas, roots, parts)))

    assert table.find("leaves") == word("leaf leave", "leaf leave", "")
    assert table.find("painters") == word("painter", "paint", "")
    assert table.find("sun") == word("sun", "sun", "")
    assert table.find("sunflower") == word("sunflower", "sunflower", "flower sun")
    assert all(table.find(spelling) is None for spelling in ("", "a", "sunny", "leave", "zoo"))


def test_readings_are_kept_only_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codenames_sim.clues.reading._REMEMBERED", 10)
    reader = Reader(load_language("en"))
    for number in range(100):
        assert reader[f"word{number}"].letters == f"word{number}"
    assert len(reader) <= 10
