"""The first-move study: what its tables say, of games made for it, public ones and real ones."""

from __future__ import annotations

import json
import runpy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from rich.console import Console

from codenames_sim import load_run
from codenames_sim.analysis import (
    FirstMove,
    by_cards,
    compact_games,
    first_move,
    needs,
    overview,
    pilot,
    race_rates,
    read_games,
    savings,
    turn_counts,
)
from codenames_sim.analysis.sample_size import Assumptions, assume
from codenames_sim.errors import InputError
from codenames_sim.records import Run
from codenames_sim.report.first_move_charts import first_move_chart
from codenames_sim.report.first_move_tables import first_move_sheets
from codenames_sim.report.run_summary import summary
from codenames_sim.runner import Options, play_run
from codenames_sim.stats import clustered_rate, holm
from codenames_sim.tournament import load_plan, other_version
from tests.analysis.made import Told, made_run, rows_by

ROOT = Path(__file__).parents[2]
PUBLIC = ROOT / "tests" / "data" / "tog2025_two_team_llm.csv"
KEPT = ROOT / "results" / "first_move_summary"
KEPT_CAPS = ROOT / "results" / "first_move_caps_summary"


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
    play_run(few, folder, Options(workers=0), lambda progress: None)
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
        result = first_move(public())
        overall = result.rates[result.rates["teams"] == "all"].iloc[0]
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


class TestVerdicts:
    """They are read off one table, so they are corrected over all of its rows."""

    @staticmethod
    def games(splits: dict[str, int], boards: int = 100, entrant: str = "us") -> pd.DataFrame:
        """So many of the boards are won by the first team, by split."""
        return table(
            *(
                (board, split, "first" if board < won else "second")
                for split, won in splits.items()
                for board in range(boards)
            ),
            entrant=entrant,
        )

    def test_one_row_is_corrected_for_nothing(self) -> None:
        (row,) = first_move(self.games({"9-8": 39})).rates.to_dict("records")
        assert row["p_holm"] == row["p"] < 0.05
        assert (row["favours"], row["even"]) == ("second", False)

    def test_a_second_ahead_is_gone_among_other_splits(self) -> None:
        games = self.games({"9-8": 39, "8-8": 50, "10-8": 50, "7-8": 50})
        rates = rows_by(first_move(games).rates, "split")
        assert rates["9-8",]["high"] < 0.5
        assert rates["9-8",]["p"] < 0.05 < rates["9-8",]["p_holm"]
        assert {str(row["favours"]) for row in rates.values()} == {"neither"}

    def test_a_second_ahead_is_gone_among_other_teams(self) -> None:
        others = [self.games({"9-8": 50}, entrant=name) for name in ("b", "c", "d")]
        rates = first_move(pd.concat([self.games({"9-8": 39}), *others])).rates
        assert rates["p"].min() < 0.05 < rates["p_holm"].min()
        assert set(rates["favours"]) == {"neither"}

    def test_an_even_is_gone_among_other_rows(self) -> None:
        alone = self.games({"9-8": 1_000}, boards=2_000)
        assert first_move(alone).rates["even"].tolist() == [True]
        more = self.games({"9-8": 1_000, "8-8": 1_100, "10-8": 1_120}, boards=2_000)
        result = rows_by(first_move(more, margin=0.02).rates, "split")
        assert result["9-8",]["p_even"] < 0.05 < result["9-8",]["p_even_holm"]
        assert not any(row["even"] for row in result.values())

    def test_what_is_certain_stays(self) -> None:
        rates = first_move(self.games({"9-8": 95, "8-8": 5, "10-8": 50})).rates
        assert dict(zip(rates["split"], rates["favours"], strict=True)) == {
            "8-8": "second",
            "9-8": "first",
            "10-8": "neither",
        }

    def test_all_rows_count_and_so_do_those_of_all_teams(self, run: Run) -> None:
        for rates in (first_move(run).rates, by_cards(run.games)):
            assert "all" in set(rates["teams"])
            assert rates["p_holm"].to_numpy() == pytest.approx(holm(rates["p"]))
            assert rates["p_even_holm"].to_numpy() == pytest.approx(holm(rates["p_even"]))
            assert (rates["even"] == (rates["p_even_holm"] <= 0.05)).all()
            assert ((rates["favours"] != "neither") == (rates["p_holm"] <= 0.05)).all()

    def test_the_terminal_shows_the_corrected_ones(self) -> None:
        sheet = first_move_sheets(first_move(public()))[0]
        (row,) = [row for row in sheet.rows if row[1] == "GPT"]
        assert row[-3:] == ("0.494", "1.000", "undecided")

    def test_a_summary_corrects_over_its_splits(self, tmp_path: Path) -> None:
        firsts = {"7-8": 39, "8-8": 50, "9-8": 50, "10-8": 50}
        message = [
            Told("a", "a", "first" if board < won else "second", board, split=split)
            for split, won in firsts.items()
            for board in range(100)
        ]
        result = overview(made_run(tmp_path / "run", message))
        assert result.first_won["7-8"].high < 0.5
        assert set(result.favours.values()) == {"neither"}
        console = Console(record=True, width=100)
        console.print(summary("run", result))
        text = console.export_text()
        assert "going second paid" not in text
        assert "corrected over the splits (Holm)" in text

    def test_a_chart_puts_no_cause_beside_the_rates(self, run: Run) -> None:
        for axes in first_move_chart(first_move(run)).axes:
            words = (axes.get_title(), axes.get_xlabel(), axes.get_ylabel())
            assert not any("right" in each or "strength" in each for each in words)


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
        result = first_move(games)
        ended = result.endings.iloc[0].to_dict()
        wanted = {"games": 3, "void": 1, "stalled": 1, "agents_found": 1}
        assert {name: ended[name] for name in wanted} == wanted
        assert result.rates["games"].tolist() == [1]

    def test_games_that_nobody_won_at_all_give_endings_only(self) -> None:
        result = first_move(table((1, "9-8", None)))
        assert result.rates.empty
        assert result.differences.empty
        assert result.balance == ()
        assert result.endings["stalled"].tolist() == [1]

    def test_splits_come_by_agents_and_teams_by_strength(self) -> None:
        weak, strong = table((1, "10-8", "first")), table((1, "9-8", "first"), entrant="a strong")
        weak["clues"], weak["correct"], strong["clues"], strong["correct"] = 4, 4, 2, 6
        result = first_move(pd.concat([strong, weak]))
        assert dict(result.right_a_clue) == {"us": 1.0, "a strong": 3.0}
        assert list(result.right_a_clue) == ["us", "a strong"]
        assert result.rates["split"].unique().tolist() == ["9-8", "10-8"]

    def test_a_pairing_is_one_whoever_starts(self) -> None:
        games = table((1, "9-8", "first"), (1, "9-8", "second"))
        games["first_entrant"], games["second_entrant"] = ["a", "b"], ["b", "a"]
        assert first_move(games).rates["teams"].tolist() == ["a vs b"]

    @pytest.mark.parametrize("column", ["board_id", "seed", "board_seed"])
    def test_a_board_may_go_by_several_names(self, column: str) -> None:
        games = table((1, "9-8", "first"), (1, "9-8", "second"), (2, "9-8", "first"))
        result = first_move(games.rename(columns={"board_seed": column}))
        assert result.rates["boards"].tolist() == [2]

    @pytest.mark.parametrize(
        ("games", "said"),
        [
            (table((1, "9-8", "first")).drop(columns="board_seed"), "no column for the board"),
            (table((1, "9-8", "first")).drop(columns="winner"), "no column 'winner'"),
            (table((1, "9-8", "first")).drop(columns="first_entrant"), "'first_entrant'"),
            (table((1, "9-8", "red")), "not 'red'"),
            (table((1, "nine", "first")), "'nine' is not a split"),
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
                (int(board), split, "first" if index < rate * boards else "second")
                for split, rate in rates.items()
                for index, board in enumerate(rng.permutation(boards))
            )
        )

    def test_it_is_where_the_line_crosses_one_half(self) -> None:
        result = first_move(self.games({"7-8": 0.7, "8-8": 0.6, "9-8": 0.5, "10-8": 0.4}))
        (balance,) = result.balance
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
        result = by_cards(pd.concat([games, other]))
        assert result["cards"].unique().tolist() == [
            "7 bystanders, 1 assassin",
            "8 bystanders, 0 assassins",
        ]
        base, changed = (part for _, part in result.groupby("cards", sort=False))
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
        result = savings(pd.DataFrame(rows, columns=columns))
        assert result[["design", "teams"]].to_numpy().tolist() == [["mirroring", "a vs b"]]
        assert result["low"].min() > 0

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


class TestTheStudiesThatAreKept:
    def test_a_slice_of_the_counterexample_comes_out_the_same(self, tmp_path: Path) -> None:
        """Teams with and without noise, with and without a cap, played again: the kept rows."""
        plan = load_plan(ROOT / "configs" / "first_move_caps.yaml")
        teams = ("telepath-1", "telepath-uncapped", "minilm-3", "expert-2")
        few = replace(plan, boards=6, entrants={name: plan.entrants[name] for name in teams})
        play_run(few, tmp_path / "run", Options(workers=0), lambda progress: None)
        kept = pd.read_parquet(KEPT_CAPS / "games.parquet")
        slice_ = kept[kept["first_entrant"].isin(teams) & (kept["board_seed"] < 6)]
        expected = slice_.drop(columns="run").reset_index(drop=True)
        pd.testing.assert_frame_equal(compact_games(load_run(tmp_path / "run")), expected)

    def test_the_study_says_that_this_release_plays_other_games(self) -> None:
        manifests = json.loads((KEPT / "manifest.json").read_text("utf-8"))
        for manifest in manifests.values():
            assert "codenames-sim 0.1.0 (play_version 3" in str(other_version(manifest))

    def test_the_counterexample_was_played_as_this_release_plays(self) -> None:
        (manifest,) = json.loads((KEPT_CAPS / "manifest.json").read_text("utf-8")).values()
        assert other_version(manifest) is None

    def test_it_is_whole_and_small(self) -> None:
        kept = pd.read_parquet(KEPT / "games.parquet")
        study = kept[kept["run"] == "first_move"]
        counts = study.groupby(["split", "first_entrant"])["board_seed"].nunique()
        assert len(counts) == 36
        assert (counts == 2_000).all()
        assert sum(file.stat().st_size for file in KEPT.iterdir()) < 2_000_000

    def test_the_counterexample_is_whole_and_small(self) -> None:
        kept = pd.read_parquet(KEPT_CAPS / "games.parquet")
        counts = kept.groupby(["split", "first_entrant"])["board_seed"].nunique()
        assert len(counts) == 12
        assert (counts == 2_000).all()
        assert sum(file.stat().st_size for file in KEPT_CAPS.iterdir()) < 300_000

    def test_right_guesses_per_clue_do_not_decide_the_win_rate(self) -> None:
        """As many right guesses as planning teams make: far other win rates."""
        capped = first_move(pd.read_parquet(KEPT_CAPS / "games.parquet"))
        study = pd.read_parquet(KEPT / "games.parquet")
        study = study[(study["run"] == "first_move") & (study["split"] == "9-8")]
        planning = first_move(study)
        rates = {**_rates(planning), **_rates(capped)}
        right = {**planning.right_a_clue, **capped.right_a_clue}
        assert right["beginner"] > right["telepath-1"]
        assert right["novice"] < right["telepath-1"]
        assert rates["telepath-1"] < min(rates["novice"], rates["beginner"]) - 0.4
        assert right["casual"] < right["telepath-2"] < right["skilled"]
        assert rates["telepath-2"] < min(rates["casual"], rates["skilled"]) - 0.4
        # Nor among agents of one kind: more right guesses, fewer wins.
        assert right["minilm-3"] < right["minilm-uncapped"]
        assert rates["minilm-3"] > rates["minilm-uncapped"] + 0.1


def _rates(result: FirstMove) -> dict[str, float]:
    return dict(zip(result.rates["teams"], result.rates["rate"], strict=True))


@pytest.mark.long
def test_intervals_hold_what_they_say() -> None:
    measured = runpy.run_path(str(ROOT / "experiments" / "benchmarks" / "study.py"))["measured"]
    shares = measured(1_000).set_index("promise")
    for name in ("win rate", "split difference", "balance point"):
        row = shares.loc[f"{name}: covered"]
        assert row["least"] >= 0.93, name
        assert row["most"] <= 0.97, name
    assert shares.loc["called even at the margin", "mean"] <= 0.07
