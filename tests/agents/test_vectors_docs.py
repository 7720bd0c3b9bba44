"""The code in docs/agents.md runs, and its configs are played."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import cast

import pytest

from codenames_sim.agents import Operative, Spymaster, TeamAgents, make_agent
from codenames_sim.agents.vectors import STRENGTHS
from codenames_sim.boards import deal
from codenames_sim.match import play_match
from codenames_sim.rules import Game
from codenames_sim.tournament import Entrant, load_plan

DOCS = (Path(__file__).parents[2] / "docs" / "agents.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    """The code of one language, block by block."""
    return re.findall(rf"```{language}\n(.*?)```", DOCS, re.DOTALL)


def team(entrant: Entrant) -> TeamAgents:
    """An entrant's agents."""
    giver, guesser = entrant.spymaster, entrant.operatives[0]
    return TeamAgents(
        cast(Spymaster, make_agent(giver.kind, "spymaster", giver.params)),
        cast(Operative, make_agent(guesser.kind, "operative", guesser.params)),
    )


@pytest.fixture(autouse=True)
def _own_agents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_agents.py").write_text("\n".join(blocks("python")), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)


def plays(tmp_path: Path, config: str) -> None:
    """Plays two games of a config with each entrant first."""
    (tmp_path / "config.yaml").write_text(config, "utf-8")
    plan = load_plan(tmp_path / "config.yaml")
    (rules,) = plan.rules.values()
    one, other = plan.entrants.values()
    for first, second in ((one, other), (other, one)):
        game = Game(rules, deal(rules, plan.words, plan.seed))
        asyncio.run(play_match(game, {"first": team(first), "second": team(second)}, "docs"))
        assert game.outcome is not None


@pytest.mark.parametrize("config", blocks("yaml"))
def test_its_configs_are_played(tmp_path: Path, config: str) -> None:
    plays(tmp_path, config)


def test_its_spymaster_plays(tmp_path: Path) -> None:
    plays(
        tmp_path,
        "entrants:\n"
        '  one: {spymaster: "my_agents:OneLetter", operatives: "my_agents:Letters"}\n'
        "  two: {spymaster: vectors, operatives: random}\n",
    )


def test_it_has_ten_lines_for_an_operative() -> None:
    lines = [line for line in blocks("python")[0].splitlines() if line.strip()]
    assert len(lines) <= 10


def test_it_names_every_strength() -> None:
    for name in STRENGTHS:
        assert f"| `{name}` |" in DOCS
