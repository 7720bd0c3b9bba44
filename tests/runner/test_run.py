"""A run from its config to its tables."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest

from codenames_sim.analysis import find_game, overview
from codenames_sim.errors import RunError
from codenames_sim.records import TABLES, TIMES, Run, load_run
from codenames_sim.rules import Clue, Forfeit, OperativeView, SpymasterView
from codenames_sim.runner import Options, Progress, finished_run, play_run
from codenames_sim.tournament import Plan, load_plan

CONFIG = """
seed: 3
boards: 20
splits: [9-8, 8-8]
repetitions: 2
agents:
  hasty: {agent: random, stop: 0.6}
entrants:
  bold: {spymaster: random, operatives: random}
  shy: {spymaster: random, operatives: hasty}
"""


def plan_of(folder: Path, config: str = CONFIG) -> Plan:
    file = folder / "small.yaml"
    file.write_text(config, "utf-8")
    return load_plan(file)


def played(plan: Plan, folder: Path, workers: int = 0, in_flight: int = 8) -> Run:
    play_run(plan, folder, Options(workers, in_flight), lambda progress: None)
    return load_run(folder)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("run")
    return played(plan_of(folder), folder / "out")


def timeless(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.drop(columns=[column for column in TIMES if column in frame.columns])


def test_every_table_has_the_promised_columns(run: Run) -> None:
    for name, schema in TABLES.items():
        frame: pd.DataFrame = getattr(run, name)
        assert list(frame.columns) == schema.names
        for part in (run.folder / name).glob("*.parquet"):
            assert pq.read_schema(part).equals(schema)


def test_the_documented_types(run: Run) -> None:
    types = {name: str(kind) for name, kind in run.games.dtypes.items()}
    assert types["pair_number"] == "Int32"
    assert types["board_seed"] == "Int64"
    assert types["usd"] == "Float64"
    assert types["winner"] == "string"
    assert types["started_at"] == "datetime64[us, UTC]"
    assert str(run.turns["legal"].dtype) == "boolean"


def test_mirrored_pairs_on_the_same_boards(run: Run) -> None:
    games = run.games
    assert len(games) == 20 * 2 * 2 * 2
    assert games["game_id"].is_unique
    for _, pair in games.groupby("pair_id"):
        assert len(pair) == 2
        assert pair["board_id"].nunique() == 1
        assert set(pair["first_entrant"]) == {"bold", "shy"}
    assert set(games["board_seed"]) == set(range(3, 23))
    assert len(run.boards) == games["board_id"].nunique() == 40


def test_coupled_splits_share_their_words(run: Run) -> None:
    for _, boards in run.boards.groupby("board_seed"):
        one, other = boards["words"]
        assert list(one) == list(other)


def test_tables_add_up(run: Run) -> None:
    games, turns, guesses = run.games, run.turns, run.guesses
    turn = ["game_id", "turn"]
    counted = turns.groupby("game_id").agg(turns=("turn", "size"), guesses=("guesses", "sum"))
    message = games.set_index("game_id").loc[counted.index]
    assert list(counted["turns"]) == list(message["turns"])
    assert list(counted["guesses"]) == list(message["guesses"])
    own = guesses.assign(own=guesses["card"] == "own").groupby(turn)["own"].agg(["size", "sum"])
    rows = turns.set_index(turn)
    assert list(own["size"].reindex(rows.index, fill_value=0)) == list(rows["guesses"])
    assert list(own["sum"].reindex(rows.index, fill_value=0)) == list(rows["correct"])
    for game in games[games["winner"].notna()].to_dict("records"):
        assert game[f"{game['winner']}_entrant"] == game["winner_entrant"]


def test_every_game_replays_from_the_tables(run: Run) -> None:
    for game_id in run.games["game_id"]:
        recorded = find_game(run, game_id)
        *_, last = recorded.positions()
        assert last.outcome is not None
        assert last.outcome.winner == recorded.row["winner"]
        assert last.outcome.ending == recorded.row["ending"]
        assert [turn.ended_by for turn in last.turns] == [row["ended_by"] for row in recorded.turns]


@pytest.mark.parametrize(("workers", "in_flight"), [(0, 1), (1, 3), (2, 50)])
def test_the_same_tables_whatever_the_workers(
    run: Run, tmp_path: Path, workers: int, in_flight: int
) -> None:
    other = played(plan_of(tmp_path), tmp_path / "out", workers, in_flight)
    for name in TABLES:
        one, two = timeless(getattr(run, name)), timeless(getattr(other, name))
        pd.testing.assert_frame_equal(one, two)


def test_the_manifest_says_what_was_played_with_what(run: Run) -> None:
    manifest = run.manifest
    assert manifest["status"] == "finished"
    assert manifest["games"] == 160
    assert {"run_id", "play_version", "schema_version", "packages", "python"} <= set(manifest)
    assert (run.folder / "inputs" / "rules.yaml").exists()
    words = (run.folder / "inputs" / "words.txt").read_text("utf-8").split("\n")
    assert "whale" in words


def test_parts_are_whole_or_not_there(run: Run) -> None:
    assert not list(run.folder.rglob("*.tmp"))


def test_the_overview_counts_what_the_tables_say(run: Run) -> None:
    result, games = overview(run), run.games
    assert (result.games, result.void, result.boards) == (160, 0, 20)
    assert sum(result.endings.values()) == 160
    for split, rate in result.first_won.items():
        part = games[(games["split"] == split) & games["winner"].notna()]
        assert rate.estimate == pytest.approx((part["winner"] == "first").mean())
        assert rate.low < rate.estimate < rate.high
    bold, shy = result.entrants
    assert bold.wins + shy.wins == games["winner"].notna().sum()


def test_a_folder_that_holds_something_is_refused(tmp_path: Path) -> None:
    plan, out = plan_of(tmp_path), tmp_path / "out"
    out.mkdir()
    (out / "thesis.txt").write_text("all of it")
    with pytest.raises(RunError, match="is not empty"):
        played(plan, out)
    assert (out / "thesis.txt").read_text() == "all of it"


def test_a_finished_run_is_known_again(tmp_path: Path) -> None:
    plan, out = plan_of(tmp_path), tmp_path / "out"
    assert not finished_run(plan, out)
    played(plan, out)
    assert finished_run(plan, out)
    assert not finished_run(plan_of(tmp_path, CONFIG.replace("seed: 3", "seed: 4")), out)
    assert not finished_run(plan_of(tmp_path, CONFIG.replace("boards: 20", "boards: 21")), out)


def test_watch_hears_of_every_game(tmp_path: Path) -> None:
    heard: list[Progress] = []
    play_run(plan_of(tmp_path), tmp_path / "out", Options(0), heard.append)
    last = heard[-1]
    assert (last.total, last.done, last.void) == (160, 160, 0)
    assert last.first_won + last.second_won <= 160


class Failing:
    """A spymaster that fails in its second turn."""

    async def give_clue(self, view: SpymasterView, turn: object) -> Clue:
        if len(view.turns) > 2:
            raise ZeroDivisionError("something with a bug")
        return Clue("zzz", 1)

    async def cover(self, view: SpymasterView, turn: object) -> Forfeit:
        return Forfeit()


class OutOfOptions:
    """An operative that guesses what is not on the table."""

    async def guess(self, view: OperativeView, turn: object) -> object:
        return "a word"


OWN_AGENTS = """
boards: 6
entrants:
  good: {spymaster: random, operatives: random}
  bad: {spymaster: "tests.runner.test_run:Failing", operatives: random}
  worse: {spymaster: random, operatives: "tests.runner.test_run:OutOfOptions"}
"""


def test_an_agent_that_fails_makes_its_game_void_and_no_other(tmp_path: Path) -> None:
    result = played(plan_of(tmp_path, OWN_AGENTS), tmp_path / "out")
    games = result.games
    void = games[games["status"] == "void"]
    assert len(games) == 36
    assert void["winner"].isna().all()
    assert void["error"].str.contains("ZeroDivisionError: something with a bug").any()
    assert void["error"].str.contains("test_run.py:").any()
    worse = void[void["pairing"] == "good vs worse"]["error"]
    assert worse.str.contains("IllegalAction: turn").all()
    assert overview(result).void == len(void)
    assert not set(void["game_id"]) & set(result.turns["game_id"])


def test_a_folder_without_a_run(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="there is no such folder"):
        load_run(tmp_path / "nothing")
    with pytest.raises(RunError, match="holds no run"):
        load_run(tmp_path)
    (tmp_path / "manifest.json").write_text("[1")
    with pytest.raises(RunError, match=r"manifest\.json: can't be read"):
        load_run(tmp_path)
    (tmp_path / "manifest.json").write_text(json.dumps([1]))
    with pytest.raises(RunError, match="should be a JSON object"):
        load_run(tmp_path)


def test_parts_that_are_no_parquet(tmp_path: Path) -> None:
    result = played(plan_of(tmp_path), tmp_path / "out")
    (result.folder / "games" / "part-00000.parquet").write_bytes(b"PAR1 no")
    with pytest.raises(RunError, match="parquet: can't be read"):
        _ = load_run(result.folder).games


def test_games_are_found_by_how_their_id_begins(run: Run) -> None:
    game_id = str(run.games["game_id"].iloc[0])
    assert find_game(run, game_id[:12]).row["game_id"] == game_id
    with pytest.raises(RunError, match="no game id starts with 'xyz'; use an id such as"):
        find_game(run, "xyz")
    with pytest.raises(RunError, match="160 game ids start with ''"):
        find_game(run, "")
