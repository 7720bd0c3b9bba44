"""The first-move study: what its tables say, of games made for it, public ones and real ones."""

from __future__ import annotations

import runpy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from codenames_sim import load_run
from codenames_sim.analysis import (
    by_cards,
    compact_games,
    first_move,
    needs,
    pilot,
    race_rates,
    read_games,
    savings,
    turn_counts,
)
from codenames_sim.analysis.power import Assumptions, assume
from codenames_sim.errors import InputError
from codenames_sim.records import Run
from codenames_sim.runner import Options, play_run
from codenames_sim.stats import clustered_rate
from codenames_sim.tournament import load_plan

ROOT = Path(__file__).parents[2]
PUBLIC = ROOT / "tests" / "data" / "tog2025_two_team_llm.csv"
KEPT = ROOT / "results" / "first_move_summary"


def table(*games: tuple[int, str, str | None], entrant: str = "us") -> pd.DataFrame:
    """Games of one entrant against itself, each as (board, split, winner)."""
    frame = pd.DataFrame(games, columns=["board_seed", "split", "winner"])
    return frame.assign(first_entrant=entrant, second_entrant=entrant)


def public() -> pd.DataFrame:
    return pd.read_csv(PUBLIC).rename(
        columns={"first_spymaster": "first_entrant", "second_spymaster": "second_entrant"}
    )


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A few real games: two strengths over three splits of five boards."""
    plan = load_plan(ROOT / "configs" / "first_move.yaml")
    few = replace(
        plan,
        boards=5,
        rules={split: plan.rules[split] for split in ("8-8", "9-8", "10-8")},
        entrants={name: plan.entrants[name] for name in ("telepath", "beginner")},
    )
    folder = tmp_path_factory.mktemp("study") / "run"
    play_run(few, folder, Options(workers=0), lambda tally: None)
    return load_run(folder)


@pytest.mark.parametrize("boards", [2, 150])
@pytest.mark.parametrize("winners", [("first", "second"), ("first", "first")])
def test_boards_that_all_came_out_alike_prove_little(boards: int, winners: tuple[str, str]) -> None:
    """As mirrored pairs do where one of the two always wins."""
    games = [(board, "9-8", winner) for board in range(boards) for winner in winners]
    (rate,) = first_move(table(*games)).rates.to_dict("records")
    assert not rate["even"]
    assert rate["p_even"] > 0.05
    assert (rate["p"] < 0.05) == (boards == 150 and winners == ("first", "first"))


class TestPublicGames:
    """1,599 games of four language models on 100 boards."""

    def test_clustered_by_board_they_dont_say(self) -> None:
        found = first_move(public())
        overall = found.rates[found.rates["teams"] == "all"].iloc[0]
        assert (overall["won"], overall["games"], overall["boards"]) == (781, 1_599, 100)
        assert (round(overall["low"], 3), round(overall["high"], 3)) == (0.447, 0.530)
        assert overall["favours"] == "neither"
        assert not overall["even"]

    def test_taken_for_independent_they_seem_to_say_more(self) -> None:
        games = public()
        naive = clustered_rate(games["winner"] == "first", games.index)
        assert (round(naive.low, 3), round(naive.high, 3)) == (0.464, 0.513)

    def test_pairings_are_corrected_together(self) -> None:
        rates = first_move(public()).rates
        pairings = rates[rates["teams"] != "all"]
        assert len(pairings) == 10
        assert (pairings["p_holm"] >= pairings["p"]).all()
        assert pairings["p"].min() < 0.05 < pairings["p_holm"].min()

    def test_there_is_no_balance_point_of_one_split(self) -> None:
        assert first_move(public()).balance == ()


class TestTables:
    def test_differences_are_paired_on_boards(self) -> None:
        """On every board the same team wins with either split: no difference, surely."""
        games = [
            (board, split, "first" if board % 2 else "second")
            for board in range(20)
            for split in ("8-8", "9-8")
        ]
        row = first_move(table(*games)).differences.iloc[0]
        assert (row["split"], row["reference"], row["boards"]) == ("8-8", "9-8", 20)
        assert (row["difference"], row["low"], row["high"]) == pytest.approx((0, 0, 0))

    def test_games_that_nobody_won_are_counted_apart(self) -> None:
        games = table((1, "9-8", "first"), (2, "9-8", None), (3, "9-8", None), (4, "9-8", "second"))
        games["status"] = ["finished", "finished", "void", "surplus"]
        games["ending"] = ["agents_found", "stalled", None, "agents_found"]
        found = first_move(games)
        ended = found.endings.iloc[0].to_dict()
        wanted = {"games": 3, "void": 1, "stalled": 1, "agents_found": 1}
        assert {name: ended[name] for name in wanted} == wanted
        assert found.rates["games"].tolist() == [1]

    def test_games_that_nobody_won_at_all_give_endings_only(self) -> None:
        found = first_move(table((1, "9-8", None)))
        assert found.rates.empty
        assert found.differences.empty
        assert found.balance == ()
        assert found.endings["stalled"].tolist() == [1]

    def test_splits_come_by_agents_and_teams_by_strength(self) -> None:
        weak, strong = table((1, "10-8", "first")), table((1, "9-8", "first"), entrant="a strong")
        weak["clues"], weak["correct"], strong["clues"], strong["correct"] = 4, 4, 2, 6
        found = first_move(pd.concat([strong, weak]))
        assert dict(found.right_a_clue) == {"us": 1.0, "a strong": 3.0}
        assert list(found.right_a_clue) == ["us", "a strong"]
        assert found.rates["split"].unique().tolist() == ["9-8", "10-8"]

    def test_a_pairing_is_one_whoever_starts(self) -> None:
        games = table((1, "9-8", "first"), (1, "9-8", "second"))
        games["first_entrant"], games["second_entrant"] = ["a", "b"], ["b", "a"]
        assert first_move(games).rates["teams"].tolist() == ["a vs b"]

    @pytest.mark.parametrize("column", ["board_id", "seed", "board_seed"])
    def test_a_board_may_go_by_several_names(self, column: str) -> None:
        games = table((1, "9-8", "first"), (1, "9-8", "second"), (2, "9-8", "first"))
        found = first_move(games.rename(columns={"board_seed": column}))
        assert found.rates["boards"].tolist() == [2]

    @pytest.mark.parametrize(
        ("games", "said"),
        [
            (table((1, "9-8", "first")).drop(columns="board_seed"), "a column that says the board"),
            (table((1, "9-8", "first")).drop(columns="winner"), "need a column 'winner'"),
            (table((1, "9-8", "first")).drop(columns="first_entrant"), "'first_entrant'"),
            (table((1, "9-8", "red")), "there is 'red'"),
            (table((1, "nine", "first")), "a split is like 9-8; 'nine' is not"),
            (table(), "no games"),
        ],
    )
    def test_a_table_that_lacks_something_is_told(self, games: pd.DataFrame, said: str) -> None:
        with pytest.raises(InputError, match=said):
            first_move(games)

    def test_a_reference_that_was_not_played_is_told(self) -> None:
        with pytest.raises(InputError, match="7-8 was not played; there are: 9-8"):
            first_move(table((1, "9-8", "first")), reference="7-8")

    def test_a_file_that_is_no_table_is_told(self, tmp_path: Path) -> None:
        (tmp_path / "games.parquet").write_text("no")
        with pytest.raises(InputError, match=r"games.parquet: can't be read"):
            read_games(tmp_path / "games.parquet")


class TestBalance:
    @staticmethod
    def games(rates: dict[str, float], boards: int = 400) -> pd.DataFrame:
        """Just these win rates, on boards drawn for each split anew."""
        rng = np.random.default_rng(4)
        return table(
            *(
                (int(board), split, "first" if at < rate * boards else "second")
                for split, rate in rates.items()
                for at, board in enumerate(rng.permutation(boards))
            )
        )

    def test_it_is_where_the_line_crosses_one_half(self) -> None:
        found = first_move(self.games({"7-8": 0.7, "8-8": 0.6, "9-8": 0.5, "10-8": 0.4}))
        (balance,) = found.balance
        assert balance.splits == ("7-8", "8-8", "9-8", "10-8")
        assert balance.agents.kind == "bounded"
        assert 9 in balance.agents
        assert balance.points_an_agent == pytest.approx(-0.1, abs=0.005)

    def test_agents_that_change_nothing_leave_it_open(self) -> None:
        (balance,) = first_move(self.games({"8-8": 0.5, "9-8": 0.5})).balance
        assert balance.agents.kind == "everything"

    def test_other_second_teams_are_left_out(self) -> None:
        games = self.games({"8-8": 0.6, "9-8": 0.5, "9-9": 0.1, "8-9": 0.9})
        assert first_move(games).balance[0].splits == ("8-8", "9-8")
        assert first_move(games, second_agents=9).balance[0].splits == ("8-9", "9-9")


class TestRealGames:
    def test_a_run_and_its_compact_table_say_the_same(self, run: Run, tmp_path: Path) -> None:
        compact_games(run).to_parquet(tmp_path / "games.parquet")
        whole, compact = first_move(run), first_move(read_games(tmp_path / "games.parquet"))
        assert list(compact.right_a_clue) == ["beginner", "telepath"]
        assert compact.right_a_clue == pytest.approx(whole.right_a_clue)
        pd.testing.assert_frame_equal(whole.rates, compact.rates)
        pd.testing.assert_frame_equal(whole.differences, compact.differences)
        for one, other in zip(whole.balance, compact.balance, strict=True):
            assert one.agents.estimate == pytest.approx(other.agents.estimate)
            assert one.agents.kind == other.agents.kind

    def test_turns_add_up_to_games(self, run: Run) -> None:
        counts = turn_counts(run)
        assert counts["n"].sum() == run.games["turns"].sum()
        assert (counts["found"] <= counts["left"]).all()
        assert counts.groupby("teams")["left"].max().tolist() == [10, 10]
        assert (
            counts.loc[counts["assassin"], "n"].sum() == (run.games["ending"] == "assassin").sum()
        )

    def test_the_race_says_a_rate_for_every_split_and_team(self, run: Run) -> None:
        predicted = race_rates(run.games, turn_counts(run))
        assert len(predicted) == 6
        assert predicted["alike"].between(0, 1).all()
        assert predicted["by_left"].between(0, 1).all()
        assert predicted["by_both"].between(0, 1).all()
        by_split = predicted[predicted["teams"] == "telepath"].set_index("split")["alike"]
        assert by_split["8-8"] > by_split["9-8"] > by_split["10-8"]

    def test_boards_with_other_cards_are_compared_on_the_same_seeds(self, run: Run) -> None:
        games = run.games[run.games["split"] == "9-8"]
        other = games.assign(assassins=0, bystanders=8, winner="first")
        found = by_cards(pd.concat([games, other]))
        assert found["cards"].unique().tolist() == [
            "7 bystanders, 1 assassin",
            "8 bystanders, 0 assassins",
        ]
        base, changed = (part for _, part in found.groupby("cards", sort=False))
        assert base["difference"].isna().all()
        assert changed["difference"].to_numpy() == pytest.approx(1 - base["rate"].to_numpy())


class TestPower:
    def test_shared_boards_save_what_correlates(self) -> None:
        """Splits that agree on every board: their difference takes hardly any boards."""
        rng = np.random.default_rng(2)
        boards = np.arange(2_000)
        ours = rng.random(2_000) < 0.5
        same = np.where(rng.random(2_000) < 0.4, ours, rng.random(2_000) < 0.5)
        games = [
            (int(board), split, "first" if won else "second")
            for split, winners in (("9-8", ours), ("8-8", same))
            for board, won in zip(boards, winners, strict=True)
        ]
        saved = float(savings(table(*games))["saved"].iloc[0])
        assert saved == pytest.approx(0.4, abs=0.05)
        (known,) = pilot(table(*games))
        assert known.correlation == pytest.approx(saved)
        _, shared, apart = needs(known, "half_width", 0.02)
        assert shared.games / apart.games == pytest.approx(1 - known.correlation, rel=1e-3)

    def test_mirrored_pairs_save_where_the_first_move_decides(self) -> None:
        """Whoever starts wins on even boards, and A on odd ones half the time."""
        rng = np.random.default_rng(3)
        rows = []
        for board in range(1_000):
            for first, second in (("a", "b"), ("b", "a")):
                won = True if board % 2 == 0 else rng.random() < 0.5
                rows.append((board, "9-8", "first" if won else "second", first, second))
        columns = ["board_seed", "split", "winner", "first_entrant", "second_entrant"]
        found = savings(pd.DataFrame(rows, columns=columns))
        assert found[["design", "teams"]].to_numpy().tolist() == [["mirroring", "a vs b"]]
        assert found["low"].min() > 0

    def test_dollars_are_games_times_their_price(self) -> None:
        one, shared, apart = needs(Assumptions("any", usd=0.03), "half_width", 0.02)
        assert [each.games for each in (one, shared, apart)] == [2_401, 9_604, 9_604]
        assert one.usd == pytest.approx(72.03)
        assert (shared.boards, apart.boards) == (4_802, 9_604)

    def test_an_unknown_price_stays_unknown(self) -> None:
        games = table((1, "9-8", "first"), (2, "9-8", "second")).assign(usd=[0.1, np.nan])
        assert needs(pilot(games)[0], "effect", 0.05)[0].usd is None

    def test_what_is_stated_comes_before_the_pilot(self) -> None:
        (stated,) = assume([Assumptions("us", 0.6, 0.2, 1.0, 10)], rate=0.5, usd=0.0)
        assert stated == Assumptions("us", 0.5, 0.2, 0.0, 10)

    @pytest.mark.parametrize("wrong", [{"rate": 1.0}, {"correlation": 1.0}, {"correlation": -0.1}])
    def test_what_can_not_be_is_told(self, wrong: dict[str, float]) -> None:
        with pytest.raises(InputError, match=next(iter(wrong))):
            needs(assume([], **wrong)[0], "effect", 0.05)


class TestTheStudyThatIsKept:
    def test_a_slice_of_it_comes_out_the_same(self, tmp_path: Path) -> None:
        """One strength, two splits, six boards, played again: the committed rows."""
        plan = load_plan(ROOT / "configs" / "first_move.yaml")
        few = replace(
            plan,
            boards=6,
            rules={split: plan.rules[split] for split in ("9-8", "8-8")},
            entrants={"skilled": plan.entrants["skilled"]},
        )
        play_run(few, tmp_path / "run", Options(workers=0), lambda tally: None)
        kept = pd.read_parquet(KEPT / "games.parquet")
        slice_ = kept[
            (kept["run"] == "first_move")
            & (kept["first_entrant"] == "skilled")
            & kept["split"].isin(few.rules)
            & (kept["board_seed"] < 6)
        ]
        expected = slice_.drop(columns="run").reset_index(drop=True)
        pd.testing.assert_frame_equal(compact_games(load_run(tmp_path / "run")), expected)

    def test_it_is_whole_and_small(self) -> None:
        kept = pd.read_parquet(KEPT / "games.parquet")
        study = kept[kept["run"] == "first_move"]
        counts = study.groupby(["split", "first_entrant"])["board_seed"].nunique()
        assert len(counts) == 36
        assert (counts == 2_000).all()
        assert sum(file.stat().st_size for file in KEPT.iterdir()) < 2_000_000


@pytest.mark.long
def test_intervals_hold_what_they_say() -> None:
    measured = runpy.run_path(str(ROOT / "experiments" / "benchmarks" / "study.py"))["measured"]
    shares = measured(1_000).set_index("promise")
    for name in ("win rate", "split difference", "balance point"):
        row = shares.loc[f"{name}: covered"]
        assert row["least"] >= 0.93, name
        assert row["most"] <= 0.97, name
    assert shares.loc["called even at the margin", "mean"] <= 0.07
