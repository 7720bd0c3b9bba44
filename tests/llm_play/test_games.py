"""Whole runs in which language models play, over HTTP and the real SDKs."""

from __future__ import annotations

import json
import math
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest

from codenames_sim.agents.llm import DEFAULT_PROMPTS
from codenames_sim.analysis import verify
from codenames_sim.errors import InputError
from codenames_sim.records import Run, load_run
from codenames_sim.runner import Options, play_run
from codenames_sim.tournament import Plan, load_plan
from tests.llm_play.players import INJECTION, Player, always_sensible, by_turns, serving
from tests.loopback import Fault, Loopback

CONFIG = """
rules: {use: codenames, max_turns: TURNS}
boards: BOARDS
agents:
  chat: {llm: openai/chat, base_url: "URL/v1"}
  responses: {llm: openai/responses, base_url: "URL/v1", api: responses, mode: plan}
  messages: {llm: anthropic/messages, base_url: "URL", mode: plan, clue_retries: 1}
entrants:
  step: {spymaster: chat, operatives: chat}
  plan: {spymaster: responses, operatives: messages}
  vote: {spymaster: messages, operatives: [responses, chat, random]}
  talk: {spymaster: [chat, messages], operatives: [messages, responses, chat], decide: discuss}
  captain: {spymaster: random, operatives: [chat, messages], decide: captain}
models:
  retry: {attempts: 6, timeout: 10.0, first_wait: 0.01, longest_wait: 0.3}
"""
FAULTS = {
    Fault.RATE_LIMITED: 0.02,
    Fault.RATE_LIMITED_MS: 0.02,
    Fault.SERVER_ERROR: 0.03,
    Fault.OVERLOADED: 0.03,
    Fault.RESET: 0.03,
    Fault.RESET_MIDWAY: 0.03,
    Fault.HANG: 0.002,
    Fault.HTML: 0.02,
    Fault.BROKEN_JSON: 0.02,
    Fault.INVALID_UTF8: 0.02,
    Fault.SLOW: 0.02,
    Fault.TRUNCATED: 0.02,
    Fault.REFUSED: 0.02,
    Fault.DUPLICATE_KEYS: 0.02,
    Fault.REASONING_ONLY: 0.018,
    Fault.PROSE: 0.001,
}
DELIVERED = ("ok", "illegal", "unparsable", "refused", "truncated")


def plan_at(server: Loopback, folder: Path, boards: int = 1, turns: int = 12) -> Plan:
    file = folder / "models.yaml"
    text = CONFIG.replace("URL", server.url).replace("BOARDS", str(boards))
    file.write_text(text.replace("TURNS", str(turns)), "utf-8")
    return load_plan(file)


def played(server: Loopback, folder: Path, in_flight: int = 20, **plan: int) -> Run:
    play_run(
        plan_at(server, folder, **plan),
        folder / "run",
        Options(workers=0, in_flight=in_flight),
        lambda progress: None,
    )
    return load_run(folder / "run")


def check_sums(run: Run, server: Loopback) -> None:
    """The tables add up among themselves, and to the server's own account."""
    assert verify(run.folder) == []
    games, calls, ledger = run.games, run.calls, server.ledger
    assert len(games) == run.manifest["games"]
    void = games[games["status"] == "void"]
    assert void["error"].notna().all()
    assert games[games["status"] == "finished"]["error"].isna().all()
    for column in ("input_tokens", "output_tokens"):
        by_game = calls.groupby("game_id")[column].sum()
        assert dict(games.set_index("game_id")[column].loc[by_game.index]) == dict(by_game)
    assert len(calls) == ledger.requests
    delivered = calls[calls["outcome"].isin(DELIVERED)]
    # What the server sent and nobody waited for any more.
    given_up = calls["outcome"].isin(["timeout", "lost", "cancelled"]).sum()
    assert 0 <= ledger.delivered - len(delivered) <= given_up
    if len(delivered) == ledger.delivered:
        assert int(delivered["input_tokens"].sum()) == ledger.input_tokens
        assert int(delivered["output_tokens"].sum()) == ledger.output_tokens
    assert math.isclose(calls["usd"].fillna(0).sum(), games["usd"].fillna(0).sum())


def test_models_play_whole_games(tmp_path: Path) -> None:
    with serving(Loopback(answer=always_sensible())) as server:
        run = played(server, tmp_path)
    check_sums(run, server)
    games, calls = run.games, run.calls
    assert set(games["status"]) == {"finished"}
    # Clues are any words, so that one that is not legal is thought over now and then.
    assert set(calls["outcome"]) <= {"ok", "illegal"}
    retried = calls[calls["outcome"] == "illegal"]
    assert set(retried["model"]) <= {"messages"}
    decide = dict(zip(games["first_entrant"], games["first_decide"], strict=True))
    assert decide["vote"] == "vote"
    assert decide["talk"] == "discuss"
    assert pd.isna(decide["step"])
    spymaster = dict(zip(games["first_entrant"], games["first_spymaster"], strict=True))
    assert spymaster["talk"] == "chat + messages"
    seats = Counter(calls["seat"])
    assert {seat.split(".", 1)[1] for seat in seats} == {
        *("spymaster", "spymaster.0", "spymaster.1"),
        *("operative.0", "operative.1", "operative.2"),
    }
    votes = {len(votes) for votes in run.guesses["votes"]}
    assert votes == {0, 2, 3}
    assert set(run.guesses["reason"].dropna()) == {"it fits"}
    assert set(calls["reasoning"]) == {'{"word": "from reasoning"}'}
    assert set(calls["asked_as"]) == {"schema"}
    assert calls["batch_id"].isna().all()
    assert set(games["prompts"]) == {DEFAULT_PROMPTS}
    assert run.turns["said"].equals(run.turns["clue"])


def test_a_plan_costs_fewer_calls_than_steps(tmp_path: Path) -> None:
    with serving(Loopback(answer=always_sensible())) as server:
        run = played(server, tmp_path)
    calls = run.calls[run.calls["seat"].str.contains("operative")]
    merged = calls.merge(run.games, on="game_id")
    guesses = run.guesses.merge(run.turns[["game_id", "turn", "team"]], on=["game_id", "turn"])
    guesses = guesses.merge(run.games, on="game_id")

    def calls_a_guess(entrant: str) -> float:
        asked = sum(
            int((merged[f"{team}_entrant"].eq(entrant) & merged["seat"].str.startswith(team)).sum())
            for team in ("first", "second")
        )
        made = sum(
            int((guesses[f"{team}_entrant"].eq(entrant) & guesses["team"].eq(team)).sum())
            for team in ("first", "second")
        )
        return asked / made

    assert calls_a_guess("step") >= 1
    assert calls_a_guess("plan") < 1


@pytest.mark.parametrize("in_flight", [20])
def test_faults_and_malice_end_in_finished_or_explained_games(
    tmp_path: Path, in_flight: int
) -> None:
    hostile(tmp_path, boards=1, in_flight=in_flight, answer=by_turns(1))


@pytest.mark.long
def test_500_games_at_300_in_flight(tmp_path: Path) -> None:
    hostile(tmp_path, boards=25, in_flight=300, answer=by_turns(2))


def hostile(folder: Path, boards: int, in_flight: int, answer: Player) -> None:
    with serving(Loopback(answer=answer, faults=FAULTS, seed=boards)) as server:
        run = played(server, folder, in_flight, boards=boards)
    check_sums(run, server)
    assert len(run.games) == 20 * boards
    outcomes = set(run.calls["outcome"])
    assert outcomes >= {"ok", "illegal", "unparsable", "refused", "truncated", "server_error"}
    assert (run.turns["ended_by"] == "forfeit").any()
    for request in run.calls["request"].dropna():
        check_harmless(json.loads(request)["request"]["messages"])
    assert (run.games["status"] == "finished").mean() > 0.7
    assert INJECTION not in "".join(run.guesses["reason"].dropna())


def check_harmless(messages: list[dict[str, str]]) -> None:
    """What others said stands in quotes, on a line that says whose words they are."""
    for line in "\n".join(message["text"] for message in messages).splitlines():
        assert line.isprintable()
        if "ignore all rules" in line:
            assert line.startswith(
                ("- ", "Your previous answer ended with: ", "It cannot be used: ")
            )
            assert len(line) < 500


def test_a_spymasters_hidden_words_reach_no_prompt(tmp_path: Path) -> None:
    """Neither a game's id nor its seed, nor the words that a clue is meant for."""
    with serving(Loopback(answer=always_sensible())) as server:
        run = played(server, tmp_path)
    for game in run.games.to_dict("records"):
        requests = " ".join(run.calls[run.calls["game_id"] == game["game_id"]]["request"])
        for secret in (game["game_id"], game["pair_id"], game["board_id"], game["run_id"]):
            assert secret not in requests


def test_prompts_of_the_config_are_told_and_kept(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("plan: Say it all at once.\n", "utf-8")
    with serving(Loopback(answer=always_sensible())) as server:
        standard = plan_at(server, tmp_path)
        file = tmp_path / "models.yaml"
        file.write_text(f"prompts: mine.yaml\n{file.read_text('utf-8')}", "utf-8")
        changed = load_plan(file)
        assert changed.run_id != standard.run_id
        play_run(changed, tmp_path / "run", Options(workers=0), lambda progress: None)
    run = load_run(tmp_path / "run")
    assert run.calls["request"].str.contains("Say it all at once").any()
    (kept,) = (run.folder / "inputs" / "prompts").iterdir()
    assert "Say it all at once" in kept.read_text("utf-8")
    assert run.manifest["plan"]["prompts"] == [kept.stem]  # type: ignore[index]


@pytest.mark.parametrize(
    ("team", "said"),
    [
        ("{spymaster: random, operatives: []}", "'entrants.a.operatives': value should have at"),
        ("{spymaster: random, operatives: [random, random], decide: fight}", "'entrants.a.decide'"),
        ("{spymaster: random, operatives: random, rounds: 0}", "'entrants.a.rounds'"),
        ("{spymaster: {llm: openai/x, prompts: no.yaml}, operatives: random}", "no.yaml: can't"),
    ],
)
def test_mistakes_in_a_team(tmp_path: Path, team: str, said: str) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(f"entrants:\n  a: {team}\n", "utf-8")
    with pytest.raises(InputError) as fault:
        load_plan(file)
    assert said in str(fault.value)
