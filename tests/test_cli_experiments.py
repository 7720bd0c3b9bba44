"""Experiments from the command line, as a person types them."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from codenames_sim.analysis import verify
from codenames_sim.cli import main
from codenames_sim.records import load_run
from tests.llm_play.players import always_sensible, serving
from tests.llm_play.test_pilot import config_at
from tests.loopback import Loopback
from tests.test_docs import BLOCK

ROOT = Path(__file__).parent.parent
Called = Callable[..., tuple[int, str, str]]
CONFIG = """
boards: 10
agents:
  hasty: {agent: random, stop: 0.5}
entrants:
  one: {spymaster: random, operatives: random}
  two: {spymaster: random, operatives: hasty}
"""


@pytest.fixture
def called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Called:
    """Runs `codenames-sim` in the test's folder: exit code, output and error output."""
    (tmp_path / "small.yaml").write_text(CONFIG)
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["codenames-sim", *words])
        code: object = 0
        try:
            main()
        except SystemExit as ended:
            code = ended.code
        assert isinstance(code, int)
        return code, *capsys.readouterr()

    return call


def run_of(called: Called, *words: str) -> str:
    code, out, err = called("run", "small.yaml", "--workers", "0", *words)
    assert (code, err) == (0, "")
    return out


def test_the_last_line_of_a_run_is_a_command_that_works(called: Called, tmp_path: Path) -> None:
    out = run_of(called, "--split", "9-8, 10-8", "--boards", "4", "--out", "my results")
    *_, board, move = out.rstrip().splitlines()
    assert board == "Next: codenames-sim leaderboard 'my results'"
    assert move == "Next: codenames-sim first-move 'my results'"
    code, out, _ = called(*shlex.split(move.removeprefix("Next: "))[1:])
    assert code == 0
    assert "9-8" in out
    assert "10-8" in out


def test_in_self_play_there_is_no_leaderboard_to_go_to(called: Called, tmp_path: Path) -> None:
    out = run_of(called, "--set", "format=self_play", "--boards", "2")
    assert out.rstrip().endswith(
        "\n\nNext: codenames-sim first-move results/small+boards=2+format=self_play"
    )


def test_experiments_with_one_config_stay_apart(called: Called, tmp_path: Path) -> None:
    for words in ((), ("--boards", "3"), ("--seed", "7"), ("--set", "rules.max_turns=8")):
        run_of(called, *words)
    names = {path.name for path in (tmp_path / "results").iterdir()}
    assert names == {"small", "small+boards=3", "small+seed=7", "small+rules.max_turns=8"}
    runs = [load_run(tmp_path / "results" / name) for name in sorted(names)]
    assert len({str(run.manifest["run_id"]) for run in runs}) == 3, "of one seed and rules, one run"


def test_the_manifest_has_the_changes_as_given(called: Called, tmp_path: Path) -> None:
    run_of(called, "--set", "rules.max_turns=8", "--split", "9-8,10-8", "--boards", "3")
    (run,) = (tmp_path / "results").iterdir()
    manifest = json.loads((run / "manifest.json").read_text("utf-8"))
    text = ["rules.max_turns=8", "boards=3", "splits=[9-8, 10-8]"]
    assert manifest["overrides"] == text
    assert manifest["run"] == run.name == "small+boards=3+rules.max_turns=8+splits=9-8,10-8"
    assert manifest["plan"]["splits"] == ["9-8", "10-8"]
    again = [word for each in text for word in ("--set", each)]
    assert "holds this run already, finished." in run_of(called, *again)


def test_the_same_option_again_finds_the_finished_run(called: Called, tmp_path: Path) -> None:
    run_of(called, "--boards", "3")
    out = run_of(called, "--boards", "3", "--limit", "1")
    assert "results/small+boards=3 holds this run already, finished." in out
    assert "Next: codenames-sim leaderboard results/small+boards=3" in out


def test_more_boards_for_the_same_folder(called: Called, tmp_path: Path) -> None:
    run_of(called, "--boards", "3")
    out = run_of(called, "--boards", "5", "--out", "results/small+boards=3")
    assert re.match(r"4 games in ", out)
    code, _, err = called("run", "small.yaml", "--boards", "2", "--out", "results/small+boards=3")
    assert code == 2
    assert "contains another run (boards was 5, is 2)" in err


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (
            ["--set", "rules.max_turn=8"],
            "error: --set rules.max_turn=8: 'max_turn' is not a paramet",
        ),
        (["--boards", "5", "--set", "boards=6"], "error: --boards 5: --set boards=6 sets this al"),
        (["--boards", "0"], "error: --boards 0: 'boards': input should be greater than"),
        (["--boards=-1"], "error: --boards -1: 'boards': input should be greater than"),
        (["--seed", "4611686018427387905"], "error: --seed 4611686018427387905: 'seed': input"),
        (["--split", "25-1"], "error: --split 25-1: 'bystanders' is -2 ("),
        (["--split", "9-8,9-8"], "error: --split 9-8,9-8: the split '9-8' is there twice"),
        (["--split", "9-8", "--split", "9-8"], "error: --split 9-8,9-8: the split '9-8' is th"),
        (["--split", "9-8,"], "error: --split 9-8,: '' is not a split"),
        (["--set", "agents.x\x1b[2J=1"], "error: --set agents.x\ufffd[2J=1: "),
    ],
)
@pytest.mark.parametrize("command", ["run", "estimate"])
def test_a_mistake_names_the_option(
    called: Called, tmp_path: Path, command: str, words: list[str], error: str
) -> None:
    code, out, err = called(command, "small.yaml", *words)
    assert (code, out) == (2, "")
    assert err.startswith(error)
    assert not (tmp_path / "results").exists()


def test_doctor_takes_changes_too(called: Called) -> None:
    code, _, err = called("doctor", "small.yaml", "--set", "board=1")
    assert code == 2
    assert err.startswith("error: --set board=1: unknown key 'board'; did you mean 'boards'")


def test_no_limit_of_nothing(called: Called, tmp_path: Path) -> None:
    assert called("run", "small.yaml", "--limit", "0")[0] == 2


@pytest.mark.parametrize(
    "words", [["--set", "seed=1"], ["--boards", "5"], ["--seed", "1"], ["--split", "9-8"]]
)
def test_resume_changes_nothing_and_says_what_does(called: Called, words: list[str]) -> None:
    code, _, err = called("resume", "results/small", *words)
    assert code == 2
    assert err.startswith("error: a run can be resumed only if it would play the same games, so")


def test_a_limit_stops_and_resume_goes_on(called: Called, tmp_path: Path) -> None:
    code, out, err = called("run", "small.yaml", "--limit", "5", "--workers", "2")
    assert (code, err) == (3, "")
    text = "the limit of games is reached; 4 of 20 games are in the tables. "
    assert out.rstrip().endswith(f"{text}Go on with: codenames-sim resume results/small")
    code, out, _ = called("resume", "results/small", "--limit", "10")
    assert code == 3
    assert "14 of 20 games" in out
    code, out, _ = called("resume", "results/small", "--limit", "10")
    assert code == 0
    assert out.rstrip().endswith("codenames-sim first-move results/small")
    assert verify(tmp_path / "results" / "small") == []


def test_a_pilot_says_what_it_may_cost_pays_and_leaves_a_run_to_go_on_with(
    called: Called, tmp_path: Path
) -> None:
    with serving(Loopback(answer=always_sensible())) as server:
        config_at(server.url, tmp_path, boards=2)
        words = ("estimate", "priced.yaml", "--set", "rules.max_turns=9", "--pilot", "10")
        code, out, err = called(*words)
        assert (code, err) == (0, "")
        first, *_, last = out.strip().splitlines()
        folder = "results/priced+rules.max_turns=9-pilot"
        assert first.startswith(f"Pilot: 10 games into {folder}, for $")
        assert re.search(
            r"\n40 games with language models: \$[\d.]+ \(\$[\d.]+ to \$[\d.]+\); ", out
        )
        command = f"codenames-sim resume {folder}"
        assert last == f"The pilot is the beginning of the run. Go on with: {command}"
        code, _, err = called(*shlex.split(command)[1:])
        assert (code, err) == (0, "")
        assert len(load_run(tmp_path / folder).calls) == server.ledger.requests
    assert load_run(tmp_path / folder).manifest["overrides"] == ["rules.max_turns=9"]
    assert verify(tmp_path / folder) == []


def test_a_pilot_that_the_budget_ends_says_so(called: Called, tmp_path: Path) -> None:
    with serving(Loopback(answer=always_sensible())) as server:
        config_at(server.url, tmp_path, boards=2)
        words = ("--set", "models.budget_usd=0.05", "--pilot", "20", "--in-flight", "2")
        code, out, _ = called("estimate", "priced.yaml", *words)
    assert code == 3
    assert "The budget of $0.050 is never exceeded." in out
    assert "The budget is spent before the pilot's 20 games were played" in out


def test_estimate_is_of_the_changed_config(called: Called, tmp_path: Path) -> None:
    config_at("http://127.0.0.1:1", tmp_path, boards=2)

    def games(*words: str) -> str:
        code, out, _ = called("estimate", "priced.yaml", *words)
        assert code == 0
        return out.partition(" games with language models: ")[0]

    assert games() == "40"
    assert games("--boards", "4") == "80"
    assert games("--split", "9-8") == "20"
    assert games("--limit", "24") == "20", "of 48 games in all 40 are with models"
    assert games("--limit", "1000") == "40"


def test_a_pilot_of_a_run_without_models_plays_nothing(called: Called, tmp_path: Path) -> None:
    code, out, _ = called("estimate", "small.yaml", "--pilot", "5")
    assert code == 0
    assert "this run costs nothing" in out
    assert not (tmp_path / "results").exists()


@pytest.mark.parametrize("command", ["run", "resume", "estimate", "doctor"])
def test_help_has_an_example_for_every_option_and_shows_every_default(
    called: Called, command: str
) -> None:
    out = called(command, "--help")[1]
    text = re.sub(r"[│\s]+", " ", out)
    assert "[default: ]" not in text
    if command in ("run", "estimate"):
        for part in ("rules.max_turns=8", "such as 500", "such as 9-8,10-8", "such as 100"):
            assert part in text
        assert "[default: (all games)]" in text
        assert "[default: 32]" in text


def test_the_examples_in_the_docs(called: Called, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "configs.md").read_text("utf-8")
    blocks = BLOCK.findall(page)
    (tmp_path / "duel.yaml").write_text(next(text for kind, text in blocks if kind == "yaml"))
    lines = [line for kind, text in blocks if kind == "sh" for line in text.splitlines()]
    assert len(lines) >= 9
    stand_in = {"first_move": str(ROOT / "configs" / "first_move.yaml"), "500": "2"}
    for line in lines:
        words = [
            stand_in.get(word, word).replace("boards=500", "boards=2")
            for word in shlex.split(line)[1:]
        ]
        code, _, err = called(*words)
        assert (code, err) == (3 if "--limit" in words else 0, ""), line
