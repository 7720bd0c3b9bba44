"""How much scores depend on the prompts: by hand, against other software, and by simulation."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest
from scipy import stats

from codenames_sim.analysis import behaviour, prompt_differences, prompt_scores
from codenames_sim.records import Run
from tests.analysis.made import Told, asking, made_run, rows_by

TEAMS = (asking("a"), asking("b"))


def run_of(folder: Path, games: list[Told]) -> Run:
    return made_run(folder / "run", games, teams=TEAMS)


def mirrored(board: int, prompts: str, wins: float, first: str = "a") -> list[Told]:
    """A mirrored pair against z, of which `first` wins that much of two points."""
    won = {0.0: ("second", "first"), 1.0: ("first", "first"), 2.0: ("first", "second")}[wins]
    return [
        Told(first, "z", won[0], board, prompts=prompts),
        Told("z", first, won[1], board, prompts=prompts),
    ]


V2 = [2.0, 1.0, 2.0, 1.0, 1.0, 2.0, 0.0, 1.0]
V3 = [1.0, 1.0, 1.0, 2.0, 0.0, 1.0, 0.0, 0.0]


def test_the_difference_is_that_of_a_paired_t_test_on_boards(tmp_path: Path) -> None:
    games = [game for index, wins in enumerate(V2) for game in mirrored(index, "v2", wins)]
    games += [game for index, wins in enumerate(V3) for game in mirrored(index, "v3", wins)]
    (row,) = prompt_differences(run_of(tmp_path, games)).to_dict("records")
    expected = stats.ttest_rel([wins / 2 for wins in V3], [wins / 2 for wins in V2])
    low, high = expected.confidence_interval()
    assert (row["entrant"], row["prompts"], row["compared_to"]) == ("a", "v3", "v2")
    assert row["score"] == sum(V3) / 16
    assert row["compared_score"] == sum(V2) / 16
    assert row["difference"] == pytest.approx((sum(V3) - sum(V2)) / 16)
    assert (row["low"], row["high"]) == (pytest.approx(low), pytest.approx(high))
    assert row["p"] == row["p_holm"] == pytest.approx(expected.pvalue)
    assert (row["games"], row["boards"]) == (16, 8)


def test_only_games_that_were_played_under_both_are_compared(tmp_path: Path) -> None:
    games = [game for index, wins in enumerate(V2) for game in mirrored(index, "v2", wins)]
    games += [game for index, wins in enumerate(V3[:5]) for game in mirrored(index, "v3", wins)]
    games[0] = games[0]._replace(won="void")
    run = run_of(tmp_path, games)
    (row,) = prompt_differences(run).to_dict("records")
    assert (row["games"], row["boards"]) == (9, 5)
    scores = rows_by(prompt_scores(run), "entrant", "prompts")
    assert (scores["a", "v2"]["games"], scores["a", "v3"]["games"]) == (15, 10)


def test_holm_corrects_over_all_entrants_and_wordings(tmp_path: Path) -> None:
    rng = random.Random(1)
    games = [
        game
        for board, prompts, name in itertools.product(range(9), ("v1", "v2", "v3"), "ab")
        for game in mirrored(board, prompts, float(rng.randint(0, 2)), name)
    ]
    table = prompt_differences(run_of(tmp_path, games))
    assert len(table) == 2 * 3
    ordered = table.sort_values("p")
    assert ordered["p_holm"].iloc[0] == pytest.approx(min(1, 6 * ordered["p"].iloc[0]))


@pytest.mark.parametrize(
    ("boards", "v3", "p"), [(1, 2.0, 1.0), (1, 1.0, 1.0), (6, 1.0, 1.0), (6, 2.0, 2 * 0.5**6)]
)
def test_boards_that_all_say_the_same(tmp_path: Path, boards: int, v3: float, p: float) -> None:
    """No variance is seen, so no interval is claimed but that of no difference at all."""
    games = [game for board in range(boards) for game in mirrored(board, "v2", 1.0)]
    games += [game for board in range(boards) for game in mirrored(board, "v3", v3)]
    (row,) = rows_by(prompt_differences(run_of(tmp_path, games)), "entrant").values()
    assert row["p"] == pytest.approx(p)
    assert (row["low"] is None) == (boards == 1 or v3 == 2.0)


def test_entrants_without_the_config_s_prompts_have_no_row(tmp_path: Path) -> None:
    games = [*mirrored(0, "v2", 1.0), *mirrored(0, "v3", 2.0), Told("y", "z", "first")]
    run = run_of(tmp_path, games)
    assert set(prompt_differences(run)["entrant"]) == {"a"}
    message = behaviour(run)
    assert set(message[message["prompts"].notna()]["entrant"]) == {"a"}


def test_games_against_itself_are_not_compared(tmp_path: Path) -> None:
    games = [
        Told("a", "a", "first", index, prompts=name) for index in range(3) for name in ("v2", "v3")
    ]
    run = run_of(tmp_path, games)
    assert prompt_differences(run).empty
    assert set(behaviour(run)["prompts"].dropna()) == {"v2", "v3"}


def null_table(rng: random.Random, boards: int, prompts: tuple[str, ...]) -> list[Told]:
    """Games whose outcomes depend on the board, the entrants and who goes first: not on prompts."""
    strength = {"a": 0.1, "b": 0.0, "z": -0.1}
    games = []
    for board in range(boards):
        favour = {name: rng.gauss(0, 0.15) for name in strength}
        for one, other in itertools.permutations(strength, 2):
            edge = strength[one] - strength[other] + favour[one] - favour[other] + 0.05
            for name in prompts:
                won = "first" if rng.random() < 0.5 + edge / 2 else "second"
                games.append(Told(one, other, won, board, prompts=name))
    return games


@pytest.mark.long
@pytest.mark.parametrize(
    ("boards", "prompts"), [(10, ("v2", "v3")), (40, ("v2", "v3")), (20, ("v1", "v2", "v3"))]
)
def test_no_effect_is_claimed_in_95_percent_of_tables_without_one(
    tmp_path: Path, boards: int, prompts: tuple[str, ...]
) -> None:
    rng, claimed, tables = random.Random(boards), 0, 400
    for index in range(tables):
        run = run_of(tmp_path / str(index), null_table(rng, boards, prompts))
        claimed += bool((prompt_differences(run)["p_holm"] < 0.05).any())
    # 3 standard errors above 5 %.
    assert claimed / tables <= 0.05 + 3 * (0.05 * 0.95 / tables) ** 0.5
