"""What a run will cost is said before, shown while it is spent, and never beyond the budget."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from codenames_sim.dry_run.estimate import estimate
from codenames_sim.dry_run.rehearsal import rehearse
from codenames_sim.llm import Budget, Cost
from codenames_sim.records import CallRow, load_run
from codenames_sim.report.cost_tables import estimate_page, prompts_page
from codenames_sim.runner import Options, Progress, play_run
from codenames_sim.runner.game_budget import GameBudget
from codenames_sim.runner.model_access import Models
from codenames_sim.tournament import fixtures, load_plan
from tests.llm_play.players import always_sensible, serving
from tests.llm_play.test_games import plan_at, played
from tests.loopback import Loopback

COMMAND = Path(sys.executable).parent / "codenames-sim"
PRICED = """
boards: BOARDS
agents:
  model: {llm: openai/gpt-5-mini, mode: plan}
entrants:
  models: {spymaster: model, operatives: [model, model], decide: discuss}
  free: {spymaster: random, operatives: random}
"""


def shown(page: object) -> str:
    console = Console(width=200, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(page)
    console.file.close()
    return console.export_text()


def config(folder: Path, boards: int = 50, more: str = "") -> Path:
    file = folder / "priced.yaml"
    file.write_text(PRICED.replace("BOARDS", str(boards)) + more, "utf-8")
    return file


def test_a_rehearsal_asks_what_a_game_would(tmp_path: Path) -> None:
    plan = load_plan(config(tmp_path))
    game, asked = rehearse(next(fixtures(plan, range(1))))
    assert game.outcome is not None
    assert {each.seat for each in asked} == {"first.spymaster", "first.operative"}
    page = " ".join(shown(prompts_page(asked)).split())
    assert f"{len(asked)}/{len(asked)} · " in page
    assert "Your teammates proposed these guesses." in page
    assert ", ".join(game.board.words) in page


def test_an_estimate_is_a_range_that_grows_with_the_boards(tmp_path: Path) -> None:
    few, many = (estimate(load_plan(config(tmp_path, boards)), 32) for boards in (12, 120))
    (one,), (ten,) = few.models, many.models
    assert one.usd is not None
    assert ten.usd is not None
    assert 0 < one.usd.low < one.usd.high
    assert ten.calls.low == pytest.approx(10 * one.calls.low)
    assert (few.games, many.games) == (24, 240)
    page = shown(estimate_page(few))
    assert re.search(r"24 games with language models: \$0\.0\d\d to \$\d\.\d\d, ", page)
    assert "are assumed; no earlier run asked it enough" in page


def test_an_earlier_run_makes_an_estimate_true(tmp_path: Path) -> None:
    with serving(Loopback(answer=always_sensible())) as server:
        run = played(server, tmp_path, boards=2)
        plan = plan_at(server, tmp_path, boards=2)
        before, after = estimate(plan, 20), estimate(plan, 20, [run.folder])
    calls = run.calls
    for blind, known in zip(before.models, after.models, strict=True):
        assert (blind.known_from, known.model) == (0, blind.model)
        assert known.known_from > 30
        mine = calls[calls["provider"] + "/" + calls["model"] == known.model]
        a_call = mine["output_tokens"].mean()
        assert known.output_tokens.low / known.calls.low < a_call
        assert a_call < known.output_tokens.high / known.calls.high
    assert "earlier runs" in shown(estimate_page(after))
    manifest = json.loads((run.folder / "manifest.json").read_text("utf-8"))
    (run.folder / "manifest.json").write_text(json.dumps(manifest | {"agents_version": 1}), "utf-8")
    assert estimate(plan, 20, [run.folder]).models == before.models, "other prompts, other answers"


def test_an_unknown_price_is_said(tmp_path: Path) -> None:
    with serving(Loopback()) as server:
        result = estimate(plan_at(server, tmp_path), 20)
    assert result.usd is None
    assert "its price is unknown; give it under models.prices" in shown(estimate_page(result))


def test_the_commands(tmp_path: Path) -> None:
    def said(*words: str) -> str:
        done = subprocess.run(
            [COMMAND, *words], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    file = str(config(tmp_path, boards=2))
    assert "4 games with language models: $" in said("estimate", file)
    prompts = said("run", "--dry-run", file)
    assert "You are a spymaster in a game of Codenames." in prompts
    assert "understudy:" in prompts
    assert {path.name for path in tmp_path.iterdir()} == {"priced.yaml"}
    (tmp_path / "free.yaml").write_text("entrants: {a: {spymaster: random, operatives: random}}\n")
    assert "this run costs nothing" in said("estimate", "free.yaml")


def call(tokens: int, usd: float) -> CallRow:
    return CallRow(
        game_id="g",
        turn=1,
        seat="first.spymaster",
        decision=0,
        ask=0,
        attempt=0,
        provider="p",
        model="m",
        served_model=None,
        outcome="ok",
        finish_reason=None,
        queued_s=0.0,
        latency_s=0.0,
        input_tokens=tokens,
        cached_input_tokens=0,
        output_tokens=0,
        reasoning_tokens=None,
        usd=usd,
        request_hash="hash",
        request=None,
        response=None,
    )


def test_no_game_begins_that_the_budget_will_not_pay_for() -> None:
    budget = Budget(usd=1.0)
    game_budget = GameBudget(budget)
    assert all(game_budget.begin() for _ in range(3))
    budget.spent = Cost(1000, 0.3)
    game_budget.end([call(500, 0.2)])
    # One ended for 0.2, two run and have had 0.1: with a fourth they take 0.5 more, of 0.7.
    assert game_budget.begin()
    # A fifth would make it 0.7 more, a sixth 0.9.
    assert game_budget.begin()
    assert not game_budget.begin()


@pytest.mark.parametrize("in_flight", [1, 8])
def test_a_run_ends_cleanly_as_its_budget_nears(tmp_path: Path, in_flight: int) -> None:
    tallies: list[Progress] = []
    with serving(Loopback(answer=always_sensible())) as server:
        plan = plan_at(server, tmp_path, boards=4)
        file = tmp_path / "models.yaml"
        file.write_text(file.read_text("utf-8") + "  budget_tokens: 400000\n", "utf-8")
        plan = load_plan(file)
        options = Options(workers=0, in_flight=in_flight)
        result = play_run(plan, tmp_path / "run", options, tallies.append)
    run = load_run(tmp_path / "run")
    assert result.ended == "budget"
    assert 0 < len(run.games) < 80
    assert set(run.games["status"]) == {"finished"}
    ledger = server.ledger
    assert ledger.input_tokens + ledger.output_tokens <= 400_000
    assert ledger.input_tokens + ledger.output_tokens <= tallies[-1].tokens <= 400_000
    assert tallies[-1].calls <= ledger.requests


@pytest.mark.parametrize("near", ["finish", "stop"])
def test_games_under_way_go_on_near_the_budget_or_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, near: str
) -> None:
    """With `near_budget: stop` no call is made once no game may begin, but for those in flight."""
    in_flight = 8
    at_stop: list[int] = []
    with serving(Loopback(answer=always_sensible())) as server:
        stop = Models.stop

        def noted(models: Models) -> None:
            at_stop.append(server.ledger.requests)
            stop(models)

        monkeypatch.setattr(Models, "stop", noted)
        plan_at(server, tmp_path, boards=4)
        file = tmp_path / "models.yaml"
        rich = file.read_text("utf-8")
        file.write_text(f"{rich}  budget_tokens: 400000\n  near_budget: {near}\n", "utf-8")
        options = Options(workers=0, in_flight=in_flight)
        result = play_run(load_plan(file), tmp_path / "run", options, lambda progress: None)
    assert result.ended == "budget"
    assert 0 < result.progress.done < result.progress.total
    assert len(at_stop) == (1 if near == "stop" else 0)
    for before in at_stop:
        assert server.ledger.requests <= before + 4 * in_flight, "a panel of three asks at once"
