"""The commands that make tables, as a person meets them."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from codenames_sim.cli import main
from codenames_sim.rules import Rules
from tests.analysis.made import Told, made_run, team

COMMANDS = ("leaderboard", "head-to-head", "cross-play", "behaviour")
TEAMS = [
    team("a rather long name of a team", "A", "x"),
    team("another quite long team's name", "A", "y"),
    team("=cmd()", "B", "x"),
    team("d", "B", "y"),
]


Called = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Runs `one`, `two` (of other boards) and `strict` (of other rules)."""
    result = tmp_path_factory.mktemp("tables")
    names = [each.name for each in TEAMS]
    message = [
        Told(first, second, ("first", "second", "nobody")[(index + 2 * board) % 3], board)
        for board in range(6)
        for index, (first, second) in enumerate([(a, b) for a in names for b in names if a != b])
    ]
    turns = [
        {"game_id": "g0", "turn": 1, "team": "first", "clue": "sea", "legal": True, "number": 1}
    ]
    made_run(result / "one", message[:36], teams=TEAMS, turns=turns)
    made_run(result / "two", [*message, Told("d", names[0], "void")], teams=TEAMS)
    made_run(
        result / "strict", message, teams=TEAMS, rules=Rules.load("codenames").replace(max_turns=9)
    )
    made_run(result / "begun", message[:12], teams=TEAMS, manifest={"status": "stopped"})
    return result


@pytest.fixture
def called(
    runs: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Called:
    """Exit code, output and error output of `codenames-sim` in the folder of the runs."""
    monkeypatch.chdir(runs)
    monkeypatch.setenv("COLUMNS", "80")

    def call(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["codenames-sim", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        code = ended.value.code
        return (code if isinstance(code, int) else 0, *capfd.readouterr())

    return call


@pytest.mark.parametrize("command", [*COMMANDS, "leaderboard --roles"])
def test_a_table_fits_into_80_columns_and_says_how_games_counted(
    called: Called, command: str
) -> None:
    code, out, err = called(*command.split(), "two")
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80
    text = " ".join(out.split())
    assert re.search(r"Stalled games \(\d+\) count half a win for each team", text)
    assert "games ended by a forfeit (0) count as lost" in text
    assert "Left out: 1 void." in text
    has_intervals = command != "behaviour"
    assert ("Intervals are clustered by board." in text) == has_intervals
    assert ("None of these figures has an interval." in text) != has_intervals


def test_the_leaderboard_says_who_what_and_what_going_first_is_worth(called: Called) -> None:
    _, out, _ = called("leaderboard", "two", "--anchor", "d")
    assert re.search(r"^d +\+0 +\+0 to \+0 +36 +6 +[\d.]+%", out, re.MULTILINE)
    assert "d's rating is 0." in out
    assert re.search(r"Going first on a split of 9-8 is worth [+-]\d+ Elo", out)


def test_roles_are_rated_apart(called: Called) -> None:
    _, out, _ = called("leaderboard", "two", "--roles")
    assert re.findall(r"^(spymaster|operatives) +(\w)", out, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_csv_and_json_hold_the_same_rows_and_notes_go_elsewhere(
    called: Called, command: str
) -> None:
    code, out, err = called(command, "two", "--format", "csv")
    rows = [*csv.DictReader(io.StringIO(out))]
    assert code == 0
    assert "Stalled games" in err
    message = json.loads(called(command, "two", "--format", "json")[1])
    assert len(rows) == len(message)
    assert [*rows[0]] == [*message[0]]
    assert not any(cell.startswith("=") for row in rows for cell in row.values())


@pytest.mark.parametrize("command", COMMANDS)
def test_markdown_holds_table_and_notes(called: Called, command: str) -> None:
    code, out, err = called(command, "two", "--format", "markdown")
    assert (code, err) == (0, "")
    assert re.search(r"^\|---\|", out, re.MULTILINE)
    assert "Stalled games" in out


def test_runs_of_the_same_rules_are_taken_together(called: Called) -> None:
    code, out, _ = called("head-to-head", "one", "two")
    assert code == 0
    assert "Head to head: one + two" in out
    assert "36 games are in several runs; each counts once." in " ".join(out.split())


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("two", "strict"), "error: strict: can't be merged with two: different rules"),
        (("two", "nothing"), "error: nothing: there is no such folder"),
        ((".",), "error: .: holds no run"),
    ],
)
def test_a_mistake_is_a_message_and_exit_code_2(
    called: Called, command: str, words: tuple[str, ...], error: str
) -> None:
    code, out, err = called(command, *words)
    assert (code, out) == (2, "")
    assert err.startswith(error)


def test_an_anchor_that_is_not_there_is_named(called: Called) -> None:
    code, _, err = called("leaderboard", "two", "--anchor", "e")
    assert code == 2
    assert err.startswith("error: no entrant 'e' met another;")
    code, _, err = called("leaderboard", "two", "--anchor", "d", "--roles")
    assert code == 2


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(called: Called, command: str) -> None:
    code, out, _ = called(command, "--help")
    assert code == 0
    assert f"codenames-sim {command} results/" in re.sub(r"\s+", " ", out)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_run_that_is_not_finished_is_said_to_be(called: Called, command: str) -> None:
    assert "begun is not finished" in " ".join(called(command, "begun")[1].split())
    assert "not finished" not in called(command, "one")[1]


@pytest.mark.parametrize("command", COMMANDS)
def test_no_number_is_cut_on_a_narrow_terminal(
    called: Called, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def numbers(text: str) -> list[str]:
        return re.findall(r"\d+\.\d+", text)

    wide = numbers(called(command, "one")[1])
    monkeypatch.setenv("COLUMNS", "30")
    assert numbers(called(command, "one")[1]) == wide
