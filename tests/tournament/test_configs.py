"""Every config that comes with the project is played, on few boards."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from codenames_sim.analysis import overview, verify
from codenames_sim.records import load_run
from codenames_sim.runner import Options, play_run
from codenames_sim.tournament import load_plan
from tests.llm_play.players import always_sensible, serving
from tests.loopback import Loopback

ROOT = Path(__file__).parents[2]
CONFIGS = {path.stem: path for path in sorted((ROOT / "configs").glob("*.yaml"))}
HOSTED = ("llm_duel", "llm_tournament")
PLAYED_ELSEWHERE = [
    name for name, path in CONFIGS.items() if "llamacpp/" in path.read_text("utf-8")
]
"""With a model that has to be installed; see tests/llm_play/test_local_game.py."""
PRICED = ("openai/gpt-5-mini", "anthropic/claude-haiku-4-5")
PRICES = f"prices: {{{', '.join(f'{name}: {{input: 1, output: 1}}' for name in PRICED)}}}"
LADDER = "```yml\n"


@pytest.mark.parametrize(
    "name", [name for name in CONFIGS if name not in (*HOSTED, *PLAYED_ELSEWHERE)]
)
def test_a_config_of_vectors_is_played(name: str, tmp_path: Path) -> None:
    plan = replace(load_plan(CONFIGS[name]), boards=2)
    play_run(plan, tmp_path / "run", Options(workers=0), lambda progress: None)
    assert verify(tmp_path / "run") == []
    result = overview(load_run(tmp_path / "run"))
    assert result.void == 0
    assert {record.entrant for record in result.entrants} == set(plan.entrants)


@pytest.mark.parametrize("name", HOSTED)
def test_a_config_of_hosted_models_is_played_within_its_budget(name: str, tmp_path: Path) -> None:
    with serving(Loopback(answer=always_sensible())) as server:
        text = CONFIGS[name].read_text("utf-8")
        for model, base in (("gpt-5-mini", f"{server.url}/v1"), ("claude-haiku-4-5", server.url)):
            text = text.replace(f"/{model},", f'/{model}, base_url: "{base}",')
        text = text.replace("models: {", f"models: {{{PRICES}, ")
        (tmp_path / f"{name}.yaml").write_text(f"rules: {{use: codenames, max_turns: 8}}\n{text}")
        plan = replace(load_plan(tmp_path / f"{name}.yaml"), boards=1)
        assert plan.models.budget_usd is not None
        result = play_run(plan, tmp_path / "run", Options(workers=0), lambda progress: None)
    assert result.ended == "finished"
    assert 0 < result.progress.usd <= plan.models.budget_usd
    assert verify(tmp_path / "run") == []
    assert set(load_run(tmp_path / "run").games["status"]) == {"finished"}


def test_the_ladder_in_the_docs_is_played(tmp_path: Path) -> None:
    pool = replace(load_plan(CONFIGS["strengths"]), boards=1)
    play_run(pool, tmp_path / "results" / "strengths", Options(workers=0), lambda progress: None)
    page = (ROOT / "docs" / "tournaments.md").read_text("utf-8")
    (block,) = page.split(LADDER)[1:]
    (tmp_path / "configs").mkdir()
    (tmp_path / "configs" / "ladder.yaml").write_text(block.split("```")[0], "utf-8")
    plan = load_plan(tmp_path / "configs" / "ladder.yaml")
    play_run(plan, tmp_path / "results" / "ladder", Options(workers=0), lambda progress: None)
    assert verify(tmp_path / "results" / "ladder") == []
    assert len(load_run(tmp_path / "results" / "ladder").games) == 2 * len(pool.entrants)
