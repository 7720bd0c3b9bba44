"""What identifies games and requests never drifts: golden hashes, and what they cover."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from codenames_sim.boards import board_id
from codenames_sim.llm import Message, Question, Request, Schema, parse_spec
from codenames_sim.tournament import Fixture, Plan, fixtures, load_plan
from tests.playing import STANDARD, variant

CONFIG = """
boards: 1
agents:
  gpt: {llm: openai/gpt-5-mini, effort: low, mode: plan}
  local: {llm: openai/qwen, base_url: "http://127.0.0.1:8000/v1"}
entrants:
  words: {spymaster: vectors, operatives: {agent: vectors, strength: casual}}
  models: {spymaster: gpt, operatives: [gpt, local, random], decide: discuss, rounds: 2}
  panel: {spymaster: [gpt, local], operatives: local}
"""
# A change of any of these makes old journals and merged runs useless: never write new ones because
# a test fails, only in a release that says so in docs/stability.md.
GAMES = {
    ("words", "models"): ("112551a2b656a6d4", "24a3b8bd44778086", "f69c207cfb88ca37"),
    ("models", "words"): ("ca0e36a8fdc9c82b", "24a3b8bd44778086", "811e7f2da0b2ba5e"),
    ("words", "panel"): ("375b17b5a1bac471", "1809c291056afabd", "4e86e520f183b05d"),
}
RULES = {
    "codenames": "ba7e5793b7279573",
    "8-8": "0f9fc30eb78bf502",
    "two assassins": "577e1f8db688de88",
    "unlimited": "863f182b645f4b5e",
}


def plan_of(folder: Path, text: str = CONFIG) -> Plan:
    file = folder / "identity.yaml"
    file.write_text(text, "utf-8")
    return load_plan(file)


def games_of(plan: Plan) -> dict[tuple[str, str], Fixture]:
    return {(each.first.name, each.second.name): each for each in fixtures(plan, [0])}


def test_ids_of_games_are_golden(tmp_path: Path) -> None:
    games = games_of(plan_of(tmp_path))
    result = {who: (games[who].game_id, games[who].pair_id, games[who].rng_seed) for who in GAMES}
    assert result == GAMES


def test_ids_of_runs_are_golden(tmp_path: Path) -> None:
    plan = plan_of(tmp_path)
    assert plan.run_id == "367ca1c98e927746"
    assert replace(plan, boards=7).run_id == plan.run_id, "more boards are the same run"


def test_hashes_of_rules_are_golden() -> None:
    result = {
        "codenames": STANDARD.hash,
        "8-8": STANDARD.with_split("8-8").hash,
        "two assassins": STANDARD.replace(assassins=2).hash,
        "unlimited": STANDARD.replace(extra_guesses="unlimited").hash,
    }
    assert result == RULES


SCHEMA = Schema("word", {"type": "object", "properties": {}, "required": ["word"]})
ASKED = (Message("system", "You know one word."), Message("user", "Say it."))
# The first 16 digits of 64.
REQUESTS: dict[tuple[str, tuple[tuple[str, object], ...]], str] = {
    ("openai/gpt-5-mini", ()): "feab1fbbf38db39d",
    (
        "openai/gpt-5-mini",
        (("effort", "low"), ("max_tokens", 80)),
    ): "1c20e3db7081fe2e",
    (
        "openai/qwen",
        (("base_url", "http://127.0.0.1:8000/v1"),),
    ): "8cd5620cb4dbe24f",
    (
        "anthropic/claude-haiku-4-5",
        (),
    ): "4e2ee7aed66b1d40",
    (
        "llamacpp/smollm2",
        (("temperature", 0.5),),
    ): "1f3dbe8968e50cd9",
}


@pytest.mark.parametrize("asked", REQUESTS)
def test_hashes_of_requests_are_golden(asked: tuple[str, tuple[tuple[str, object], ...]]) -> None:
    name, options = asked
    question = Question.put(parse_spec(name, dict(options)), Request(ASKED, SCHEMA))
    assert question.hash[:16] == REQUESTS[asked]


@pytest.mark.parametrize(
    ("name", "options", "default"),
    [
        ("openai/gpt-5-mini", {}, {"max_tokens": 4096}),
        ("openai/gpt-5-mini", {}, {"api": "responses"}),
        ("openai/gpt-5-mini", {}, {"base_url": "https://api.openai.com/v1/"}),
        ("openai/q", {"base_url": "http://127.0.0.1:1/v1"}, {"api": "chat"}),
        ("anthropic/claude-haiku-4-5", {}, {"effort": None}),
    ],
)
def test_an_option_at_its_default_is_as_if_left_out(
    name: str, options: dict[str, object], default: dict[str, object]
) -> None:
    plain = Question.put(parse_spec(name, options), Request(ASKED))
    assert Question.put(parse_spec(name, {**options, **default}), Request(ASKED)).hash == plain.hash
    assert "null" not in plain.text


class TestRulesHash:
    """The hash covers what changes play, and no title, comment or range."""

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "# A comment.\n",
            "parameters: {max_turns: {is: 60, from: 1, to: 99}}\n",
            "parameters: {house_rule: {is: false}}\n",
        ],
    )
    def test_what_changes_no_play(self, tmp_path: Path, text: str) -> None:
        own = variant(tmp_path, text)
        if "house_rule" in text:
            # A parameter that the package does not know may matter, so it counts.
            assert own.hash != STANDARD.hash
        else:
            assert own.hash == STANDARD.hash
            assert own.name != STANDARD.name

    @pytest.mark.parametrize(
        "text",
        [
            "parameters: {max_turns: 61}\n",
            "parameters: {rows: 6}\n",
            "parameters: {clue_profile: strict}\n",
            "flow:\n  penalty:\n    - end_turn: invalid_clue\n",
            "ends:\n  - {when: own_left == 0, winner: own, ending: agents_found, turn: won}\n",
        ],
    )
    def test_what_changes_play(self, tmp_path: Path, text: str) -> None:
        assert variant(tmp_path, text).hash != STANDARD.hash

    def test_a_parameter_that_is_added_changes_no_hash(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As a release would add it: to the package's rules, with a value that plays as before."""
        before = STANDARD.replace(max_turns=30).hash
        added = {**STANDARD.parameters, "clue_words": "any"}
        monkeypatch.setattr("codenames_sim.rules.model._standard_parameters", lambda: added)
        later = replace(STANDARD.replace(max_turns=30), parameters={**added, "max_turns": 30})
        assert later.hash == before

    def test_rules_of_another_name_are_not_equal_but_play_alike(self, tmp_path: Path) -> None:
        own = variant(tmp_path, "")
        assert own != STANDARD
        assert own.hash == STANDARD.hash


class TestRandomness:
    """`turn.rng` is seeded by public facts: it can't tell boards with the same words apart."""

    def test_it_knows_nothing_of_the_key(self, tmp_path: Path) -> None:
        fixture = next(iter(games_of(plan_of(tmp_path)).values()))
        board = fixture.board
        hidden = structs.replace(board, key=board.key[::-1], first_colour="red")
        other = structs.replace(fixture, board=hidden, board_seed=99, game_id="another")
        assert board_id(other.board) != board_id(board)
        assert other.rng_seed == fixture.rng_seed

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("strength: casual", "strength: skilled"),
            ("words:", "others:"),
            ("boards: 1", "boards: 1\nrules: {use: codenames, max_turns: 61}"),
        ],
    )
    def test_it_differs_with_what_is_public(self, tmp_path: Path, old: str, new: str) -> None:
        def seeds(text: str) -> set[str]:
            return {each.rng_seed for each in games_of(plan_of(tmp_path, text)).values()}

        changed = seeds(CONFIG.replace(old, new)) - seeds(CONFIG)
        assert len(changed) >= 4

    def test_repetitions_differ(self, tmp_path: Path) -> None:
        plan = replace(plan_of(tmp_path), repetitions=3)
        games = [each for each in fixtures(plan, [0]) if each.first.name == "words"]
        assert len({each.rng_seed for each in games}) == len(games)
        assert len({each.game_id for each in games}) == len(games)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("decide: discuss, rounds: 2", "decide: discuss, rounds: 3"),
        ("decide: discuss, rounds: 2", "decide: captain"),
        ("effort: low", "effort: high"),
        ("[gpt, local, random]", "[gpt, local]"),
        ("models:", "renamed:"),
    ],
)
def test_whatever_a_config_declares_of_a_team_is_in_the_ids_of_its_games(
    tmp_path: Path, old: str, new: str
) -> None:
    ids = {each.game_id for each in games_of(plan_of(tmp_path)).values()}
    other = {
        each.game_id for each in games_of(plan_of(tmp_path, CONFIG.replace(old, new))).values()
    }
    assert len(other - ids) >= 4


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("spymaster: vectors", "spymaster: {agent: vectors}"),
        ("operatives: local}", "operatives: local, decide: vote, rounds: 1}"),
        ("boards: 1", "boards: 1\nmodels: {budget_usd: 1.0, keep: hash}\ncache: kept.sqlite"),
        ("boards: 1", "boards: 1\nscoring: {stalled: leave_out}\nformat: round_robin"),
    ],
)
def test_what_says_the_same_gives_the_same_ids(tmp_path: Path, old: str, new: str) -> None:
    assert old in CONFIG
    plan, other = plan_of(tmp_path), plan_of(tmp_path, CONFIG.replace(old, new))
    assert [each.game_id for each in fixtures(other, [0])] == [
        each.game_id for each in fixtures(plan, [0])
    ]
    assert other.run_id == plan.run_id
