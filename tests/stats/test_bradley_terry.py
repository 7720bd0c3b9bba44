"""Ratings: the same as other ways to reckon them, and finite whatever was played."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codenames_sim.stats import BradleyTerry, Games, ratings
from codenames_sim.stats.bradley_terry import ELO

Table = list[tuple[str, str, float, int]]
"""First player, second player, the first one's score, board."""


ALIKE = [("a", "b", 1.0), ("a", "b", 1.0), ("a", "b", 0.0), ("b", "a", 1.0), ("b", "a", 0.0)]
"""Games of one board that tell strength from the first move."""


def games(table: Table) -> Games:
    first, second, scores, boards = ([*column] for column in zip(*table, strict=True))
    return Games.of(first, second, scores, boards)


def random_table(seed: int, players: str = "abcd", boards: int = 25) -> Table:
    """Mirrored pairs of all against all, each player a little stronger than the one before."""
    rng = np.random.default_rng(seed)
    table: Table = []
    for board in range(boards):
        favour = rng.normal()
        for one in players:
            for other in players:
                if one != other:
                    odds = 0.4 * (ord(one) - ord(other)) + 0.3 + favour
                    table.append((one, other, float(rng.random() < 1 / (1 + np.exp(-odds))), board))
    return table


def test_two_players_have_a_closed_form() -> None:
    """With the pseudo-games (half a game each of strengths and first move) as the only addition."""
    table: Table = [("a", "b", 1.0, board) for board in range(30)]
    table += [("a", "b", 0.0, board) for board in range(30, 40)]
    table += [("b", "a", 1.0, board) for board in range(20)]
    table += [("b", "a", 0.0, board) for board in range(20, 40)]
    rated, moves = ratings(games(table * 200))
    straight, reverse = math.log(30 / 10), math.log(20 / 20)
    apart = rated["a"].interval.estimate - rated["b"].interval.estimate
    assert apart == pytest.approx((straight - reverse) / 2 * ELO, rel=2e-3)
    assert moves["all"].interval.estimate == pytest.approx((straight + reverse) / 2 * ELO, rel=2e-3)


def test_the_same_as_a_logistic_regression_of_statsmodels() -> None:
    """Estimates and cluster-robust intervals, the pseudo-games given to it as weighted rows."""
    from statsmodels.genmod.families import Binomial
    from statsmodels.genmod.generalized_linear_model import GLM

    table = random_table(5)
    model = BradleyTerry(games(table))
    players, width = "abcd", 5
    design = np.zeros((len(table), width))
    for row, (first, second, _, _) in zip(design, table, strict=True):
        row[players.index(first)], row[players.index(second)], row[4] = 1, -1, 1
    pseudo = [*np.eye(width)] * 2
    x = np.concatenate([design, pseudo])
    y = np.array([score for *_, score, _ in table] + [1.0] * width + [0.0] * width)
    weights = np.array([1.0] * len(table) + [0.5] * 2 * width)
    fitted = GLM(y, x, family=Binomial(), freq_weights=weights).fit(tol=1e-12)
    assert model.parameters == pytest.approx(fitted.params, abs=1e-6)

    bread = fitted.cov_params()
    rest = (y - fitted.fittedvalues)[: len(table)]
    boards = np.array([board for *_, board in table])
    sums = np.array([(design * rest[:, None])[boards == board].sum(axis=0) for board in range(25)])
    sums -= sums.mean(axis=0)
    assert model.covariance == pytest.approx(bread @ sums.T @ sums @ bread * 25 / 24, abs=1e-6)


def test_without_pseudo_games_hardly_anything_changes() -> None:
    """Against statsmodels' own cluster-robust regression, which has no pseudo-games at all."""
    from statsmodels.discrete.discrete_model import Logit

    table = random_table(6, boards=400)
    rated, moves = ratings(games(table), anchor="a")
    design = np.zeros((len(table), 4))
    for row, (first, second, _, _) in zip(design, table, strict=True):
        for name, sign in ((first, 1), (second, -1)):
            if name != "a":
                row["bcd".index(name)] += sign
        row[3] = 1
    scores = [score for *_, score, _ in table]
    fitted = Logit(scores, design).fit(
        disp=False, cov_type="cluster", cov_kwds={"groups": [board for *_, board in table]}
    )
    for rating, value, error in zip(
        [rated["b"], rated["c"], rated["d"], moves["all"]], fitted.params, fitted.bse, strict=True
    ):
        assert rating.interval.estimate == pytest.approx(value * ELO, rel=5e-3, abs=0.5)
        half = (rating.interval.high - rating.interval.low) / 2
        assert half == pytest.approx(1.966 * error * ELO, rel=5e-3)


def test_ratings_have_mean_0_or_are_relative_to_the_anchor() -> None:
    free, _ = ratings(games(random_table(1)))
    assert sum(rating.interval.estimate for rating in free.values()) == pytest.approx(0)
    tied, _ = ratings(games(random_table(1)), anchor="c")
    assert (tied["c"].interval.estimate, tied["c"].interval.low, tied["c"].interval.high) == (
        0.0,
        0.0,
        0.0,
    )
    for name in "abd":
        between = free[name].interval.estimate - free["c"].interval.estimate
        assert tied[name].interval.estimate == pytest.approx(between)


def test_a_first_move_is_rated_for_each_condition() -> None:
    first, second = ["a", "b"] * 40, ["b", "a"] * 40
    scores = [1, 1, 1, 0] * 10 + [0, 0, 1, 0] * 10
    _, moves = ratings(Games.of(first, second, scores, range(80), ["9-8"] * 40 + ["8-9"] * 40))
    assert moves["9-8"].interval.estimate > 0 > moves["8-9"].interval.estimate
    assert moves["9-8"].interval.n == 40


def test_no_games_no_ratings() -> None:
    assert ratings(Games.of([], [], [], [])) == ({}, {})


def test_one_player_against_itself_has_no_rating_but_a_first_move() -> None:
    rated, moves = ratings(Games.of(["a"] * 50, ["a"] * 50, [1, 1, 0, 1, 0] * 10, range(50)))
    assert rated == {}
    assert moves["all"].interval.estimate == pytest.approx(math.log(1.5) * ELO, rel=0.05)
    assert moves["all"].flag is None


@pytest.mark.parametrize(
    ("table", "flags"),
    [
        ([("a", "b", 1.0, 0)], {"a": "undefeated", "b": "winless"}),
        ([("a", "b", 0.5, 0)], {"a": "unlinked", "b": "unlinked"}),
        ([("a", "b", 0.5, 0), ("b", "a", 0.5, 0)] * 9, {"a": "few boards", "b": "few boards"}),
        (
            [(one, other, won, index) for index in range(9) for one, other, won in ALIKE],
            {"a": "few boards", "b": "few boards"},
        ),
        ([("a", "b", 1.0, 0), ("b", "a", 1.0, 1)], {"a": "unlinked", "b": "unlinked"}),
        (
            random_table(2) + [("z", name, 1.0, n) for n, name in enumerate("abcd")],
            {"z": "undefeated"},
        ),
        (random_table(2) + [("a", "z", 1.0, n) for n in range(25)], {"z": "winless", "a": None}),
        (random_table(2, "ab") + random_table(3, "yz"), dict.fromkeys("abyz", "unlinked")),
        (random_table(2, "abc") + random_table(3, "yz"), {"a": None, "y": "unlinked"}),
    ],
    ids=[
        "single game",
        "single draw, which the first move may explain",
        "one board",
        "boards that all came out alike",
        "the first always wins",
        "undefeated",
        "winless",
        "two groups",
        "a large group and a small one",
    ],
)
def test_what_the_data_can_not_bound_is_finite_wide_and_flagged(
    table: Table, flags: dict[str, str | None]
) -> None:
    rated, _ = ratings(games(table))
    for name, flag in flags.items():
        assert rated[name].flag == flag
        if flag is not None:
            assert rated[name].interval.high - rated[name].interval.low > 150
    for rating in rated.values():
        assert all(map(math.isfinite, (rating.interval.low, rating.interval.high)))


def test_an_undefeated_player_shifts_nobody_else() -> None:
    """The mean is that of the players linked to each other."""
    plain, _ = ratings(games(random_table(2)))
    more, _ = ratings(games(random_table(2) + [("z", "d", 1.0, board) for board in range(25)]))
    assert more["z"].interval.estimate > max(more[name].interval.estimate for name in "abcd")
    assert sum(more[name].interval.estimate for name in "abcd") == pytest.approx(0)
    for name in "abcd":
        assert more[name].interval.estimate == pytest.approx(plain[name].interval.estimate, abs=6)
        assert more[name].flag is None


@settings(deadline=None, max_examples=25)
@given(
    st.lists(
        st.tuples(
            st.sampled_from("abcde"),
            st.sampled_from("abcde"),
            st.sampled_from([0.0, 0.5, 1.0]),
            st.integers(0, 4),
        ),
        min_size=1,
        max_size=25,
    )
)
def test_any_games_give_finite_ratings_inside_their_intervals(table: Table) -> None:
    rated, moves = ratings(games(table))
    assert set(rated) == {name for one, other, *_ in table for name in (one, other) if one != other}
    for rating in [*rated.values(), *moves.values()]:
        result = rating.interval
        assert -5_000 < result.estimate < 5_000
        assert result.low <= result.estimate <= result.high
        assert math.isfinite(result.low)
        assert math.isfinite(result.high)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 1_000))
def test_turning_every_result_turns_every_rating(seed: int) -> None:
    table = random_table(seed, boards=8)
    turned: Table = [(one, other, 1 - score, board) for one, other, score, board in table]
    rated, moves = ratings(games(table))
    other_way, other_moves = ratings(games(turned))
    for name, rating in rated.items():
        assert rating.interval.estimate == pytest.approx(
            -other_way[name].interval.estimate, abs=1e-5
        )
    assert moves["all"].interval.low == pytest.approx(-other_moves["all"].interval.high, abs=1e-5)
