"""A mistake in a config gets an error that names the key, what was wrong and what is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from codenames_sim.errors import InputError
from codenames_sim.tournament import fixtures, games_planned, load_plan
from tests.runner.test_run import plan_of

TEAM = "entrants:\n  a: {spymaster: random, operatives: random}\n"

MISTAKES = [
    ("", "small.yaml:1: should be a mapping, but is nothing"),
    ("boards: 5", "small.yaml:1: 'entrants' is missing"),
    ("entrants: {}", "small.yaml:1: 'entrants' is missing"),
    (TEAM + "board: 5", "small.yaml:3: unknown key 'board'; did you mean 'boards'?"),
    (TEAM + "boards: 0", "small.yaml:3: 'boards': input should be greater than or equal to 1"),
    (TEAM + "boards: lots", "small.yaml:3: 'boards': input should be a valid integer"),
    (TEAM + "boards: 2.5", "small.yaml:3: 'boards': input should be a valid integer"),
    (TEAM + "seed: -1", "small.yaml:3: 'seed': input should be greater than or equal to 0"),
    (TEAM + "words: fr", "small.yaml:3: there is no word list 'fr'; known: en, pl"),
    (TEAM + "words: no/such.txt", "no/such.txt: can't be read: No such file or directory"),
    (TEAM + "language: xx", "small.yaml:3: there is no language 'xx'; known: en"),
    (TEAM + "rules: codename", "small.yaml:3: there are no rules named 'codename'; did you mean"),
    (
        TEAM + "rules: {first_agnts: 8}",
        "small.yaml:3: 'first_agnts' is not a parameter of these rules",
    ),
    (
        TEAM + "rules: {rows: 12, columns: 12, use: codenames}\nwords: {}",
        "small.yaml:4: 'words': inp",
    ),
    (TEAM + "splits: [9:8]", "small.yaml:3: '9:8' is not a split; write"),
    (
        TEAM + "splits: [nine-eight]",
        "small.yaml:3: 'nine-eight' is not a split; write two numbers",
    ),
    (TEAM + "splits: [20-8]", "small.yaml:3: 'bystanders' is -4 (rows * columns - "),
    (
        TEAM + "format: round_robbin",
        "small.yaml:3: 'format': input should be 'round_robin', 'self_play', 'gaun",
    ),
    (TEAM + "format: round_robin", "small.yaml:3: a round_robin needs at least two entrants"),
    (
        "entrants:\n  a: {spymaster: randm, operatives: random}",
        "small.yaml:2: there is no agent 'randm'; did you mean 'random'?",
    ),
    (
        "entrants:\n  a: {spymaster: random, operatives: {agent: random, stp: 1}}",
        "small.yaml:2: agent 'random' as operative: ",
    ),
    (
        "entrants:\n  a: {spymaster: random, operatives: {agent: random, stop: 3}}",
        "small.yaml:2: agent 'random' as operative: stop must be a probability "
        "from 0 to 1, not 3; parameters: stop",
    ),
    (
        "entrants:\n  a: {spymaster: random}",
        "small.yaml:2: 'entrants.a.operatives' is missing",
    ),
    (
        "entrants:\n  a: {spymastr: random, operatives: random}",
        "small.yaml:2: 'entrants.a.spymaster' is missing",
    ),
    (
        "entrants:\n  a: {spymaster: random, operatives: random, captain: me}",
        "small.yaml:2: unknown key 'entrants.a.captain'; known: spymaster, operatives",
    ),
    (
        "entrants:\n  a: {spymaster: no.such:Mind, operatives: random}",
        "small.yaml:2: agent 'no.suc",
    ),
    (
        "entrants:\n  a: {spymaster: 'json:loads', operatives: random}",
        "small.yaml:2: agent 'json:lo",
    ),
    (
        "entrants:\n  a: {spymaster: 'json:nope', operatives: random}",
        "small.yaml:2: agent 'json:no",
    ),
    ("entrants:\n  a vs b: {spymaster: random, operatives: random}", "small.yaml:1: "),
    (
        "entrants:\n  a: {spymaster: random, operatives: []}",
        "small.yaml:2: 'entrants.a.operatives'",
    ),
    (
        TEAM + "boards: 5\nboards: 6",
        "small.yaml:4: has the duplicate key 'boards'; line 3 has it already",
    ),
]


@pytest.mark.parametrize(("config", "begins"), MISTAKES)
def test_a_mistake(tmp_path: Path, config: str, begins: str) -> None:
    with pytest.raises(InputError) as result:
        plan_of(tmp_path, config)
    assert str(result.value).replace(f"{tmp_path}/", "").startswith(begins)


def test_paths_in_a_config_are_relative_to_it(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("\n".join(f"word{n}" for n in range(30)))
    (tmp_path / "mine.yaml").write_text("extends: codenames\nrules: mine\nparameters: {rows: 4}")
    plan = plan_of(tmp_path, TEAM + "words: words.txt\nrules: mine.yaml")
    assert plan.words.words[0] == "word0"
    assert next(iter(plan.rules.values())).rows == 4


def test_a_list_too_short_for_the_grid(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("one\ntwo")
    with pytest.raises(InputError, match="has 2 words for a grid of 25"):
        plan_of(tmp_path, TEAM + "words: ./words.txt")


def test_who_meets_whom(tmp_path: Path) -> None:
    teams = "".join(f"  {name}: {{spymaster: random, operatives: random}}\n" for name in "abc")
    plan = plan_of(tmp_path, f"entrants:\n{teams}boards: 4")
    games = list(fixtures(plan, range(4)))
    assert len(games) == games_planned(plan) == 4 * 6
    assert {game.pairing for game in games} == {"a vs b", "a vs c", "b vs c"}
    alone = plan_of(tmp_path, f"entrants:\n{teams}boards: 4\nformat: self_play")
    assert [game.pairing for game in fixtures(alone, range(1))] == ["a vs a", "b vs b", "c vs c"]


def test_a_team_without_chance_plays_a_board_once(tmp_path: Path) -> None:
    script = "{agent: scripted}"
    many = "boards: 1\nrepetitions: 5\n"
    alone = f"entrants:\n  a: {{spymaster: {script}, operatives: {script}}}\n"
    assert games_planned(plan_of(tmp_path, many + alone)) == 1
    assert games_planned(plan_of(tmp_path, many + TEAM)) == 5


def test_a_game_s_id_is_of_all_that_determines_it(tmp_path: Path) -> None:
    ids = []
    for change in ("", "rules: {max_turns: 50}", "words: pl", "seed: 1", "boards: 7"):
        plan = plan_of(tmp_path, f"{TEAM}{change}")
        ids.append(next(fixtures(plan, [0])).game_id)
    assert len(set(ids)) == 4
    assert ids[0] == ids[4]
    faster = "entrants:\n  a: {spymaster: random, operatives: {agent: random, stop: 0.9}}"
    assert next(fixtures(plan_of(tmp_path, faster), [0])).game_id != ids[0]
    assert load_plan(tmp_path / "small.yaml").name == "small"
