"""A pilot is the beginning of a run, spread over it, and says what the whole takes."""

from __future__ import annotations

import io
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from rich.console import Console

from codenames_sim.analysis import verify
from codenames_sim.dry_run.estimate import estimate
from codenames_sim.dry_run.pilot_estimate import PilotEstimate, pilot_estimate
from codenames_sim.records import load_run
from codenames_sim.report.cost_tables import pilot_notice, pilot_page
from codenames_sim.runner import Options, finished_run, play_run, recorded_plan
from codenames_sim.runner.pilot import pilot_games, play_pilot
from codenames_sim.runner.run import Ended
from codenames_sim.tournament import Plan, fixtures, games_planned, load_plan
from tests.llm_play.players import always_sensible, serving
from tests.loopback import Loopback

CONFIG = """
rules: {use: codenames, max_turns: 12}
boards: BOARDS
splits: [9-8, 8-8]
agents:
  chat: {llm: openai/chat, base_url: "URL/v1", max_tokens: 500}
  messages: {llm: anthropic/messages, base_url: "URL", mode: plan, clue_retries: 1}
entrants:
  dear: {spymaster: messages, operatives: [messages, chat]}
  cheap: {spymaster: random, operatives: messages}
  free: {spymaster: random, operatives: random}
  idle: {spymaster: random, operatives: {agent: random, stop: 0.5}}
models:
  prices:
    openai/chat: {input: 0.4, output: 1.6}
    anthropic/messages: {input: 1, output: 5}
"""
ASKING = {
    "dear vs cheap",
    "dear vs free",
    "dear vs idle",
    "cheap vs free",
    "cheap vs idle",
}


def config_at(url: str, folder: Path, boards: int, more: str = "") -> Path:
    file = folder / "priced.yaml"
    text = CONFIG.replace("URL", url).replace("BOARDS", str(boards))
    file.write_text(text + more, "utf-8")
    return file


def plan_at(url: str, folder: Path, boards: int = 4, more: str = "") -> Plan:
    return load_plan(config_at(url, folder, boards, more))


def pilot(plan: Plan, folder: Path, games: int) -> tuple[Ended, PilotEstimate]:
    ended = play_pilot(plan, folder, games, Options(0, 8), lambda progress: None)
    result = pilot_estimate(plan, folder, 8)
    assert result is not None
    return ended, result


def text_of(result: PilotEstimate) -> str:
    console = Console(width=200, record=True, file=io.StringIO())
    console.print(pilot_page(result))
    return console.export_text()


@pytest.mark.parametrize("boards", [1, 2, 4, 7])
def test_a_pilot_comes_to_every_game_with_models_once(tmp_path: Path, boards: int) -> None:
    plan = plan_at("http://x", tmp_path, boards)
    order = [fixture.game_id for fixture in pilot_games(plan)]
    asking = [each.game_id for each in fixtures(plan, range(boards)) if each.asks_models]
    assert sorted(order) == sorted(asking)


def test_a_pilot_is_spread_over_pairings_boards_splits_and_who_starts(tmp_path: Path) -> None:
    plan = plan_at("http://x", tmp_path, boards=40)
    first = list(islice(pilot_games(plan), 40))
    assert Counter(each.pairing for each in first) == dict.fromkeys(ASKING, 8)
    assert len({each.pair_number for each in first}) == 40, "a board of its own for each"
    for pairing in ASKING:
        mine = [each for each in first if each.pairing == pairing]
        assert Counter(each.rules.split for each in mine) == {"9-8": 4, "8-8": 4}
        one = pairing.split(" vs ")[0]
        assert sum(each.first.name == one for each in mine) == 4


def test_a_pilot_and_then_the_run_pay_once(tmp_path: Path) -> None:
    with serving(Loopback(answer=always_sensible())) as server:
        plan, folder = plan_at(server.url, tmp_path, boards=2), tmp_path / "run"
        ended, result = pilot(plan, folder, 10)
        assert (ended, result.played, result.games) == ("limit", 10, 40)
        asked = server.ledger.requests
        assert pilot(plan, folder, 10)[1] == result, "a pilot that was played is not played again"
        assert server.ledger.requests == asked
        assert pilot(plan, folder, 15)[1].played == 15, "a larger one plays what is missing"
        play_run(recorded_plan(folder), folder, Options(0), lambda progress: None)
        asked = server.ledger.requests
        ended, whole = pilot(plan, folder, 15)
        assert (ended, server.ledger.requests) == ("finished", asked)
    assert finished_run(plan, folder)
    assert verify(folder) == []
    run = load_run(folder)
    assert len(run.calls) == asked
    assert len(run.games) == games_planned(plan)
    assert whole.usd is not None
    total = float(run.games["usd"].sum())
    assert whole.usd.estimate == pytest.approx(total)
    assert whole.usd.interval == pytest.approx((total, total)), "nothing is left to estimate"
    assert whole.paid == pytest.approx(total)


def test_the_whole_run_lies_in_the_intervals_of_its_pilot(tmp_path: Path) -> None:
    with serving(Loopback(answer=always_sensible(4))) as server:
        plan, folder = plan_at(server.url, tmp_path, boards=6), tmp_path / "run"
        _, result = pilot(plan, folder, 15)
        play_run(plan, folder, Options(0), lambda progress: None)
    run = load_run(folder)
    assert result.usd is not None
    assert result.usd.interval is not None
    low, high = result.usd.interval
    assert low <= run.games["usd"].sum() <= high
    for model in result.models:
        mine = run.calls[run.calls["provider"] + "/" + run.calls["model"] == model.model]
        for total, true in (
            (model.calls, len(mine)),
            (model.input_tokens, mine["input_tokens"].sum()),
            (model.output_tokens, mine["output_tokens"].sum()),
        ):
            assert total.interval is not None
            assert total.interval[0] <= true <= total.interval[1]
    page = text_of(result)
    assert f"{result.games:,} games with language models: $" in page
    assert "By 15 games, which cost $" in page
    assert "of 5 of the 5 pairings" in page


def test_one_game_gives_a_number_and_no_interval(tmp_path: Path) -> None:
    with serving(Loopback(answer=always_sensible())) as server:
        plan = plan_at(server.url, tmp_path)
        _, result = pilot(plan, tmp_path / "run", 1)
    assert result.usd is not None
    assert result.paid is not None
    assert result.usd.interval is None
    assert result.usd.estimate == pytest.approx(result.paid * result.games)
    page = text_of(result)
    assert "(unknown)" in page
    assert "unknown until each pairing has been played; --pilot 10 plays each twice" in page


def test_less_than_the_whole_run_is_estimated_too(tmp_path: Path) -> None:
    with serving(Loopback(answer=always_sensible())) as server:
        plan, folder = plan_at(server.url, tmp_path), tmp_path / "run"
        _, whole = pilot(plan, folder, 5)
        half = pilot_estimate(plan, folder, 8, whole.games // 2)
    assert half is not None
    assert half.usd is not None
    assert whole.usd is not None
    assert half.usd.estimate == pytest.approx(whole.usd.estimate / 2)


def test_an_unknown_price_leaves_dollars_unknown(tmp_path: Path) -> None:
    with serving(Loopback(answer=always_sensible())) as server:
        file = config_at(server.url, tmp_path, boards=1)
        file.write_text(file.read_text("utf-8").partition("models:")[0], "utf-8")
        _, result = pilot(load_plan(file), tmp_path / "run", 2)
    assert result.usd is None
    assert result.paid is None
    assert "unknown dollars; " in text_of(result)


def test_a_pilot_keeps_to_the_budget(tmp_path: Path) -> None:
    with serving(Loopback(answer=always_sensible())) as server:
        plan = plan_at(server.url, tmp_path, more="  budget_usd: 0.05\n")
        ended = play_pilot(plan, tmp_path / "run", 12, Options(0, 2), lambda progress: None)
        tokens = server.ledger.input_tokens, server.ledger.output_tokens
    assert ended == "budget"
    assert (tokens[0] * 1 + tokens[1] * 5) / 1e6 < 0.06, "prices are at most these"
    assert float(load_run(tmp_path / "run").games["usd"].sum()) <= 0.05


def test_before_it_pays_it_says_what_it_may_cost(tmp_path: Path) -> None:
    plan = plan_at("http://x", tmp_path)
    result = estimate(plan, 8, games=6)
    assert result.games == 6
    assert result.usd is not None
    assert result.most_usd is not None
    assert result.usd.high < result.most_usd
    text = pilot_notice(result, "results/priced-pilot", None)
    assert text.startswith("Pilot: 6 games into results/priced-pilot, for $")
    assert "if every answer is as long as max_tokens allows. The config sets no budget" in text
    assert "The budget of $2.00 is never exceeded." in pilot_notice(result, "x", 2.0)
