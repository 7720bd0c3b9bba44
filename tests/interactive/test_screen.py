"""What the table's screen holds: never more than the seat may know, never more than fits."""

from __future__ import annotations

import asyncio
import io
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from codenames_sim.interactive.seated_game import Seated, play_seated, take_seat
from codenames_sim.interactive.terminal_ui import Terminal, place_of
from codenames_sim.report.messages import wording, wordings
from codenames_sim.rules import Board, TurnSeen
from codenames_sim.tournament import load_plan
from tests.playing import random_game, sorted_board

BOARD = sorted_board()
OWN, THEIRS = 0, 9
"""Places of an agent of the first team and of one of the second."""
UNTOUCHED = [at for at in range(25) if at not in (OWN, THEIRS)]
CONFIG = f"""
agents:
  giver: {{agent: scripted, clues: [[zzz, 3], [yyy, 3]]}}
  guesser: {{agent: scripted, guesses: ["{BOARD.words[THEIRS]}", null]}}
entrants:
  home: {{spymaster: giver, operatives: guesser}}
"""
LINES = (BOARD.words[OWN], "stop", "?", "nonsense")


def seated(folder: Path, seat: str, board: Board = BOARD) -> Seated:
    """A person in a game on this board, with agents that play the same on every board."""
    path = folder / "game.yaml"
    path.write_text(CONFIG, "utf-8")
    result = take_seat(load_plan(path), seat, None, None, 1)
    return replace(result, fixture=structs.replace(result.fixture, board=board))


def bytes_sent(folder: Path, seat: str, board: Board, lines: Sequence[str]) -> bytes:
    """All that reaches a pseudo-terminal until the person has typed these lines and leaves."""
    master, slave = os.openpty()
    sent = bytearray()

    def drain() -> None:
        with suppress(OSError):  # the other end is closed
            while some := os.read(master, 65536):
                sent.extend(some)

    reader = threading.Thread(target=drain)
    reader.start()
    typed: Iterator[bytes] = iter([f"{line}\n".encode() for line in lines])
    game, words = seated(folder, seat, board), wording("en")
    with os.fdopen(slave, "w", encoding="utf-8") as screen:
        console = Console(
            file=screen, force_terminal=True, color_system="truecolor", width=80, height=24
        )
        with (
            pytest.raises(KeyboardInterrupt),
            Terminal(console, words, place_of(game, words), lambda: next(typed, b"")) as table,
        ):
            play_seated(game, table, folder / "record")
    reader.join()
    os.close(master)
    return bytes(sent)


def with_cards_moved(order: Sequence[int]) -> Board:
    """The board with the cards of untouched words dealt out anew."""
    key = list(BOARD.key)
    for index, other in zip(UNTOUCHED, order, strict=True):
        key[index] = BOARD.key[other]
    return structs.replace(BOARD, key=tuple(key))


OTHER = with_cards_moved([*UNTOUCHED[8:], *UNTOUCHED[:8]])
"""A board on which the first untouched word is not an agent of the first team."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("screen")


@pytest.fixture(scope="module")
def seen(folder: Path) -> bytes:
    return bytes_sent(folder, "first.operative", BOARD, LINES)


@settings(max_examples=8, deadline=None)
@given(order=st.permutations(UNTOUCHED))
def test_an_operative_s_terminal_gets_the_same_bytes_whatever_is_uncovered(
    folder: Path, seen: bytes, order: list[int]
) -> None:
    assert bytes_sent(folder, "first.operative", with_cards_moved(order), LINES) == seen


def test_boards_are_told_apart_once_play_has_told_them_apart(folder: Path, seen: bytes) -> None:
    lines = [BOARD.words[OWN], BOARD.words[UNTOUCHED[0]], "?"]
    sent = [bytes_sent(folder, "first.operative", board, lines) for board in (BOARD, OTHER)]
    assert sent[0] != sent[1]


def test_a_spymaster_s_terminal_shows_the_key(folder: Path) -> None:
    sent = [bytes_sent(folder, "first.spymaster", board, ["?"]) for board in (BOARD, OTHER)]
    assert sent[0] != sent[1]


def frame(place: Seated, turns: Sequence[TurnSeen], language: str, size: tuple[int, int]) -> str:
    """The last screen a person has been shown, the longest help with it."""
    out, words = io.StringIO(), wording(language)
    width, height = size
    console = Console(file=out, force_terminal=True, no_color=True, width=width, height=height)
    terminal = Terminal(console, words, place_of(place, words), lambda: b"x\n")
    terminal.help("clue")
    asyncio.run(terminal.ask(turns, "cover_or_skip"))
    return Text.from_ansi(out.getvalue().rpartition("\x1b[2J")[2]).plain


@pytest.mark.parametrize("language", wordings())
@pytest.mark.parametrize("seat", ["first.operative", "second.spymaster"])
@pytest.mark.parametrize("size", [(80, 24), (120, 50)])
def test_a_screen_fits_however_long_the_game(
    folder: Path, language: str, seat: str, size: tuple[int, int]
) -> None:
    for seed in range(12):
        game = random_game(seated(folder, seat).fixture.rules, seed)
        place = seated(folder, seat, game.board)
        for turns in (game.turns[:1], game.turns):
            lines = frame(place, turns, language, size).split("\n")
            assert len(lines) <= size[1]
            assert max(cell_len(line) for line in lines) <= size[0]
            assert all(word in " ".join(lines) for word in game.board.words)
