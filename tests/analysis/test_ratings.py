"""The leaderboard: order, records, and games that tell little."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from codenames_sim.agents.vectors.strengths import STRENGTHS
from codenames_sim.analysis import first_move_ratings, leaderboard, roles
from codenames_sim.errors import InputError
from codenames_sim.records import load_run
from codenames_sim.runner import Options, play_run
from codenames_sim.tournament import load_plan
from tests.analysis.made import Told, made_run, rows_by, team

STRENGTHS_CONFIG = Path(__file__).parents[2] / "configs" / "strengths.yaml"


def test_embedded_strengths_end_in_the_order_they_were_made(tmp_path: Path) -> None:
    plan = replace(load_plan(STRENGTHS_CONFIG), boards=12)
    play_run(plan, tmp_path / "out", Options(workers=0), lambda progress: None)
    table = leaderboard(load_run(tmp_path / "out"))
    assert table["entrant"].tolist() == [*STRENGTHS][::-1]
    assert table["games"].tolist() == [120] * 6


def test_games_are_counted_by_hand(tmp_path: Path) -> None:
    message = [
        Told("a", "b", "first", 0),
        Told("b", "a", "first", 0),
        Told("a", "b", "first", 1),
        Told("b", "a", "nobody", 1),
        Told("a", "a", "first", 1),
        Told("a", "b", "void", 2),
    ]
    by = rows_by(leaderboard(made_run(tmp_path / "run", message)), "entrant")
    counted = ("games", "boards", "wins", "losses", "halves", "score")
    assert [by["a",][name] for name in counted] == [4, 2, 2, 1, 1, 2.5 / 4]
    assert [by["b",][name] for name in counted] == [4, 2, 1, 2, 1, 1.5 / 4]
    assert by["a",]["rating"] == pytest.approx(-by["b",]["rating"])


def test_the_anchor_s_rating_is_0_and_must_have_met_somebody(tmp_path: Path) -> None:
    message = [Told("ann", "bob", won, index) for index, won in enumerate(["first", "second"] * 5)]
    message += [Told("bob", "ann", "first", index) for index in range(5)] + [
        Told("cid", "cid", "first")
    ]
    run = made_run(tmp_path / "run", message)
    by = rows_by(leaderboard(run, anchor="bob"), "entrant")
    assert by["bob",]["rating"] == 0
    assert by["ann",]["rating"] < 0
    with pytest.raises(InputError, match="no entrant 'bop' met another; did you mean 'bob'"):
        leaderboard(run, anchor="bop")
    with pytest.raises(InputError, match="no entrant 'cid' met another; known: ann, bob"):
        leaderboard(run, anchor="cid")


def test_an_entrant_that_met_only_itself_has_no_rating(tmp_path: Path) -> None:
    run = made_run(tmp_path / "run", [Told("a", "a", "first", board) for board in range(9)])
    table = leaderboard(run)
    assert table["entrant"].tolist() == ["a"]
    assert table["rating"].isna().all()
    assert table["score"].isna().all()
    assert first_move_ratings(run)["games"].tolist() == [9]
    assert roles(run).empty


@pytest.mark.parametrize("told", [[], [Told("a", "b", "void")] * 3], ids=["no games", "all void"])
def test_without_games_there_is_an_empty_table(tmp_path: Path, told: list[Told]) -> None:
    run = made_run(tmp_path / "run", told)
    assert leaderboard(run).empty
    assert first_move_ratings(run).empty
    assert roles(run).empty


def test_an_undefeated_entrant_is_first_and_flagged(tmp_path: Path) -> None:
    message = [Told("best", other, "first", index) for index in range(10) for other in ("x", "y")]
    message += [
        Told("x", "y", won, index) for index, won in enumerate(["first", "second", "nobody"] * 3)
    ]
    message += [
        Told("y", "x", won, index) for index, won in enumerate(["first", "first", "second"] * 3)
    ]
    by = rows_by(leaderboard(made_run(tmp_path / "run", message)), "entrant")
    assert next(iter(by)) == ("best",)
    assert str(by["best",]["flag"]) == "undefeated"
    assert math.isfinite(by["best",]["high"])
    assert by["x",]["flag"] is by["y",]["flag"] is None


def test_roles_are_rated_apart_where_partners_change(tmp_path: Path) -> None:
    teams = [team(s + o, f"{s}-gives", f"{o}-guesses") for s in "AB" for o in "xy"]
    worth = {"A": 2, "B": 0, "x": 0, "y": 1}
    message: list[Told] = []
    for board in range(8):
        for one in teams:
            for other in teams:
                if one is not other:
                    edge = sum(worth[n] for n in one.name) - sum(worth[n] for n in other.name)
                    luck = (board * 7 + 3 * len(message)) % 11 - 5
                    won = "first" if luck < edge else "second"
                    message.append(Told(one.name, other.name, won, board))
    table = roles(made_run(tmp_path / "run", message, teams=teams))
    assert table["agent"].tolist() == ["A-gives", "B-gives", "y-guesses", "x-guesses"]
    assert table["partners"].tolist() == [2, 2, 2, 2]


def test_a_split_of_its_own_has_a_first_move_of_its_own(tmp_path: Path) -> None:
    plan = replace(load_plan(STRENGTHS_CONFIG), boards=3)
    rules = next(iter(plan.rules.values()))
    names = ("casual", "skilled")
    both = {split: rules.with_split(split) for split in ("9-8", "8-9")}
    entrants = {name: plan.entrants[name] for name in names}
    play_run(
        replace(plan, rules=both, entrants=entrants),
        tmp_path / "out",
        Options(workers=0),
        lambda progress: None,
    )
    moves = first_move_ratings(load_run(tmp_path / "out"))
    assert moves["split"].tolist() == ["8-9", "9-8"]
    assert moves["games"].tolist() == [6, 6]
