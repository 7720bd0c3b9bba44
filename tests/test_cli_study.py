"""The commands first-move and power, as a person meets them."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = Path(sys.executable).parent / "codenames-sim"
PUBLIC = Path(__file__).parent / "data" / "tog2025_two_team_llm.csv"
CONFIG = """
boards: 10
splits: [8-8, 9-8, 10-8]
entrants:
  one: {spymaster: random, operatives: random}
"""


def called(folder: Path, *words: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [COMMAND, *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
        env={"COLUMNS": "80", "PATH": ""},
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a finished run, and the public games with entrants' names."""
    result = tmp_path_factory.mktemp("study")
    (result / "small.yaml").write_text(CONFIG)
    code, _, error = called(result, "run", "small.yaml", "--out", "run", "--workers", "0")
    assert code == 0, error
    head, rows = PUBLIC.read_text("utf-8").split("\n", 1)
    head = head.replace("first_spymaster", "first_entrant")
    head = head.replace("second_spymaster", "second_entrant")
    (result / "public.csv").write_text(f"{head}\n{rows}", "utf-8")
    columns = "seed,winner,first_entrant,second_entrant"
    (result / "ended.csv").write_text(f"{columns},status\n1,first,a,b,ok\n")
    (result / "dear.csv").write_text(f"{columns},usd\n1,first,a,b,cheap\n")
    return result


def test_a_run_is_answered_in_80_columns_and_drawn(folder: Path) -> None:
    code, text, _ = called(folder, "first-move", "run", "--chart", "chart.svg")
    assert code == 0
    for title in (
        "How often the starting team won",
        "By how many points more often than with 9-8",
        "Agents that the first team needs for an even game against 8",
        "How games went",
    ):
        assert title in " ".join(text.split())
    assert max(len(line) for line in text.splitlines()) <= 80
    assert (folder / "chart.svg").read_text("utf-8").count("<svg") == 1


def test_anybodys_table_is_answered(folder: Path) -> None:
    code, text, _ = called(folder, "first-move", "public.csv")
    assert code == 0
    assert "1,599  48.8%  44.7% – 53.0%" in text
    assert "undecided" in text


def test_csv_and_json_hold_the_same_rows(folder: Path) -> None:
    _, as_csv, _ = called(folder, "first-move", "run", "--format", "csv")
    _, as_json, _ = called(folder, "first-move", "run", "--format", "json")
    rows, objects = list(csv.DictReader(io.StringIO(as_csv))), json.loads(as_json)
    assert [row["split"] for row in rows] == ["8-8", "9-8", "10-8"]
    assert [float(row["rate"]) for row in rows] == [each["rate"] for each in objects]
    assert [row["all_games"] for row in rows] == ["10", "10", "10"]


def test_stated_assumptions_give_boards_games_and_dollars(folder: Path) -> None:
    code, text, _ = called(folder, "power", "--half-width", "0.02", "--usd", "0.03")
    assert code == 0
    assert ["2,401", "2,401", "72.03"] in [line.split()[-3:] for line in text.splitlines()]
    assert "assumed" in text


def test_a_pilot_gives_its_own_figures_and_what_shared_boards_save(folder: Path) -> None:
    code, text, _ = called(folder, "power", "run", "--margin", "0.05")
    assert code == 0
    assert "Games that shared boards save" in text
    assert "of 30 games" in text


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["first-move", "run", "--reference", "7-8"], "the split 7-8 was not played"),
        (["first-move", "run", "--margin", "0.6"], "a margin is above 0 and below 0.5"),
        (["first-move", "run", "--chart", "chart.doc"], "a chart is a .png, .svg or .pdf"),
        (["first-move", "run", "--chart", "no/chart.png"], "can't be written"),
        (["first-move", "none"], "there is no such folder"),
        (["first-move", "none.csv"], "none.csv: can't be read"),
        (["power"], "give one of --half-width, --effect and --margin"),
        (["power", "--effect", "0.1", "--margin", "0.1"], "give one of"),
        (["power", "--effect", "1.5"], "the size must be above 0 and below 1"),
        (["power", "--effect", "0.1", "--rate", "0"], "the rate must be above 0 and below 1"),
        (["power", "--effect", "1e-300"], "the size must be at least 1e-05"),
        (["power", "--effect", "0.1", "--usd", "-1"], "dollars per game must be 0 or more, not -1"),
        (["power", "--effect", "0.1", "--usd", "nan"], "dollars per game must be 0 or more"),
        (
            ["first-move", "ended.csv"],
            "'status' must be 'finished', 'void' or 'surplus', not 'ok'",
        ),
        (["power", "dear.csv", "--effect", "0.1"], "'usd' must hold numbers"),
    ],
)
def test_a_mistake_is_a_message_and_exit_code_2(folder: Path, words: list[str], error: str) -> None:
    code, _, text = called(folder, *words)
    assert code == 2
    assert error in text
