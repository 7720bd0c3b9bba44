"""Boards are what their seed makes them, for ever and everywhere."""

from __future__ import annotations

import hashlib
import json
import os
import struct
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from codenames_sim.boards import WordList, board_id, deal, load_words
from codenames_sim.errors import WordsError
from codenames_sim.rules import Rules
from tests.playing import STANDARD

GOLDEN = Path(__file__).parent / "golden" / "boards.json"
LIST = WordList("letters", "en", tuple(f"word{n}" for n in range(60)))
seeds = st.integers(0, 2**62)
splits = st.tuples(st.integers(1, 12), st.integers(1, 12)).map(lambda s: f"{s[0]}-{s[1]}")
MASK = 2**64 - 1


def told(seed: int, rules: Rules) -> list[object]:
    board = deal(rules, LIST, seed)
    return [board_id(board), board.first_colour, list(board.words), list(board.key)]


def test_golden_boards() -> None:
    models = {"9-8": STANDARD, "6x6": STANDARD.replace(rows=6, columns=6, assassins=2)}
    seeds = (0, 1, 7, 2**40, 2**62)
    boards = {
        f"{name} {seed}": told(seed, rules) for name, rules in models.items() for seed in seeds
    }
    if os.environ.get("WRITE_GOLDEN"):
        GOLDEN.write_text(json.dumps(boards, indent=1) + "\n", "utf-8")
    assert boards == json.loads(GOLDEN.read_text("utf-8"))


def test_another_process_with_other_hashes_deals_the_same() -> None:
    code = "from codenames_sim.boards import *; from codenames_sim.rules import Rules; "
    code += "print(board_id(deal(Rules.load('codenames'), 'en', 5)))"
    env = {**os.environ, "PYTHONHASHSEED": "77"}
    done = subprocess.check_output([sys.executable, "-c", code], env=env, text=True)
    assert done.strip() == board_id(deal(STANDARD, "en", 5))


@given(seeds)
def test_a_plain_calculation_of_the_same(seed: int) -> None:
    """The definition once more, in plain integers."""

    def mix(x: int) -> int:
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
        return x ^ (x >> 31)

    def rank(word: str, one: int, other: int) -> int:
        digest = hashlib.blake2b(word.encode(), digest_size=8, person=b"word").digest()
        return mix((mix(int.from_bytes(digest, "little") ^ one) + other) & MASK)

    digest = hashlib.blake2b(str(seed).encode(), digest_size=40, person=b"deal").digest()
    a, b, c, d, starts = struct.unpack("<5Q", digest)
    words = sorted(LIST.words, key=lambda word: rank(word, a, b))[:25]
    order = sorted(words, key=lambda word: rank(word, c, d))
    card = dict.fromkeys(words, "bystander")
    card |= dict.fromkeys(order[:9], "first")
    card |= dict.fromkeys(order[-9:-1], "second")
    card[order[-1]] = "assassin"
    board = deal(STANDARD, LIST, seed)
    assert list(board.words) == words
    assert list(board.key) == [card[word] for word in words]
    assert board.first_colour == ("red" if starts & 1 else "blue")


@given(seeds, st.permutations(LIST.words))
def test_the_order_of_the_list_does_not_matter(seed: int, words: list[str]) -> None:
    assert deal(STANDARD, WordList("other", "en", tuple(words)), seed) == deal(STANDARD, LIST, seed)


@given(seeds)
def test_a_word_added_to_the_list_moves_at_most_one_word(seed: int) -> None:
    longer = WordList("longer", "en", (*LIST.words, "added"))
    before, after = deal(STANDARD, LIST, seed), deal(STANDARD, longer, seed)
    assert len(set(after.words) - set(before.words)) <= 1
    assert set(after.words) - set(before.words) <= {"added"}


@given(seeds, splits, splits)
def test_splits_are_coupled(seed: int, one: str, other: str) -> None:
    """The words stay; two splits differ in |Δa| + |Δb| cards."""
    a, b = (deal(STANDARD.with_split(split), LIST, seed) for split in (one, other))
    assert a.words == b.words
    (a1, a2), (b1, b2) = (map(int, split.split("-")) for split in (one, other))
    moved = sum(x != y for x, y in zip(a.key, b.key, strict=True))
    if max(a1, b1) + max(a2, b2) <= 24:
        assert moved == abs(a1 - b1) + abs(a2 - b2)
    assert a.split == one


@given(seeds)
def test_the_counts_are_the_rules(seed: int) -> None:
    board = deal(STANDARD, LIST, seed)
    assert Counter(board.key) == STANDARD.cards
    assert len(set(board.words)) == 25


def test_every_word_and_every_place_has_the_same_chance() -> None:
    """Chi-squared tests over 4,000 deals: words on the table, the assassin's place, who starts."""
    boards = [deal(STANDARD, LIST, seed) for seed in range(4_000)]
    words = Counter(word for board in boards for word in board.words)
    assassin = Counter(board.key.index("assassin") for board in boards)
    starts = Counter(board.first_colour for board in boards)
    for counts, kinds in ((words, 60), (assassin, 25), (starts, 2)):
        assert len(counts) == kinds
        assert stats.chisquare(list(counts.values())).pvalue > 1e-4


def test_the_key_is_independent_of_the_grid() -> None:
    """A word's place in the grid says nothing of its card."""
    boards = [deal(STANDARD, LIST, seed) for seed in range(4_000)]
    table = [[0] * 4 for _ in range(25)]
    kinds = ("first", "second", "bystander", "assassin")
    for board in boards:
        for index, card in enumerate(board.key):
            table[index][kinds.index(card)] += 1
    assert stats.chi2_contingency(table).pvalue > 1e-4


def test_too_few_words() -> None:
    short = WordList("short", "en", ("one", "two"))
    with pytest.raises(WordsError, match="'short' has 2 words; a grid of 5 × 5 needs 25"):
        deal(STANDARD, short, 1)


def test_the_named_lists_fill_any_grid() -> None:
    for name in ("en", "pl"):
        words = load_words(name)
        assert len(words.words) >= 400
        assert deal(STANDARD, name, 3).language == name
