"""Which runs go into one table, and which games of theirs count."""

from __future__ import annotations

from pathlib import Path

import pytest

from codenames_sim.analysis import leaderboard, merged
from codenames_sim.errors import RunError
from codenames_sim.records import Run
from codenames_sim.rules import Rules
from codenames_sim.tournament import Entrant, Seat
from tests.analysis.made import Told, made_run

GAMES = [Told("a", "b", "first"), Told("b", "a", "second"), Told("a", "b", "nobody", 1)]


def test_a_game_in_two_runs_counts_once(tmp_path: Path) -> None:
    one = made_run(tmp_path / "one", GAMES)
    other = made_run(tmp_path / "other", [*GAMES, Told("a", "b", "second", 2)])
    games = merged([one, other])
    assert len(games.games) == 4
    assert games.repeated == 3
    assert leaderboard([one, other])["games"].tolist() == [4, 4]


@pytest.mark.parametrize("turned", [False, True])
def test_a_game_that_is_void_in_one_run_and_finished_in_another_is_finished(
    tmp_path: Path, turned: bool
) -> None:
    broken = made_run(tmp_path / "one", [Told("a", "b", "void")])
    whole = made_run(tmp_path / "other", [Told("a", "b", "first")])
    games = merged([whole, broken] if turned else [broken, whole])
    assert (len(games.games), games.void) == (1, 0)


def test_turns_and_calls_are_those_of_the_games_that_count(tmp_path: Path) -> None:
    turns = [{"game_id": "g0", "turn": 1}, {"game_id": "g1", "turn": 1}]
    one = made_run(tmp_path / "one", [Told("a", "b", "first")], turns=turns[:1])
    games = [Told("a", "b", "first"), Told("b", "a", "first")]
    other = made_run(tmp_path / "other", games, turns=turns)
    assert merged([one, other]).turns["game_id"].tolist() == ["g0", "g1"]


@pytest.mark.parametrize(
    ("stalled", "forfeited", "scores"),
    [
        ("half", "loss", [1.0, 0.5, 0.0]),
        ("leave_out", "loss", [1.0, 0.0]),
        ("half", "leave_out", [1.0, 0.5]),
    ],
)
def test_stalled_and_forfeited_games_count_as_the_manifest_says(
    tmp_path: Path, stalled: str, forfeited: str, scores: list[float]
) -> None:
    message = [
        Told("a", "b", "first"),
        Told("a", "b", "nobody"),
        Told("a", "b", "second", ending="forfeit"),
        Told("a", "b", "void"),
    ]
    scoring = {"stalled": stalled, "forfeited": forfeited}
    games = merged(made_run(tmp_path / "one", message, manifest={"scoring": scoring}))
    assert games.games["first_score"].tolist() == scores
    assert (games.stalled, games.forfeited, games.void) == (1, 1, 1)


def test_a_run_from_before_scoring_counts_by_default(tmp_path: Path) -> None:
    games = merged(made_run(tmp_path / "one", GAMES, manifest={"scoring": {}}))
    assert games.games["first_score"].tolist() == [1.0, 0.5, 0.0]


def other_rules(folder: Path) -> Run:
    return made_run(folder, GAMES, rules=Rules.load("codenames").replace(max_turns=9))


def other_words(folder: Path) -> Run:
    run = made_run(folder, GAMES)
    plan = run.manifest["plan"]
    assert isinstance(plan, dict)
    plan["words_hash"] = "x"
    return run


def other_language(folder: Path) -> Run:
    run = made_run(folder, GAMES)
    plan = run.manifest["plan"]
    assert isinstance(plan, dict)
    plan["language"] = "pl"
    return run


def other_play(folder: Path) -> Run:
    return made_run(folder, GAMES, manifest={"play_version": 99})


def other_scoring(folder: Path) -> Run:
    scoring = {"stalled": "leave_out", "forfeited": "loss"}
    return made_run(folder, GAMES, manifest={"scoring": scoring})


def other_agent(folder: Path) -> Run:
    hasty = Seat("a", "random", {"stop": 0.9})
    teams = [Entrant("c", Seat("c", "random", {}), (hasty,))]
    return made_run(folder, [Told("c", "d", "first")], teams=teams)


def other_entrant(folder: Path) -> Run:
    swapped = Entrant("a", Seat("a", "random", {}), (Seat("b", "random", {}),))
    return made_run(folder, GAMES, teams=[swapped])


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (other_rules, "different rules"),
        (other_words, "different words"),
        (other_language, r"different languages \(pl, en\)"),
        (other_play, r"different play_version \(99, 3\)"),
        (other_scoring, "different `scoring`"),
        (other_agent, "the agent 'a' differs between the runs"),
        (other_entrant, "the entrant 'a' differs between the runs"),
    ],
)
def test_other_runs_are_refused_with_the_reason(tmp_path: Path, make: object, reason: str) -> None:
    one = made_run(tmp_path / "one", GAMES)
    assert callable(make)
    with pytest.raises(RunError, match=rf"other: can't be merged with .*one: {reason}"):
        merged([one, make(tmp_path / "other")])


def test_a_damaged_manifest_is_an_error_that_names_the_folder(tmp_path: Path) -> None:
    one = made_run(tmp_path / "one", GAMES)
    other = made_run(tmp_path / "other", GAMES, manifest={"plan": 5})
    with pytest.raises(RunError, match=r"other: can't be merged: its manifest has no plan"):
        merged([one, other])
    strange = made_run(tmp_path / "strange", GAMES, manifest={"scoring": {"stalled": "lost"}})
    with pytest.raises(
        RunError, match=r"strange: 'scoring' in its manifest is invalid: Invalid enum value"
    ):
        merged(strange)


def test_another_split_of_the_same_rules_is_merged(tmp_path: Path) -> None:
    one = made_run(tmp_path / "one", GAMES)
    other = made_run(tmp_path / "other", GAMES, rules=Rules.load("codenames").with_split("8-8"))
    assert merged([one, other]).repeated == 3
