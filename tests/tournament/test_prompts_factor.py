"""Several prompts are a factor of a tournament: every board is played under each wording."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import msgspec
import pytest

from codenames_sim.agents.llm import load_prompts, prompts_file, prompts_hash
from codenames_sim.dry_run.estimate import estimate
from codenames_sim.dry_run.rehearsal import rehearse
from codenames_sim.errors import ConfigError
from codenames_sim.runner.folder import close_run, locked, open_run
from codenames_sim.tournament import (
    Fixture,
    Pairing,
    Plan,
    Scheduler,
    fixtures,
    fixtures_of,
    games_per_pair,
    games_planned,
    load_plan,
    pairings,
)

TEAMS = """
agents:
  gpt: {llm: openai/gpt-5-mini, mode: plan}
  old: {llm: openai/gpt-5-mini, prompts: v1}
entrants:
  models: {spymaster: gpt, operatives: gpt}
  mixed: {spymaster: gpt, operatives: [old, random]}
  fixed: {spymaster: old, operatives: old}
  words: {spymaster: vectors, operatives: vectors}
  others: {spymaster: random, operatives: random}
"""
TAKING = ("models", "mixed")


def plan_of(folder: Path, prompts: str | None, more: str = "boards: 2", teams: str = TEAMS) -> Plan:
    (folder / "mine.yaml").write_text("step: One word, as JSON.\n", "utf-8")
    file = folder / "factor.yaml"
    given = "" if prompts is None else f"prompts: {prompts}\n"
    file.write_text(f"{given}{more}\n{teams}", "utf-8")
    return load_plan(file)


def ids_of(plan: Plan) -> set[str]:
    return {game.game_id for game in fixtures(plan, range(plan.boards))}


def told(game: Fixture) -> Iterator[tuple[str, str]]:
    """Each language model's label with the name of its texts."""
    known = {prompts_hash(load_prompts("en", name)): name for name in ("v1", "v2", "v3")}
    for team in (game.first, game.second):
        for _, seat in team.seats:
            if seat.asks:
                yield seat.label, known.get(prompts_hash(seat.texts), "mine")


class TestTheSchedule:
    def test_each_board_is_played_under_each_wording(self, tmp_path: Path) -> None:
        plan = plan_of(tmp_path, "[v2, v3, mine.yaml]")
        games = [*fixtures(plan, range(plan.boards))]
        by_pairing: dict[str, Counter[str | None]] = defaultdict(Counter)
        for game in games:
            by_pairing[game.pairing][game.prompts] += 1
            assert set(told(game)) <= {("old", "v1"), ("gpt", str(game.prompts))}
        for pairing in pairings(plan):
            takes = any(name in TAKING for name in pairing)
            fixed = "v1" if "fixed" in pairing else None
            wordings = ("v2", "v3", "mine") if takes else (fixed,)
            assert by_pairing[pairing.name] == dict.fromkeys(wordings, 2 * plan.boards)
        assert len(games) == len(ids_of(plan)) == games_planned(plan)

    def test_wordings_share_boards_and_pairs_do_not(self, tmp_path: Path) -> None:
        plan = plan_of(tmp_path, "[v2, v3]")
        games = [game for game in fixtures(plan, [0]) if game.pairing == "models vs words"]
        assert len({game.board for game in games}) == 1
        pairs = defaultdict(list)
        for game in games:
            pairs[game.pair_id].append((game.prompts, game.first.name))
        assert sorted(map(sorted, pairs.values())) == [
            [(wording, "models"), (wording, "words")] for wording in ("v2", "v3")
        ]

    def test_it_multiplies_with_splits_and_repetitions(self, tmp_path: Path) -> None:
        more = "boards: 1\nsplits: [9-8, 8-8]\nrepetitions: 3"
        plan = plan_of(tmp_path, "[v2, v3]", more)
        expected = {"models vs words": 24, "words vs others": 12, "fixed vs words": 12}
        for name, games in expected.items():
            assert games_per_pair(plan, Pairing(*name.split(" vs "))) == games
        assert len(ids_of(plan)) == games_planned(plan)

    def test_no_model_plays(self, tmp_path: Path) -> None:
        teams = "entrants:\n  a: {spymaster: random, operatives: random}\n"
        plan = plan_of(tmp_path, "[v2, v3]", teams=teams)
        without = plan_of(tmp_path, None, teams=teams)
        assert plan.wordings == ()
        assert (plan.run_id, plan.describe()) == (without.run_id, without.describe())

    def test_an_estimate_counts_all_wordings(self, tmp_path: Path) -> None:
        one, two = (plan_of(tmp_path, prompts, "boards: 8") for prompts in ("v2", "[v2, v3]"))
        assert estimate(one, 8).games == 8 * 2 * 9
        assert estimate(two, 8).games == 8 * 2 * (2 * 7 + 2)

    def test_a_rehearsal_is_told_the_wording_of_its_game(self, tmp_path: Path) -> None:
        plan = plan_of(tmp_path, "[v2, v3]")
        games = [game for game in fixtures(plan, [0]) if game.pairing == "models vs words"]
        for game in games:
            heard = rehearse(game)[1][0].request.messages[0].text
            assert heard.startswith("You play Codenames as") == (game.prompts == "v3")


class TestIdentity:
    def test_the_default_adds_nothing_and_one_name_is_no_factor(self, tmp_path: Path) -> None:
        plans = [plan_of(tmp_path, prompts) for prompts in (None, "v2", "[v2]")]
        assert len({plan.run_id for plan in plans}) == 1
        assert len({frozenset(ids_of(plan)) for plan in plans}) == 1
        assert all(plan.wordings == () for plan in plans)
        assert plan_of(tmp_path, "[v3]").run_id == plan_of(tmp_path, "v3").run_id

    def test_games_have_the_ids_that_they_have_under_one_wording(self, tmp_path: Path) -> None:
        both = plan_of(tmp_path, "[v2, v3]")
        assert ids_of(both) == ids_of(plan_of(tmp_path, "v2")) | ids_of(plan_of(tmp_path, "v3"))
        assert ids_of(both) == ids_of(plan_of(tmp_path, "[v3, v2]"))
        assert both.run_id not in {plan_of(tmp_path, name).run_id for name in ("v2", "v3")}

    def test_a_file_is_identified_by_its_texts(self, tmp_path: Path) -> None:
        before = ids_of(plan_of(tmp_path, "mine.yaml"))
        (tmp_path / "renamed.yaml").write_text("step: One word, as JSON.\n", "utf-8")
        assert ids_of(plan_of(tmp_path, "renamed.yaml")) == before
        (tmp_path / "renamed.yaml").write_text("step: One word only, as JSON.\n", "utf-8")
        other = ids_of(plan_of(tmp_path, "renamed.yaml"))
        unaffected = ids_of(plan_of(tmp_path, "v2")) & ids_of(plan_of(tmp_path, "v3"))
        assert other & before == unaffected

    def test_a_file_equal_to_a_version_is_another_wording(self, tmp_path: Path) -> None:
        """So the same texts can be compared with themselves: what differs is chance."""
        (tmp_path / "same.yaml").write_text(prompts_file(load_prompts("en")), "utf-8")
        plan = plan_of(tmp_path, "[v2, same.yaml]")
        assert {game.prompts for game in fixtures(plan, [0])} >= {"v2", "same"}
        assert len(ids_of(plan)) == games_planned(plan)
        assert len(plan.prompts) == 2, "v2, and v1 of the agent that names it"

    def test_ids_of_games_under_several_wordings_are_golden(self, tmp_path: Path) -> None:
        teams = "entrants:\n  a: {spymaster: {llm: openai/x}, operatives: random}\n"
        games = fixtures(plan_of(tmp_path, "[v1, v2, v3]", "boards: 1", teams), [0])
        assert {game.prompts: (game.game_id, game.pair_id) for game in games} == {
            "v1": ("dadc4dadc7f77bed", "4eecfce357c93c42"),
            "v2": ("fff40c78f2c91014", "3336b172c1bfa25f"),
            "v3": ("9c1466979c7c9b45", "045b98a342f4454d"),
        }


class TestFormats:
    def test_cross_play(self, tmp_path: Path) -> None:
        agents = "{gpt: {llm: openai/x}, own: {llm: openai/x, prompts: v1}}"
        who = "spymasters: [gpt, own, vectors]\noperatives: [gpt, vectors]"
        more = f"format: cross_play\nboards: 1\nagents: {agents}\n{who}"
        plan = plan_of(tmp_path, "[v2, v3]", more, teams="")
        counts = Counter(game.pairing for game in fixtures(plan, [0]))
        assert counts["own/vectors vs vectors/vectors"] == 2
        assert counts["gpt/gpt vs vectors/vectors"] == 4
        assert counts["own/gpt vs vectors/vectors"] == 4
        assert sum(counts.values()) == games_planned(plan)

    def test_swiss(self, tmp_path: Path) -> None:
        teams = "entrants:\n" + "".join(
            f"  {name}: {{spymaster: {{llm: openai/x}}, operatives: random}}\n" for name in "abcd"
        )
        plan = plan_of(tmp_path, "[v2, v3]", "format: swiss\nrounds: 2\nboards: 3", teams)
        scheduler = Scheduler(plan)
        assert games_planned(plan) == 2 * 3 * 2 * 4
        while not scheduler.over:
            for segment in [segment for segment in scheduler.segments if not segment.over]:
                for number in range(segment.begin, segment.end):
                    scheduler.add([(segment.pairing.name, number, 1.0)] * 4)
        assert len([*fixtures_of(plan, scheduler.pairs())]) == games_planned(plan)

    def test_an_sprt_takes_all_wordings_of_a_board_as_one_observation(self, tmp_path: Path) -> None:
        more = "boards: 200\nstop: {sprt: {elo0: 0, elo1: 100}}"
        teams = "entrants:\n" + "".join(
            f"  {name}: {{spymaster: {{llm: openai/x}}, operatives: random}}\n" for name in "ab"
        )
        plan = plan_of(tmp_path, "[v2, v3]", more, teams)
        scheduler = Scheduler(plan)
        (segment,) = scheduler.segments
        name = segment.pairing.name
        for number in range(200):
            scheduler.add([(name, number, 1.0)] * 3)
            assert segment.prefix == number, "a board with a game missing decides nothing"
            scheduler.add([(name, number, 1.0)])
            if segment.verdict:
                break
        assert segment.verdict == "elo1"
        assert segment.evidence is not None
        assert segment.evidence.pairs == segment.end < 200


class TestLadder:
    POOL = "boards: 2\nagents: {gpt: {llm: openai/x}}\n"
    MEMBER = "entrants:\n  member: {spymaster: gpt, operatives: random}\n"
    NEWCOMER = "entrants:\n  newcomer: {spymaster: gpt, operatives: random}\n"

    def pool_at(self, folder: Path, prompts: str | None) -> Path:
        """The folder of a finished run, as its manifest describes it."""
        plan = plan_of(folder, prompts, self.POOL, self.MEMBER)
        with locked(folder / "pool"):
            open_run(plan, folder / "pool")
        close_run(folder / "pool", games_planned(plan), 0)
        return folder / "pool"

    def newcomer(self, folder: Path, prompts: str | None) -> Plan:
        more = f"format: ladder\npool: pool\n{self.POOL}"
        return plan_of(folder, prompts, more, self.NEWCOMER)

    def test_a_newcomer_meets_the_pool_under_the_same_wordings(self, tmp_path: Path) -> None:
        self.pool_at(tmp_path, "[v2, v3]")
        plan = self.newcomer(tmp_path, "[v3, v2]")
        games = [*fixtures(plan, range(2))]
        assert Counter(game.prompts for game in games) == {"v2": 4, "v3": 4}
        assert all({name for _, name in told(game)} == {game.prompts} for game in games)

    @pytest.mark.parametrize(
        ("pool", "given"), [("[v2, v3]", "[v2, v1]"), ("[v2, v3]", None), (None, "[v2, v3]")]
    )
    def test_other_wordings_than_the_pool_s_are_refused(
        self, tmp_path: Path, pool: str | None, given: str | None
    ) -> None:
        self.pool_at(tmp_path, pool)
        named = "v2 and v3" if pool else "v2"
        with pytest.raises(ConfigError, match=f"the pool was played with the prompts {named}"):
            self.newcomer(tmp_path, given)


@pytest.mark.parametrize(
    ("prompts", "said"),
    [
        ("[v2, v3, v2]", "factor.yaml:1: two of the 'prompts' are named 'v2'"),
        ("[v2, ./v2.yaml]", "factor.yaml:1: two of the 'prompts' are named 'v2'"),
        ("[v2, v33]", "factor.yaml:1: there are no prompts 'v33'; did you mean 'v3'"),
        ("v33", "factor.yaml:1: there are no prompts 'v33'; did you mean 'v3'"),
        ("[v2, 3]", r"factor.yaml:1: 'prompts.1': input should be a valid string"),
        ("{v2: v3}", r"factor.yaml:1: 'prompts.0': input should be a valid string"),
        ("[v2, no.yaml]", "no.yaml: can't be read"),
    ],
)
def test_mistakes(tmp_path: Path, prompts: str, said: str) -> None:
    (tmp_path / "v2.yaml").write_text("step: One word.\n", "utf-8")
    with pytest.raises(ConfigError, match=said):
        plan_of(tmp_path, prompts)


def test_an_agent_names_one_wording(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="names a version or a file, but is a list"):
        plan_of(tmp_path, None, teams=TEAMS.replace("prompts: v1", "prompts: [v1, v2]"))


@pytest.mark.parametrize(("own", "config"), list(product(["v1", "v2"], ["v2", "[v2, v3]"])))
def test_a_panel_with_prompts_of_its_own(tmp_path: Path, own: str, config: str) -> None:
    """The game's wording is the config's where any member is given it."""
    teams = f"""
agents: {{one: {{llm: openai/x, prompts: {own}}}, two: {{llm: openai/x, prompts: v3}}}}
entrants:
  own: {{spymaster: random, operatives: [one, two]}}
  open: {{spymaster: random, operatives: [one, two, {{llm: openai/x}}]}}
"""
    result = defaultdict(set)
    for game in fixtures(plan_of(tmp_path, config, "format: self_play\nboards: 1", teams), [0]):
        result[game.first.name].add(game.prompts)
    assert result["own"] == {f"{own} + v3"}
    assert result["open"] == ({"v2", "v3"} if "v3" in config else {"v2"})


def test_a_plan_is_described_as_before_where_one_wording_is_played(tmp_path: Path) -> None:
    assert plan_of(tmp_path, "v3").describe()["wordings"] is None
    wordings = plan_of(tmp_path, "[v2, mine.yaml]").describe()["wordings"]
    mine = prompts_hash(load_prompts("en", tmp_path / "mine.yaml"))
    assert msgspec.to_builtins(wordings) == [
        {"name": "v2", "hash": prompts_hash(load_prompts("en")), "declared": None},
        {"name": "mine", "hash": mine, "declared": mine},
    ]
