"""Teams' strengths taken apart by role, and what can't be."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from codenames_sim.stats import BradleyTerry, Games, RoleTable, Team, role_table
from codenames_sim.stats.bradley_terry import ELO


def played(strengths: Mapping[str, float], boards: int = 60, seed: int = 0) -> BradleyTerry:
    """All teams against each other, mirrored, on shared boards; strengths in Elo."""
    rng = np.random.default_rng(seed)
    first, second, scores, index = [], [], [], []
    for board in range(boards):
        for one in strengths:
            for other in strengths:
                if one != other:
                    odds = (strengths[one] - strengths[other]) / ELO + 0.2
                    first.append(one)
                    second.append(other)
                    scores.append(float(rng.random() < 1 / (1 + np.exp(-odds))))
                    index.append(board)
    return BradleyTerry(Games.of(first, second, scores, index))


def crossed(seats: Mapping[str, str], boards: int = 60) -> RoleTable:
    """A table of teams given as name: 'spymaster operatives'."""
    teams = {name: Team(*text.split()) for name, text in seats.items()}
    strengths = {name: 40.0 * index for index, name in enumerate(teams)}
    return role_table(played(strengths, boards), teams)


def values(table: RoleTable) -> dict[tuple[str, str], float]:
    return {
        (row.role, row.agent): row.rating.interval.estimate
        for row in table.roles
        if row.rating is not None
    }


def test_in_a_full_table_roles_are_the_means_of_rows_and_columns() -> None:
    """The closed form of two-way analysis of variance, and its remainder."""
    teams = {f"{s}{o}": Team(s, o) for s in "AB" for o in "xyz"}
    model = played({name: 30.0 * index for index, name in enumerate(teams)})
    table = role_table(model, teams)
    names = list(model.games.players)
    grid = np.array([[model.parameters[names.index(s + o)] * ELO for o in "xyz"] for s in "AB"])
    rows, columns = grid.mean(axis=1) - grid.mean(), grid.mean(axis=0) - grid.mean()
    result = values(table)
    assert [result["spymaster", s] for s in "AB"] == pytest.approx(list(rows))
    assert [result["operatives", o] for o in "xyz"] == pytest.approx(list(columns))
    left = grid - grid.mean() - rows[:, None] - columns
    assert [fit.rating.interval.estimate for fit in table.fits] == pytest.approx(
        list(left.ravel()), abs=1e-6
    )


def test_roles_come_out_as_they_were_made() -> None:
    teams = {f"{s}{o}": Team(s, o) for s in "AB" for o in "xy"}
    made = {"A": -100.0, "B": 100.0, "x": -30.0, "y": 30.0}
    model = played({name: made[name[0]] + made[name[1]] for name in teams}, boards=300)
    for row in role_table(model, teams).roles:
        assert row.rating is not None
        assert row.rating.interval.estimate == pytest.approx(made[row.agent], abs=25)
        assert row.partners == 2


def test_fits_are_shrunk_to_nothing_where_they_are_no_more_than_chance() -> None:
    teams = {f"{s}{o}": Team(s, o) for s in "ABC" for o in "xyz"}
    table = role_table(played(dict.fromkeys(teams, 0.0), boards=30, seed=3), teams)
    raw = sum(fit.rating.interval.estimate**2 for fit in table.fits)
    assert sum(fit.shrunk**2 for fit in table.fits) < raw / 4


def test_fits_that_are_there_are_hardly_shrunk() -> None:
    teams = {f"{s}{o}": Team(s, o) for s in "AB" for o in "xy"}
    fits = {"Ax": 120.0, "Ay": -120.0, "Bx": -120.0, "By": 120.0}
    for fit in role_table(played(fits, boards=200), teams).fits:
        name = fit.team.spymaster + fit.team.operatives
        assert fit.shrunk == pytest.approx(fits[name], abs=25)
        assert abs(fit.shrunk) <= abs(fit.rating.interval.estimate)


def test_where_every_spymaster_plays_with_one_operative_only_nothing_is_told() -> None:
    table = crossed({"a": "A x", "b": "B y", "c": "C z"})
    assert all(row.rating is None for row in table.roles)
    assert {row.group for row in table.roles} == {1, 2, 3}
    assert table.fits == []


def test_one_spymaster_for_all_tells_the_operatives_apart_and_no_fit() -> None:
    table = crossed({"a": "A x", "b": "A y", "c": "A z"})
    ratings = {row.agent: row.rating for row in table.roles}
    assert ratings["A"] is None
    assert all(ratings[name] is not None for name in "xyz")
    assert table.fits == []


def test_a_fixed_opponent_is_a_group_of_its_own() -> None:
    table = crossed({"1": "A x", "2": "A y", "3": "B x", "4": "B y", "fixed": "F f"})
    groups = {row.agent: row.group for row in table.roles}
    assert groups == {"A": 1, "B": 1, "x": 1, "y": 1, "F": 2, "f": 2}
    assert len(table.fits) == 4


def test_teams_that_only_share_agents_through_others_are_compared() -> None:
    table = crossed({"1": "A x", "2": "A y", "3": "B y"}, boards=300)
    result = values(table)
    between = result["spymaster", "B"] - result["spymaster", "A"]
    assert between == pytest.approx(40, abs=25)
    assert table.fits == []


def test_an_undefeated_team_leaves_roles_finite_and_flagged() -> None:
    teams = {f"{s}{o}": Team(s, o) for s in "AB" for o in "xy"}
    model = played({"Ax": 4_000.0, "Ay": 0.0, "Bx": 0.0, "By": 0.0})
    table = role_table(model, teams)
    assert {row.rating.flag for row in table.roles if row.rating} == {"unlinked"}
    assert table.fits == []


def test_no_teams_no_roles() -> None:
    assert role_table(played({"a": 0.0, "b": 0.0}), {}) == RoleTable([], [])
