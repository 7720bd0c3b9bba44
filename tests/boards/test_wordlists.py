"""A user's own list of words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codenames_sim.boards import load_words
from codenames_sim.errors import WordsError


def written(folder: Path, data: bytes) -> Path:
    file = folder / "words.txt"
    file.write_bytes(data)
    return file


def test_a_word_a_line(tmp_path: Path) -> None:
    words = load_words(written(tmp_path, "whale\r\nice  cream\nżółw\n".encode()), "pl")
    assert words.words == ("whale", "ice cream", "żółw")
    assert words.language == "pl"


def test_a_byte_order_mark_and_composed_letters(tmp_path: Path) -> None:
    words = load_words(written(tmp_path, b"\xef\xbb\xbfcafe\xcc\x81\n"))
    assert words.words == ("café",)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"whale\n\nsea\n", "words.txt:2: is blank; every line must have one word"),
        (b"whale\nsea\nWhale\n", "words.txt:3: duplicate word 'Whale'; line 1 has it already"),
        (b"whale\n\xff\n", "words.txt: is not UTF-8 (byte 6)"),
        (b"", "words.txt:1: is blank"),
        (b"wh\x07ale\n", "words.txt:1: a word must have at most 40 characters, all printable"),
        (b"w" * 41, "words.txt:1: a word must have at most 40 characters, all printable"),
        (b"w\n" * 600_000, "words.txt: is larger than 1,000,000 bytes"),
    ],
)
def test_what_is_no_list(tmp_path: Path, data: bytes, error: str) -> None:
    with pytest.raises(WordsError) as result:
        load_words(written(tmp_path, data))
    assert str(result.value).replace(f"{tmp_path}/", "").startswith(error)


def test_no_such_list() -> None:
    with pytest.raises(WordsError, match="there is no word list 'eng'; did you mean 'en'"):
        load_words("eng")
    with pytest.raises(WordsError, match=r"nowhere\.txt: can't be read: No such file"):
        load_words("nowhere.txt")


def test_the_hash_is_of_the_words_and_not_of_their_order(tmp_path: Path) -> None:
    one = load_words(written(tmp_path, b"a\nb\n")).hash
    other = load_words(written(tmp_path, b"b\na\n")).hash
    third = load_words(written(tmp_path, b"b\nc\n")).hash
    assert one == other != third


@given(st.binary(max_size=200))
def test_any_bytes_are_a_list_or_an_error(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    file = tmp_path_factory.mktemp("any") / "words.txt"
    file.write_bytes(data)
    error: WordsError | None = None
    try:
        words = load_words(file).words
    except WordsError as found:
        error = found
    assert error is not None or len(words) == len(set(words)) > 0
