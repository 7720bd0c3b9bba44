"""The command line as a person meets it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from codenames_sim.records import load_run

COMMAND = Path(sys.executable).parent / "codenames-sim"
CONFIG = """
boards: 10
entrants:
  one: {spymaster: random, operatives: random}
  two: {spymaster: random, operatives: {agent: random, stop: 0.5}}
"""


def called(folder: Path, *words: str) -> tuple[int, str, str]:
    """Exit code, output and error output of `codenames-sim` in a folder."""
    done = subprocess.run(
        [COMMAND, *words], cwd=folder, capture_output=True, text=True, check=False, timeout=120
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    result = tmp_path_factory.mktemp("cli")
    (result / "small.yaml").write_text(CONFIG)
    return result


@pytest.fixture(scope="module")
def ran(folder: Path) -> tuple[int, str, str]:
    return called(folder, "run", "small.yaml", "--workers", "1")


def test_a_run_prints_who_won_and_whether_going_first_paid(ran: tuple[int, str, str]) -> None:
    code, out, err = ran
    assert (code, err) == (0, "")
    assert re.search(r"20 games in [\d.]+ s, [\d,]+ games/s → results/small", out)
    assert "Wins against others" in out
    assert re.search(r"one +20 +\d+ +[\d.]+% +[\d.]+% – [\d.]+%", out)
    assert "Did going first pay?" in out
    assert "void games 0" in out


def test_a_run_leaves_its_tables(folder: Path, ran: tuple[int, str, str]) -> None:
    assert len(load_run(folder / "results" / "small").games) == 20


def test_the_same_run_again_shows_what_there_is(folder: Path, ran: tuple[int, str, str]) -> None:
    code, out, _ = called(folder, "run", "small.yaml")
    assert code == 0
    assert "results/small holds this run already, finished." in out
    assert "Did going first pay?" in out


def test_another_run_into_the_same_folder_is_refused(
    folder: Path, ran: tuple[int, str, str]
) -> None:
    (folder / "other.yaml").write_text(f"seed: 5\n{CONFIG}")
    code, _, err = called(folder, "run", "other.yaml", "--out", "results/small")
    assert code == 2
    assert err.startswith("error: results/small: contains another run (seed was 0, is 5); choose")


def test_show_prints_the_summary_again(folder: Path, ran: tuple[int, str, str]) -> None:
    code, out, _ = called(folder, "show", "results/small")
    assert code == 0
    assert out in ran[1]


def test_an_output_that_can_t_be_written_is_a_message(
    folder: Path, ran: tuple[int, str, str]
) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [COMMAND, "show", "results/small"],
            cwd=folder,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, "error: No space left on device\n")


def test_show_says_that_a_run_is_not_finished(folder: Path, ran: tuple[int, str, str]) -> None:
    begun = folder / "results" / "begun"
    shutil.copytree(folder / "results" / "small", begun)
    manifest = begun / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"finished"', '"open"'))
    code, out, _ = called(folder, "show", "results/begun")
    assert code == 0
    assert "not finished. Go on with: codenames-sim resume results/begun" in out


def test_replay_tells_a_game_move_by_move(folder: Path, ran: tuple[int, str, str]) -> None:
    games = load_run(folder / "results" / "small").games
    game = games.iloc[0]
    code, out, _ = called(folder, "replay", "results/small", str(game["game_id"])[:14])
    assert code == 0
    assert str(game["game_id"]) in out
    turns = re.findall(r"^ *\d+  (?:red|blue) ", out, re.MULTILINE)
    assert len(turns) == game["turns"]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("run", "nothing.yaml"), "error: nothing.yaml: can't be read: No such file"),
        (("show", "nothing"), "error: nothing: there is no such folder"),
        (("show", "."), "error: .: holds no run: it has no manifest.json"),
        (
            ("replay", "results/small", "zzz"),
            "error: results/small: no game id starts with 'zzz'",
        ),
        (("rules", "chess"), "error: there are no rules named 'chess'"),
        (("rules", "--lang", "de"), "error: the rules can't be printed in 'de'; known: en, pl"),
        (
            ("check-clue", "x", "--board", "a", "--profile", "loose"),
            "error: there is no profile 'lo",
        ),
        (("check-clue", "x", "--board", " , "), "error: no uncovered words"),
    ],
)
def test_a_mistake_is_a_message_and_exit_code_2(
    folder: Path, ran: tuple[int, str, str], words: tuple[str, ...], error: str
) -> None:
    code, out, err = called(folder, *words)
    assert (code, out) == (2, "")
    assert err.startswith(error)


def test_an_unknown_option_is_exit_code_2(folder: Path) -> None:
    code, _, err = called(folder, "run", "small.yaml", "--worker", "2")
    assert code == 2
    assert "No such option" in err


def test_rules_are_printed_in_two_languages(folder: Path) -> None:
    code, out, _ = called(folder, "rules")
    assert code == 0
    assert "# Rules: codenames" in out
    assert "`guessed >= least_guesses`" in out
    assert "# Zasady: codenames" in called(folder, "rules", "--lang", "pl")[1]


def test_check_clue_says_the_verdict(folder: Path) -> None:
    assert called(folder, "check-clue", "ocean", "--board", "whale,tree")[:2] == (0, "legal\n")
    code, out, _ = called(folder, "check-clue", "WHALE", "--board", "whale,tree")
    assert code == 1
    assert out.startswith("not legal: ")


@pytest.mark.parametrize("command", ["run", "show", "replay", "rules", "check-clue"])
def test_every_command_s_help_has_an_example(folder: Path, command: str) -> None:
    code, out, _ = called(folder, command, "--help")
    assert code == 0
    assert f"codenames-sim {command} " in re.sub(r"\s+", " ", out)


def test_an_agent_of_ten_lines_beside_the_config(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from codenames_sim import Clue, SKIP\n"
        "class Mine:\n"
        "    async def give_clue(self, view, turn):\n"
        "        return Clue('zzz', 1)\n"
        "    async def cover(self, view, turn):\n"
        "        return SKIP\n"
    )
    (tmp_path / "own.yaml").write_text(
        "boards: 4\nentrants:\n  me: {spymaster: 'mine:Mine', operatives: random}\n"
    )
    code, out, _ = called(tmp_path, "run", "own.yaml", "--workers", "2")
    assert code == 0
    assert "4 games on 4 boards" in out


def test_help_waits_for_no_heavy_import() -> None:
    heavy = {"numpy", "pandas", "pyarrow", "scipy", "openai", "anthropic", "pydantic", "yaml"}
    code = "import sys, codenames_sim, codenames_sim.cli; print(' '.join(sys.modules))"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert not heavy & set(loaded)
