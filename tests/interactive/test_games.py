"""Whole games of `codenames-sim play` in a pseudo-terminal, as the person at it meets them."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from codenames_sim.boards import deal
from codenames_sim.interactive.seated_game import SEATS, take_seat
from codenames_sim.records import load_run
from codenames_sim.tournament import load_plan
from tests.interactive.terminals import COMMAND, CTRL_C, CTRL_D, SECONDS, PseudoTerminal
from tests.playing import STANDARD, words_of

SEED = 7
BOARD = deal(STANDARD, seed=SEED)
FIRST, SECOND = words_of(BOARD, "first"), words_of(BOARD, "second")
BYSTANDER, ASSASSIN = words_of(BOARD, "bystander")[0], words_of(BOARD, "assassin")[0]
SLOW = """
import asyncio


class Slow:
    async def give_clue(self, view, turn):
        await asyncio.sleep(1000)

    async def cover(self, view, turn):
        await asyncio.sleep(1000)
"""
UNHEARD = """
import signal
import threading
import time


def press():
    time.sleep(1)
    signal.pthread_kill(threading.get_ident(), signal.SIGINT)


class Slow(Slow):
    async def give_clue(self, view, turn):
        threading.Thread(target=press).start()
        await asyncio.sleep(1000)
"""


def config(
    folder: Path,
    clues: Sequence[tuple[str, int]] = (("zzz", 9),),
    guesses: Sequence[str | None] = (),
    spymaster: str = "scripted",
    more: str = "",
) -> Path:
    """A config of two teams that play what is written down."""
    agents = {
        "spymaster": {"agent": spymaster} | ({"clues": clues} if spymaster == "scripted" else {}),
        "operatives": {"agent": "scripted", "guesses": guesses},
    }
    path = folder / "game.yaml"
    entrants = f"entrants:\n  home: {json.dumps(agents)}\n  away: {json.dumps(agents)}\n"
    path.write_text(entrants + more, "utf-8")
    (folder / "slow.py").write_text(SLOW, "utf-8")
    return path


def playing(folder: Path, *options: str, **env: str) -> PseudoTerminal:
    """A game on the board of SEED."""
    return PseudoTerminal(folder, "play", "game.yaml", "--seed", str(SEED), *options, env=env)


def piped(folder: Path, *words: str, lines: Sequence[str] = ()) -> tuple[int, str]:
    """Exit code and output where there is no terminal."""
    done = subprocess.run(
        [COMMAND, *words],
        cwd=folder,
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_an_operative_plays_a_whole_game_and_it_is_recorded(tmp_path: Path) -> None:
    config(tmp_path)
    with playing(tmp_path) as index:
        screen = index.until("Your guess (10 left): ")
        assert "You are an operative of" in screen
        assert "zzz 9" in screen
        assert all(word in screen for word in BOARD.words)
        index.type("stop")
        assert "You can't stop yet" in index.until("Your guess (10 left): ")
        index.type("xyzzy")
        assert "“xyzzy” is not on the table." in index.until("Your guess (10 left): ")
        index.type(f"  {FIRST[0].upper()} ")
        index.until("Your guess, or stop (9 left): ")
        index.type(FIRST[0])
        assert f"“{FIRST[0]}” is already covered." in index.until("(9 left): ")
        index.type("?")
        assert "ends your turn" in index.until("(9 left): ")
        for word in FIRST[1:]:
            index.type(word)
        text = index.until("codenames-sim replay results/game-play-1")
        assert index.exit_code() == 0
        assert index.is_clean()
    assert "You won." in text
    assert "it found all its agents" in text
    assert f"† {ASSASSIN}" in text
    run = load_run(tmp_path / "results" / "game-play-1")
    (game,) = run.games.to_dict("records")
    assert (game["winner"], game["winner_entrant"]) == ("first", "home + person")
    assert list(game["first_operatives"]) == ["person"]
    assert game["board_seed"] == SEED
    assert list(run.guesses["word"]) == FIRST
    assert run.guesses["said"][0] == FIRST[0].upper()
    for command in ("show", "replay"):
        code, out = piped(tmp_path, command, "results/game-play-1")
        assert code == 0
        assert "home + person" in out


def test_a_person_plays_with_and_against_panels(tmp_path: Path) -> None:
    giver = {"agent": "scripted", "clues": [["zzz", 9]]}
    entrant = {"spymaster": [giver, giver], "operatives": ["random", "random", "random"]}
    (tmp_path / "game.yaml").write_text(f"entrants:\n  home: {json.dumps(entrant)}\n")
    with playing(tmp_path) as index:
        index.until("(10 left): ")
        for word in FIRST:
            index.type(word)
        index.until("You won.")
        assert index.exit_code() == 0
    (game,) = load_run(tmp_path / "results" / "game-play-1").games.to_dict("records")
    assert list(game["first_operatives"]) == ["person"]
    assert list(game["second_operatives"]) == ["random"] * 3


def test_a_typo_is_offered_and_kept_in_the_record(tmp_path: Path) -> None:
    config(tmp_path, clues=[("zzz", 9), ("yyy", 9)])
    wrong, right = f"{ASSASSIN[:-2]}{ASSASSIN[-1]}", BYSTANDER[:-1]
    with playing(tmp_path) as index:
        index.until("(10 left): ")
        index.type(wrong)
        index.until(f"Do you mean {ASSASSIN}?")
        index.type("n")
        index.until("(10 left): ")
        index.type(right)
        index.until(f"Do you mean {BYSTANDER}?")
        index.type("perhaps")
        index.until("[y/n]")
        index.type("y")
        index.until(" is thinking …")
        index.until("(10 left): ")  # the other team has no guess in its script, and forfeits
        index.type(ASSASSIN)
        index.until("You lost.")
        assert index.exit_code() == 0
    guesses = load_run(tmp_path / "results" / "game-play-1").guesses
    assert list(guesses["said"]) == [right, ASSASSIN]
    assert list(guesses["word"]) == [BYSTANDER, ASSASSIN]


def test_a_spymaster_sees_the_key_and_is_warned_of_an_illegal_clue(tmp_path: Path) -> None:
    config(tmp_path, guesses=[*FIRST])
    with playing(tmp_path, "--seat", "first.spymaster") as index:
        screen = index.until("Your clue, a word and a number: ")
        letter = {"first": BOARD.first_colour[0].upper(), "bystander": "–", "assassin": "†"}
        for word, card in zip(BOARD.words, BOARD.key, strict=True):
            assert f"{letter.get(card, 'B' if letter['first'] == 'R' else 'R')} {word} " in screen
        for text, answer in (
            ("ocean", "“ocean” is not a clue"),
            ("ocean 0", "from 1 to 9"),
            ("ocean 10", "from 1 to 9"),
            ("ocean unlimited", "don't allow unlimited clues"),
            (f"{'o' * 101} 2", "at most 100 characters"),
            ("?", "the number of words it is for"),
        ):
            index.type(text)
            assert answer in index.until("Your clue, a word and a number: ")
        index.type(f"{SECOND[0]} 2")
        assert f"“{SECOND[0]}” is the word “{SECOND[0]}”" in " ".join(index.until("[y/n]").split())
        index.type("n")
        index.until("Your clue, a word and a number: ")
        index.type("zzz 9")
        index.until("You won.")
        assert index.exit_code() == 0
        assert index.is_clean()
    run = load_run(tmp_path / "results" / "game-play-1")
    assert [tuple(row) for row in run.turns[["clue", "number", "legal"]].values] == [
        ("zzz", 9, True)
    ]


def test_an_illegal_clue_can_be_played_and_has_its_penalty(tmp_path: Path) -> None:
    config(tmp_path, guesses=[BYSTANDER])
    with playing(tmp_path, "--seat", "first.spymaster") as index:
        index.until("a word and a number: ")
        index.type(f"{FIRST[0]} 2")
        index.until("[y/n]")
        index.type("y")
        screen = index.until("a word and a number: ")
        assert "not legal: the word is on the table" in " ".join(screen.split())
        index.press(CTRL_C)
        assert index.exit_code() == 3


def test_a_spymaster_covers_an_agent_after_an_invalid_clue(tmp_path: Path) -> None:
    config(tmp_path, clues=[(FIRST[0], 1)], guesses=[ASSASSIN])
    with playing(tmp_path, "--seat", "second.spymaster", "--team", "away") as index:
        index.until("(or skip)? ")
        index.type(FIRST[0])
        assert f"“{FIRST[0]}” is not one of your agents." in index.until("(or skip)? ")
        index.type(SECOND[3])
        screen = index.until("a word and a number: ")
        assert f"[{'B' if BOARD.first_colour == 'red' else 'R'}] {SECOND[3]}" in screen
        index.type("zzz 2")
        index.until("You lost.")
        assert index.exit_code() == 0
    turns = load_run(tmp_path / "results" / "game-play-1").turns
    assert turns["covered_after_invalid"][0] == SECOND[3]


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D], ids=["ctrl-c", "ctrl-d"])
@pytest.mark.parametrize(
    ("seat", "asked"), [("first.operative", "(10 left): "), ("first.spymaster", "a number: ")]
)
def test_leaving_leaves_a_clean_terminal_and_no_record(
    tmp_path: Path, key: bytes, seat: str, asked: str
) -> None:
    config(tmp_path)
    with playing(tmp_path, "--seat", seat) as index:
        index.until(asked)
        index.press(key)
        index.until("You left the game. Unfinished games are not recorded.")
        assert index.exit_code() == 3
        assert index.is_clean()
    assert not list((tmp_path / "results").iterdir())


@pytest.mark.parametrize("how", ["ctrl-c", "kill"])
@pytest.mark.parametrize("after", [0.0, 1.0])
def test_leaving_while_others_think(tmp_path: Path, how: str, after: float) -> None:
    config(tmp_path, spymaster="slow:Slow")
    with playing(tmp_path) as index:
        index.until("spymaster (slow:Slow) is thinking …")
        time.sleep(after)
        if how == "kill":
            index.terminate()
        else:
            index.press(CTRL_C)
        assert index.exit_code() == 3
        assert index.is_clean()
    assert not list((tmp_path / "results").iterdir())


def test_a_signal_that_another_thread_receives_is_heard(tmp_path: Path) -> None:
    """As one that comes just before the event loop begins to wait, it does not end the wait."""
    config(tmp_path, spymaster="slow:Slow")
    (tmp_path / "slow.py").write_text(SLOW + UNHEARD, "utf-8")
    with playing(tmp_path) as index:
        assert index.exit_code() == 3
        assert index.is_clean()


def test_an_agent_that_fails_makes_the_game_void(tmp_path: Path) -> None:
    config(tmp_path, clues=[("zzz", 99)])
    with playing(tmp_path, "--out", "broken") as index:
        assert index.exit_code() == 1
        assert index.is_clean()
        assert "recorded as void: first.spymaster: IllegalAction" in index.text()
    assert list(load_run(tmp_path / "broken").games["status"]) == ["void"]


@pytest.mark.parametrize("seat", ["first.operative", "first.spymaster"])
def test_without_colour_letters_say_everything(tmp_path: Path, seat: str) -> None:
    config(tmp_path, clues=[("zzz", 9)], guesses=[*FIRST])
    letter = BOARD.first_colour[0].upper()
    for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        with playing(tmp_path, "--seat", seat, "--out", "-".join(env), **env) as index:
            if seat == "first.operative":
                index.until("(10 left): ")
                index.type(FIRST[0])
                assert f"[{letter}] {FIRST[0]}" in index.until("(9 left): ")
            else:
                assert f"{letter} {FIRST[0]}" in index.until("a word and a number: ")
            index.press(CTRL_D)
            assert index.exit_code() == 3
            sent = index.sent.decode()
        assert ("\x1b" in sent) == ("NO_COLOR" in env)
        assert not any(f"\x1b[{code}" in sent for code in ("3", "4", "1;3", "1;4", "9"))


def test_the_table_speaks_polish_where_the_words_are_polish(tmp_path: Path) -> None:
    config(tmp_path, more="words: pl\n")
    word = next(
        word
        for word in words_of(deal(STANDARD, "pl", SEED), "first")
        if any(letter in "ąćęłńóśźż" for letter in word)
    )
    bare = word.translate(str.maketrans("ąćęłńóśźż", "acelnoszz"))
    with playing(tmp_path) as index:
        index.until("Które słowo? (prób: 10)")
        index.type(bare)
        index.until(f"Czy chodzi o słowo {word}?")
        index.type("tak")
        index.until("(prób: 9)")
        index.press(CTRL_C)
        index.until("niedokończonej gry się nie zapisuje")
    with playing(tmp_path, "--lang", "en") as index:
        index.until("Your guess (10 left): ")


def test_what_agents_say_cannot_reach_the_terminal(tmp_path: Path) -> None:
    config(tmp_path, clues=[("\x1b[2J\x07evil", 9)])
    with playing(tmp_path, "--seat", "second.spymaster") as index:
        screen = index.until("(or skip)? ")
        assert "�[2J�evil" in screen
        assert b"\x07" not in index.sent


def test_a_line_from_a_pipe_is_an_answer_too(tmp_path: Path) -> None:
    config(tmp_path)
    code, out = piped(tmp_path, "play", "game.yaml", "--seed", str(SEED), lines=FIRST)
    assert code == 0
    assert "You won." in out


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (("--seat", "first.operativ"), "there is no seat 'first.operativ'; did you mean 'first.op"),
        (("--team", "hone"), "there is no entrant 'hone'; did you mean 'home'?"),
        (("--against", "nobody"), "there is no entrant 'nobody'"),
        (("--lang", "xx"), "the table is not available in the language 'xx'; known: en, pl"),
        (("--out", "."), "is not empty; choose another folder"),
    ],
)
def test_a_mistake_is_a_message_and_exit_code_2(
    tmp_path: Path, options: tuple[str, str], error: str
) -> None:
    config(tmp_path)
    with playing(tmp_path, *options) as index:
        assert index.exit_code() == 2
        assert error in " ".join(index.text().split())
        assert index.is_clean()


@pytest.mark.parametrize("seat", SEATS)
def test_there_is_a_config_to_play_by_default(seat: str) -> None:
    plan = load_plan(Path(__file__).parents[2] / "configs" / "play.yaml")
    seated = take_seat(plan, seat, None, None, SEED)
    mine, theirs = seated.fixture.first, seated.fixture.second
    if seat.startswith("second"):
        mine, theirs = theirs, mine
    assert (mine.name, theirs.name) == ("friends + person", "rivals")
    assert seated.fixture.board == BOARD


def test_the_help_has_an_example(tmp_path: Path) -> None:
    _, out = piped(tmp_path, "play", "--help")
    assert "codenames-sim play my_play.yaml --seat second.spymaster" in " ".join(out.split())
