"""Who takes part in each format, who meets whom, and what a config gets wrong."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from codenames_sim.errors import InputError
from codenames_sim.records import load_run
from codenames_sim.runner import Options, play_run
from codenames_sim.tournament import Plan, Scheduler, fixtures, games_planned, load_plan, pairings

TEAMS = "entrants:\n" + "".join(
    f"  {name}: {{spymaster: random, operatives: random}}\n" for name in "abcd"
)
CROSS = """
format: cross_play
boards: 2
agents:
  hasty: {agent: vectors, strength: novice}
  calm: {agent: vectors, strength: expert}
spymasters: [hasty, calm]
operatives: [random, calm]
"""


def plan_of(folder: Path, config: str) -> Plan:
    file = folder / "plan.yaml"
    file.write_text(config, "utf-8")
    return load_plan(file)


def met(plan: Plan) -> list[str]:
    return [pairing.name for pairing in pairings(plan)]


def test_a_gauntlet(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, f"format: gauntlet\nchallenger: c\nboards: 3\n{TEAMS}")
    assert met(plan) == ["c vs a", "c vs b", "c vs d"]
    games = list(fixtures(plan, range(3)))
    assert len(games) == games_planned(plan) == 18
    assert Counter(game.first.name for game in games)["c"] == 9


def test_a_cross_play_against_each_other(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, CROSS)
    teams = ["hasty/random", "hasty/calm", "calm/random", "calm/calm"]
    assert list(plan.entrants) == teams
    assert len(met(plan)) == 6
    team = plan.entrants["hasty/calm"]
    assert (team.spymaster.label, team.operatives[0].label) == ("hasty", "calm")
    assert team.spymaster.params == {"strength": "novice"}


def test_a_cross_play_against_a_fixed_opponent(tmp_path: Path) -> None:
    opponent = "entrants:\n  rock: {spymaster: random, operatives: random}\n"
    plan = plan_of(tmp_path, CROSS + opponent)
    assert met(plan) == [
        "hasty/random vs rock",
        "hasty/calm vs rock",
        "calm/random vs rock",
        "calm/calm vs rock",
    ]


def test_a_swiss_s_rounds_have_boards_of_their_own(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, f"format: swiss\nrounds: 3\nboards: 5\n{TEAMS}")
    assert games_planned(plan) == Scheduler(plan).games == 3 * 5 * 2 * 2
    assert len(Scheduler(plan).segments) == 2


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished round robin in `results/pool`, and a folder `configs` beside it."""
    folder = tmp_path_factory.mktemp("ladder")
    (folder / "configs").mkdir()
    plan = plan_of(folder / "configs", f"boards: 4\nseed: 7\n{TEAMS}")
    play_run(plan, folder / "results" / "pool", Options(0), lambda progress: None)
    return folder / "configs"


LADDER = """
format: ladder
pool: ../results/pool
seed: 7
entrants:
  new: {spymaster: random, operatives: {agent: random, stop: 0.5}}
"""


def test_a_newcomer_meets_a_pool_on_its_boards(pool: Path) -> None:
    plan = plan_of(pool, LADDER)
    assert met(plan) == ["new vs a", "new vs b", "new vs c", "new vs d"]
    out = pool.parent / "results" / "new"
    play_run(plan, out, Options(0), lambda progress: None)
    old, new = load_run(pool.parent / "results" / "pool"), load_run(out)
    assert len(new.games) == 4 * 4 * 2, "no game of the pool is played again"
    assert set(new.games["board_id"]) == set(old.games["board_id"])
    assert not set(new.games["game_id"]) & set(old.games["game_id"])
    manifest = new.manifest["plan"]
    assert isinstance(manifest, dict)
    assert manifest["pool"] == old.manifest["run_id"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("seed: 7", "seed: 8"), "plan.yaml:3: the pool's seed is 7, this config's is 8"),
        (("seed: 7", "seed: 7\nwords: pl"), "plan.yaml:3: the pool's words is en, this config's i"),
        (("seed: 7", "seed: 7\nrules: {max_turns: 9}"), "plan.yaml:3: the pool's rules_hash is {"),
        (("seed: 7", "seed: 7\nboards: 5"), "plan.yaml:3: the pool has played 4 boards, not 5"),
        (("new:", "a:"), "plan.yaml:3: there are two entrants 'a'"),
        (("results/pool", "results/none"), "none: there is no such folder"),
        (("results/pool", "configs"), "configs: holds no run"),
    ],
)
def test_what_can_t_stand_beside_a_pool(pool: Path, change: tuple[str, str], says: str) -> None:
    with pytest.raises(InputError) as result:
        plan_of(pool, LADDER.replace(*change))
    text = str(result.value).replace(f"{pool}/../", "").replace(f"{pool}/", "")
    assert says in text.replace("../", "")


def test_an_open_run_is_no_pool(pool: Path) -> None:
    manifest = pool.parent / "results" / "pool" / "manifest.json"
    text = manifest.read_text("utf-8")
    manifest.write_text(text.replace('"finished"', '"open"'), "utf-8")
    try:
        with pytest.raises(InputError, match="is not finished"):
            plan_of(pool, LADDER)
    finally:
        manifest.write_text(text, "utf-8")


MISTAKES = [
    ("format: gauntlet\n" + TEAMS, "plan.yaml:1: a gauntlet needs 'challenger'"),
    (
        "format: gauntlet\nchallenger: e\n" + TEAMS,
        "plan.yaml:2: there is no entrant 'e'; known: a, b, c, d",
    ),
    ("challenger: a\n" + TEAMS, "plan.yaml:1: 'challenger' belongs to a gauntlet, and this is a r"),
    ("rounds: 3\n" + TEAMS, "plan.yaml:1: 'rounds' belongs to a swiss, and this is a round_robin"),
    ("format: swiss\n" + TEAMS, "plan.yaml:1: a swiss needs 'rounds'"),
    ("format: swiss\nrounds: 0\n" + TEAMS, "plan.yaml:2: 'rounds': input should be greater than o"),
    ("format: ladder\n" + TEAMS, "plan.yaml:1: a ladder needs 'pool'"),
    ("format: cross_play\nspymasters: [random]\n", "plan.yaml:1: a cross_play needs 'operatives'"),
    (
        "format: cross_play\nspymasters: [random]\noperatives: [random]\n",
        "plan.yaml:1: a cross_play needs at least two entrants",
    ),
    (CROSS.replace("[random, calm]", "[calm, calm]"), "plan.yaml:7: names 'calm' twice"),
    (CROSS.replace("[hasty, calm]", "[hsty]"), "plan.yaml:7: there is no agent 'hsty'; "),
    (
        CROSS + "entrants:\n  calm/calm: {spymaster: random, operatives: random}\n",
        "plan.yaml:7: there are two entrants 'calm/calm'",
    ),
    (
        "stop: {}\n" + TEAMS,
        "plan.yaml:1: 'stop': a pairing stops by either `sprt:` or `precision:`",
    ),
    (
        "stop: {precision: 0.02, sprt: {elo0: 0, elo1: 5}}\n" + TEAMS,
        "plan.yaml:1: 'stop': a pairing stops by either",
    ),
    (
        "stop:\n  sprt: {elo0: 5, elo1: 5}\n" + TEAMS,
        "plan.yaml:2: 'stop.sprt': elo0 must be below elo1",
    ),
    ("stop: {sprt: {elo0: 5}}\n" + TEAMS, "plan.yaml:1: 'stop.sprt.elo1' is missing"),
    (
        "stop: {sprt: {elo0: 5, elo1: 9, alpa: 0.1}}\n" + TEAMS,
        "plan.yaml:1: unknown key 'stop.sprt.alpa'; did you mean 'alpha'?",
    ),
    ("stop: {precision: 2}\n" + TEAMS, "plan.yaml:1: 'stop.precision': input should be less than "),
    (
        "format: self_play\nstop: {precision: 0.1}\n" + TEAMS,
        "plan.yaml:2: a self_play has no two entrants to compare",
    ),
    (
        "format: swiss\nrounds: 2\nstop: {precision: 0.1}\n" + TEAMS,
        "plan.yaml:3: a swiss has rounds, so its pairings can't be stopped",
    ),
]


@pytest.mark.parametrize(("config", "begins"), MISTAKES)
def test_a_mistake(tmp_path: Path, config: str, begins: str) -> None:
    with pytest.raises(InputError) as result:
        plan_of(tmp_path, config)
    assert str(result.value).replace(f"{tmp_path}/", "").startswith(begins)
