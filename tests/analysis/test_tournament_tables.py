"""Head to head, cross-play and behaviour, each against games counted by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from codenames_sim.analysis import behaviour, cross_play, head_to_head
from codenames_sim.stats import clustered_rate
from tests.analysis.made import Row, Told, made_run, rows_by, team


def test_head_to_head_counts_games_and_mirrored_pairs(tmp_path: Path) -> None:
    message = [
        Told("a", "b", "first", 0),
        Told("b", "a", "second", 0),
        Told("a", "b", "first", 1),
        Told("b", "a", "first", 1),
        Told("a", "b", "nobody", 2),
        Told("b", "a", "first", 2),
        Told("a", "b", "first", 3),
        Told("b", "a", "void", 3),
        Told("a", "a", "first", 4),
    ]
    table = head_to_head(made_run(tmp_path / "run", message))
    assert len(table) == 1
    row = table.iloc[0]
    assert (row["entrant"], row["opponent"]) == ("a", "b")
    assert (row["games"], row["wins"], row["losses"], row["halves"]) == (7, 4, 2, 1)
    pairs = row[["pairs_won", "pairs_split", "pairs_lost", "pairs_open"]]
    assert pairs.tolist() == [1, 1, 1, 1]
    rate = clustered_rate([1, 1, 1, 0, 0.5, 0, 1], [0, 0, 1, 1, 2, 2, 3])
    assert row[["score", "low", "high"]].tolist() == [rate.estimate, rate.low, rate.high]


def test_each_pairing_is_there_once_from_the_side_that_scored_more(tmp_path: Path) -> None:
    message = [
        Told("b", "a", "first", 0),
        Told("a", "c", "first", 0),
        Told("c", "a", "first", 0),
    ]
    table = head_to_head(made_run(tmp_path / "run", message))
    assert table[["entrant", "opponent"]].to_numpy().tolist() == [["a", "c"], ["b", "a"]]


def test_cross_play_scores_teams_by_who_sits_where(tmp_path: Path) -> None:
    teams = [
        team("1", "A", "x"),
        team("2", "A", "y"),
        team("3", "B", "x"),
        team("also 1", "A", "x"),
    ]
    message = [
        Told("1", "2", "first", 0),
        Told("2", "1", "first", 1),
        Told("also 1", "3", "first", 0),
        Told("1", "also 1", "first", 2),
    ]
    table = cross_play(made_run(tmp_path / "run", message, teams=teams))
    by = rows_by(table, "spymaster", "operatives")
    scores = {name: row["score"] for name, row in by.items()}
    assert scores == {("A", "x"): 2 / 3, ("A", "y"): 0.5, ("B", "x"): 0.0}
    assert table["games"].tolist() == [3, 2, 1]
    assert table["fit"].isna().all()


@pytest.mark.parametrize("told", [[], [Told("a", "b", "void")]], ids=["no games", "all void"])
def test_without_games_tables_are_empty(tmp_path: Path, told: list[Told]) -> None:
    run = made_run(tmp_path / "run", told)
    assert head_to_head(run).empty
    assert cross_play(run).empty
    assert behaviour(run).empty


def turn(game: int, index: int, side: str, **more: object) -> Row:
    clue = {"clue": "ocean", "legal": True, "number": 2, "guesses": 2, "correct": 2}
    return {
        "game_id": f"g{game}",
        "turn": index,
        "team": side,
        "ended_by": "limit",
        **clue,
        **more,
    }


def call(seat: str, outcome: str = "ok", **more: object) -> Row:
    tokens = {"input_tokens": 100, "output_tokens": 10, "usd": 0.01}
    return {"game_id": "g0", "seat": seat, "outcome": outcome, **tokens, **more}


TURNS = [
    turn(0, 1, "first", number=2, guesses=3, correct=3),
    turn(0, 2, "second", number=1, guesses=1, correct=0, ended_by="assassin"),
    turn(1, 1, "first", number=6, guesses=3, correct=2, ended_by="wrong_bystander"),
    turn(1, 2, "second", legal=False, guesses=0, correct=0, ended_by="invalid_clue"),
    turn(1, 3, "first", number=2, guesses=1, correct=1, ended_by="stopped"),
    turn(1, 4, "second", clue=None, legal=None, number=None, guesses=0, correct=0,
         ended_by="forfeit", forfeited_by="second.spymaster"),
    turn(1, 5, "first", number=2, guesses=2, correct=2, ended_by="won"),
]  # fmt: skip
GAMES = [Told("a", "b", "first", 0, "assassin"), Told("b", "a", "first", 0)]


def test_behaviour_of_seats_is_that_of_their_turns(tmp_path: Path) -> None:
    by = rows_by(behaviour(made_run(tmp_path / "run", GAMES, turns=TURNS)), "entrant", "seat")
    assert [row["games"] for row in by.values()] == [2] * 6
    for name, seen in (("a", (1, 0.0, 1)), ("b", (1, 0.5, 3))):
        result = by[name, "team"]
        assert (result["wins"], result["assassin_losses"], result["turns_to_win"]) == seen
    spymaster = by["b", "spymaster"]
    assert spymaster["clues"] == 4
    assert spymaster["illegal_clues"] == 0
    assert spymaster["number"] == (1 + 6 + 2 + 2) / 4
    assert spymaster["correct"] == 5 / 4
    assert spymaster["correct_of_2"] == 1.5
    assert spymaster["correct_of_4"] == 2
    assert by["a", "spymaster"]["clues"] == 2
    assert by["a", "spymaster"]["illegal_clues"] == 0.5
    assert by["a", "spymaster"]["forfeits"] == pytest.approx(1 / 3)
    assert by["a", "operatives"]["forfeits"] == 0
    assert by["a", "operatives"]["beyond_number"] == 1
    assert by["b", "operatives"]["guesses"] == 7 / 4
    assert by["b", "operatives"]["stops"] == 1 / 4


def test_what_is_not_there_or_not_known_is_null_and_not_0(tmp_path: Path) -> None:
    run = made_run(tmp_path / "run", GAMES[:1], turns=TURNS[:2])
    by = rows_by(behaviour(run), "entrant", "seat")
    for row in by.values():
        for name in ("answers", "refused", "tokens_a_game", "usd_a_game", "usd_a_win"):
            assert row[name] is None
    assert by["b", "team"]["turns_to_win"] is None
    assert by["b", "team"]["clues"] is None
    assert by["a", "spymaster"]["correct_of_1"] is None
    assert by["b", "spymaster"]["correct_of_1"] == 0


def test_behaviour_of_models_is_that_of_their_calls(tmp_path: Path) -> None:
    calls = [
        call("first.spymaster"),
        call("first.spymaster", "unparsable"),
        call("first.spymaster", "timeout", input_tokens=None, output_tokens=None, usd=0.0),
        call("first.operative.0"),
        call("first.operative.1", "refused"),
        call("second.spymaster", usd=None),
        call("second.operative.0", "illegal"),
    ]
    run = made_run(tmp_path / "run", GAMES, turns=TURNS, calls=calls)
    by = rows_by(behaviour(run), "entrant", "seat")
    spymaster = by["a", "spymaster"]
    assert (spymaster["answers"], spymaster["unparsable"]) == (2, 0.5)
    assert spymaster["tokens_a_game"] == 110
    assert spymaster["usd_a_game"] == pytest.approx(0.01)
    assert by["a", "operatives"]["refused"] == 0.5
    assert by["a", "operative.1"]["refused"] == 1
    assert by["a", "team"]["usd_a_win"] == pytest.approx(0.04)
    assert by["b", "operatives"]["illegal_answers"] == 1
    assert by["b", "operatives"]["usd_a_win"] == pytest.approx(0.01)
    assert by["b", "spymaster"]["usd_a_game"] is None
    assert by["b", "team"]["usd_a_win"] is None
    assert by["b", "team"]["tokens_a_win"] == 220
    assert ("b", "operative.0") not in by
