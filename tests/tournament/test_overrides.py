"""A value set from the command line is checked like the same value in the file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from codenames_sim.errors import InputError
from codenames_sim.tournament import Override, Plan, load_plan, parse_assignment

CONFIG = """
boards: 20
rules: codenames
agents:
  hasty: {agent: random, stop: 0.6}
  gpt: {llm: openai/gpt-5-mini, effort: low}
entrants:
  steady: {spymaster: random, operatives: random}
  rash.1: {spymaster: random, operatives: [hasty, random]}
  żółw: {spymaster: gpt, operatives: hasty}
"""
LAST = "  żółw: {spymaster: gpt, operatives: hasty}"
NEW = "  new: {spymaster: random, operatives: random}"


def plan_with(folder: Path, *assignments: str, config: str = CONFIG) -> Plan:
    file = folder / "duel.yaml"
    file.write_text(config, "utf-8")
    return load_plan(file, [parse_assignment(text) for text in assignments])


def plan_of(folder: Path, config: str) -> Plan:
    return plan_with(folder, config=config)


@pytest.mark.parametrize(
    ("assignment", "written", "instead"),
    [
        ("boards=7", "boards: 20", "boards: 7"),
        ("seed=3", "boards: 20", "boards: 20\nseed: 3"),
        ("splits=[10-8, 9-8]", "boards: 20", "boards: 20\nsplits: [10-8, 9-8]"),
        ("rules.max_turns=8", "rules: codenames", "rules: {use: codenames, max_turns: 8}"),
        ("rules.clue_profile=strict", "rules: codenames", "rules: {clue_profile: strict}"),
        ("rules={max_turns: 8}", "rules: codenames", "rules: {max_turns: 8}"),
        ("models.budget_usd=2", "boards: 20", "boards: 20\nmodels: {budget_usd: 2}"),
        (
            "models.prices={openai/gpt-5.1: {input: 1, output: 2}}",
            "boards: 20",
            "boards: 20\nmodels: {prices: {openai/gpt-5.1: {input: 1, output: 2}}}",
        ),
        ("agents.gpt.effort=high", "effort: low", "effort: high"),
        ("agents.hasty.stop=0.5", "stop: 0.6", "stop: 0.5"),
        ("entrants.steady.spymaster=gpt", "steady: {spymaster: random", "steady: {spymaster: gpt"),
        ("entrants.rash.1.operatives.0=random", "[hasty, random]", "[random, random]"),
        ("entrants.rash.1.decide=captain", "random]}", "random], decide: captain}"),
        ("entrants.żółw.operatives=random", "gpt, operatives: hasty", "gpt, operatives: random"),
        ("entrants.new={spymaster: random, operatives: random}", LAST, f"{LAST}\n{NEW}"),
        ("language=", "boards: 20", "boards: 20\nlanguage:"),
        ("words= pl", "boards: 20", "boards: 20\nwords: pl"),
    ],
)  # fmt: skip
def test_a_value_means_what_it_means_in_the_file(
    tmp_path: Path, assignment: str, written: str, instead: str
) -> None:
    assert written in CONFIG
    changed = plan_of(tmp_path, CONFIG.replace(written, instead))
    plan = plan_with(tmp_path, assignment)
    assert plan.run_id == changed.run_id
    assert plan.describe() == changed.describe()
    assert plan.models == changed.models


MISTAKES = [
    (
        ["rules.max_turn=8"],
        "'max_turn' is not a parameter of these rules; did you mean 'max_turns'?",
    ),
    (["rules.max_turns=8", "rules.rows=x"], "'is' uses the unknown name 'x'"),
    (["board=8"], "unknown key 'board'; did you mean 'boards'?"),
    (["boards=0"], "'boards': input should be greater than or equal to 1"),
    (["boards=yes"], "'boards': input should be a valid integer"),
    (["boards='8'"], "'boards': input should be a valid integer"),
    (["seed=4611686018427387905"], "'seed': input should be"),
    (["words=no"], "there is no word list 'no'"),
    (["splits=[25-1]"], "'bystanders' is -2 ("),
    (["splits=[9-8, 10-8, 09-8]"], "the split '09-8' is there twice"),
    (["splits=9-8"], "'splits': input should be a valid list"),
    (["splits.0=9-8"], "'splits': input should be a valid list"),
    (["words"], "write KEY=VALUE"),
    (["=8"], "write KEY=VALUE"),
    (["rules..max_turns=8"], "write KEY=VALUE"),
    (["seed=[1"], "the value is not YAML"),
    (["seed=!!int 3"], "the value uses the tag"),
    (["seed=*x"], "the value uses the alias"),
    (["rules={rows: 5, rows: 4}"], "duplicate key 'rows'"),
    (["words=\udcff"], "is not UTF-8"),
    (["entrants.steddy.decide=vote"], "there is no 'steddy' in 'entrants'; did you mean 'steady'?"),
    (["agents.gtp.effort=low"], "there is no 'gtp' in 'agents'; did you mean 'gpt'?"),
    (["entrants.rash.1.operatives.2=random"], "'entrants.rash.1.operatives' is a list of 2"),
    (["entrants.rash.1.operatives.-1=random"], "it has no '-1'"),
    (["entrants.steady.operatives.stop=1"], "is the text 'random', which has no 'stop'; set"),
    (["boards.more=1"], "'boards' is the number 20, which has no 'more'"),
    (["entrants.steady.operatives=randm"], "there is no agent 'randm'"),
    (["agents.hasty.stop=3"], "agent 'random' as operative: stop must be a probability"),
    (["format=gauntlet"], "a gauntlet needs 'challenger'"),
    (["models.budget=2"], "'models': Object contains unknown field `budget`"),
    (["models.retry.attempts=a=b"], "'models': Expected `int`, got `str`"),
]


@pytest.mark.parametrize(("assignments", "says"), MISTAKES)
def test_a_mistake_names_the_option(tmp_path: Path, assignments: list[str], says: str) -> None:
    with pytest.raises(InputError) as result:
        plan_with(tmp_path, *assignments)
    options = " ".join(f"--set {text}" for text in assignments)
    assert str(result.value).startswith(f"{options}: ")
    assert says in str(result.value)


@pytest.mark.parametrize(
    "twice",
    [
        ("seed=1", "seed=2"),
        ("seed=1", "seed=1"),
        ("rules={max_turns: 8}", "rules.max_turns=9"),
        ("rules.max_turns=9", "rules={max_turns: 8}"),
    ],
)
def test_two_options_for_one_value_are_refused(tmp_path: Path, twice: tuple[str, str]) -> None:
    with pytest.raises(InputError) as result:
        plan_with(tmp_path, *twice)
    assert str(result.value) == f"--set {twice[1]}: --set {twice[0]} sets this already"


def test_a_mistake_of_the_file_is_told_as_the_file_s(tmp_path: Path) -> None:
    broken = CONFIG.replace("[hasty, random]", "[hasty, randm]")
    with pytest.raises(InputError, match=r"duel.yaml:9: there is no agent 'randm'"):
        plan_with(tmp_path, "entrants.rash.1.spymaster=gpt", config=broken)
    assert plan_with(tmp_path, "entrants.rash.1.operatives.1=random", config=broken)


def test_an_option_that_the_rest_of_the_file_contradicts_is_to_blame(tmp_path: Path) -> None:
    gauntlet = f"{CONFIG}format: gauntlet\nchallenger: steady\n"
    with pytest.raises(InputError, match=r"^--set format=swiss --set rounds=3: 'challenger' belo"):
        plan_with(tmp_path, "format=swiss", "rounds=3", config=gauntlet)


def test_an_error_repeats_no_more_of_an_option_than_a_person_reads(tmp_path: Path) -> None:
    with pytest.raises(InputError) as result:
        plan_with(tmp_path, f"board={'x' * 10_000}")
    assert len(str(result.value)) < 1_000


def name(folder: Path, *assignments: str) -> str:
    return plan_with(folder, *assignments).name


def test_the_name_tells_what_was_changed(tmp_path: Path) -> None:
    assert name(tmp_path) == "duel"
    assert name(tmp_path, "splits=[9-8, 10-8]", "boards=5") == "duel+boards=5+splits=9-8,10-8"
    assert name(tmp_path, "boards=5", "splits=[9-8, 10-8]") == "duel+boards=5+splits=9-8,10-8"


def test_what_changes_no_game_changes_no_name(tmp_path: Path) -> None:
    plan = plan_with(tmp_path, "models.budget_usd=2", "scoring.stalled=leave_out", "cache=a.db")
    assert plan.name == "duel"
    assert plan.run_id == plan_with(tmp_path).run_id


def test_other_values_have_another_name_that_any_file_system_takes(tmp_path: Path) -> None:
    values = [
        ("seed=1",),
        ("seed=2",),
        ("entrants.steady.operatives=[random, random]",),
        ("entrants.steady.operatives={agent: random, stop: 0.1}",),
        ("entrants.steady.operatives={agent: random, stop: 0.2}",),
        ("agents.gpt.llm=openai/gpt-5",),
        ("agents.gpt.llm=openai/gpt_5",),
        ("entrants.żółw.operatives=random",),
        ("entrants.żółw.spymaster=random",),
        ("rules.max_turns=8", "entrants.rash.1.operatives=[random, hasty]", "rules.rows=6"),
        ("rules.max_turns=9", "entrants.rash.1.operatives=[random, hasty]", "rules.rows=6"),
    ]
    names = [name(tmp_path, *each) for each in values]
    assert len(set(names)) == len(values)
    for each in names:
        assert re.fullmatch(r"[A-Za-z0-9+=._,-]{1,120}", each), each


def test_a_shorthand_is_a_set_by_another_name(tmp_path: Path) -> None:
    plan_with(tmp_path)
    given = Override("--boards 5", "boards", 5, "boards=5")
    assert load_plan(tmp_path / "duel.yaml", [given]).boards == 5
    with pytest.raises(InputError, match=r"^--set boards=6: --boards 5 sets this already"):
        load_plan(tmp_path / "duel.yaml", [given, parse_assignment("boards=6")])
