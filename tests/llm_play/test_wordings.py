"""Runs under several wordings of the prompts, over HTTP, with models that mind them or do not."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from codenames_sim.analysis import (
    behaviour,
    leaderboard,
    merged,
    prompt_differences,
    prompt_scores,
    verify,
)
from codenames_sim.errors import RunError
from codenames_sim.records import Run, load_run
from codenames_sim.runner import Options, play_run, recorded_plan
from codenames_sim.tournament import Plan, games_planned, load_plan
from tests.analysis.made import rows_by
from tests.cli import called
from tests.llm_play.players import WORDS_LEFT, Player, listed, sensible, serving
from tests.loopback import Loopback, Prompt

CONFIG = """
prompts: PROMPTS
rules: {use: codenames, clue_profile: exact, max_turns: 30}
boards: BOARDS
agents:
  chat: {llm: openai/chat, base_url: "URL/v1", mode: plan}
entrants:
  model: {spymaster: chat, operatives: chat}
  other: {spymaster: random, operatives: random}
  third: {spymaster: random, operatives: random}
"""
V3 = "You play Codenames as"


class Reader:
    """A model whose operative knows what its spymaster meant, unless it is asked by v3.

    With `minds` it can't read v3; without, it reads all wordings alike, and errs at times.
    """

    def __init__(self, *, minds: bool):
        self.minds = minds
        self._meant: dict[str, list[str]] = {}
        self._rng = random.Random(1)

    def __call__(self, prompt: Prompt) -> str:
        if "JSON" not in prompt.text:
            return "no"
        answer = sensible(prompt, self._rng)
        text = json.loads(answer)
        if "targets" in text:
            text["word"] = f"clue{len(self._meant)}"
            self._meant[text["word"]] = text["targets"]
            return json.dumps(text)
        if "guesses" not in text:
            return answer
        if self.minds and prompt.text.startswith(V3):
            return "I can't find the format." if self._rng.random() < 0.3 else answer
        clues = re.findall(r'"(clue\d+)"', prompt.text)
        match_word = self._meant[clues[0 if prompt.text.startswith(V3) else -1]]
        if not self.minds and self._rng.random() < 0.6:
            return answer
        left = listed(prompt, WORDS_LEFT)
        return json.dumps({"reason": "", "guesses": [word for word in match_word if word in left]})


def said(*words: str) -> str:
    """What a command prints, notes included."""
    code, out, notes = called(*words)
    assert code == 0, notes
    return " ".join((out + notes).split())


def plan_at(server: Loopback, folder: Path, prompts: str, boards: int) -> Plan:
    (folder / "mine.yaml").write_text("extends: v3\nstep: One word.\n", "utf-8")
    file = folder / "wordings.yaml"
    text = CONFIG.replace("URL", server.url).replace("BOARDS", str(boards))
    file.write_text(text.replace("PROMPTS", prompts), "utf-8")
    return load_plan(file)


def played(answer: Player, folder: Path, prompts: str, boards: int) -> Run:
    with serving(Loopback(answer=answer)) as server:
        return played_at(server, folder, prompts, boards)


def played_at(server: Loopback, folder: Path, prompts: str, boards: int) -> Run:
    plan = plan_at(server, folder, prompts, boards)
    play_run(plan, folder / "run", Options(0, 20), lambda progress: None)
    assert verify(folder / "run") == []
    return load_run(folder / "run")


@pytest.fixture(scope="module")
def minded(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return played(Reader(minds=True), tmp_path_factory.mktemp("minded"), "[v2, v3]", 12)


@pytest.fixture(scope="module")
def unminded(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return played(Reader(minds=False), tmp_path_factory.mktemp("unminded"), "[v2, v3, v1]", 12)


def test_games_record_their_wording(minded: Run) -> None:
    games = minded.games
    assert Counter(games["prompts"].fillna("")) == {"v2": 48, "v3": 48, "": 24}
    asked = minded.calls.merge(games[["game_id", "prompts"]])
    texts = [json.loads(request)["request"]["messages"][0]["text"] for request in asked["request"]]
    assert [text.startswith(V3) for text in texts] == [name == "v3" for name in asked["prompts"]]
    wordings = minded.manifest["plan"]["wordings"]  # type: ignore[index]
    kept = {file.stem for file in (minded.folder / "inputs" / "prompts").iterdir()}
    assert {wording["hash"] for wording in wordings} == kept


def test_an_effect_of_the_wording_is_found(minded: Run) -> None:
    (row,) = rows_by(prompt_differences(minded), "entrant", "prompts", "compared_to").items()
    key, result = row
    assert key == ("model", "v3", "v2")
    assert result["difference"] < -0.25
    assert result["low"] <= result["difference"] <= result["high"] < 0
    assert result["p_holm"] == result["p"] < 0.01
    assert (result["games"], result["boards"]) == (48, 12)
    scores = rows_by(prompt_scores(minded), "entrant", "prompts")
    assert [*scores] == [("model", "v2"), ("model", "v3")]
    assert scores["model", "v2"]["rating"] > scores["model", "v3"]["rating"] + 50
    assert scores["model", "v2"]["score"] == pytest.approx(result["compared_score"])
    sides = minded.games[minded.games["prompts"] == "v2"]
    assert scores["model", "v2"]["score"] == (sides["winner_entrant"] == "model").mean()
    page = said("leaderboard", str(minded.folder))
    assert "The wording changes model's score by at most " in page
    assert "largest: v3 against v2, -" in page
    assert "A difference is established (5 % level) where p (Holm) is below 0.05." in page


def test_where_wordings_make_no_difference_only_chance_is_seen(unminded: Run) -> None:
    """How often chance is taken for an effect is measured by simulation (tests/analysis)."""
    table = prompt_differences(unminded)
    compared = [(row["prompts"], row["compared_to"]) for row in table.to_dict("records")]
    assert compared == [("v3", "v2"), ("v1", "v2"), ("v1", "v3")]
    assert (table["low"] <= table["difference"]).all()
    assert (table["p"] <= table["p_holm"]).all()
    # The server's port is drawn anew each time, and agents' randomness with it.
    assert (table["p_holm"] > 1e-4).all()
    claimed = bool((table["p_holm"] < 0.05).any())
    page = said("leaderboard", str(unminded.folder))
    assert ("No difference between prompts is established at the 5 % level" in page) != claimed


def test_behaviour_has_rows_for_each_wording(minded: Run) -> None:
    table = behaviour(minded)
    overall = table[table["prompts"].isna()].drop(columns="prompts")
    assert set(overall["entrant"]) == {"model", "other", "third"}
    rows = rows_by(table, "entrant", "seat", "prompts")
    for name in ("v2", "v3"):
        assert rows["model", "team", name]["games"] == 48
        assert ("other", "team", name) not in rows
    spymaster = [rows["model", "spymaster", name] for name in ("v2", "v3")]
    assert spymaster[0]["correct"] > spymaster[1]["correct"]
    answers = [rows["model", "operatives", name] for name in ("v2", "v3")]
    assert answers[0]["unparsable"] == 0.0 < answers[1]["unparsable"]
    assert answers[0]["forfeits"] == 0.0 < answers[1]["forfeits"]
    whole = rows["model", "team", "None"]["answers"]
    assert whole == sum(rows["model", "team", name]["answers"] for name in ("v2", "v3"))
    assert "By prompts" in said("behaviour", str(minded.folder))


def test_the_differences_alone(minded: Run) -> None:
    _, message, _ = called("leaderboard", "--prompts", "--format", "json", str(minded.folder))
    (row,) = json.loads(message)
    assert (row["entrant"], row["prompts"], row["compared_to"]) == ("model", "v3", "v2")


def test_one_wording_leaves_the_tables_as_they_were(tmp_path: Path, minded: Run) -> None:
    run = played(Reader(minds=True), tmp_path, "v3", 1)
    assert "prompts" not in behaviour(run).columns
    assert prompt_differences(run).empty
    assert prompt_scores(run).empty
    assert list(leaderboard(run).columns) == list(leaderboard(minded).columns)
    for command in ("leaderboard", "behaviour"):
        assert "prompts" not in said(command, str(run.folder))
    assert "Fewer than two wordings" in said("leaderboard", "--prompts", str(run.folder))


def test_a_run_goes_on_from_its_folder_alone(tmp_path: Path) -> None:
    with serving(Loopback(answer=Reader(minds=True))) as server:
        plan = plan_at(server, tmp_path, "[v2, mine.yaml, v1]", 1)
        folder = tmp_path / "run"
        play_run(plan, folder, Options(0, 20), lambda progress: None)
        for file in tmp_path.glob("*.yaml"):
            file.unlink()
        kept = recorded_plan(folder)
        assert (kept.run_id, kept.describe()) == (plan.run_id, plan.describe())
        play_run(replace(kept, boards=2), folder, Options(0, 20), lambda progress: None)
    assert verify(folder) == []
    games = load_run(folder).games
    assert len(games) == games_planned(replace(plan, boards=2))
    assert set(games["prompts"].dropna()) == {"v2", "mine", "v1"}


def test_texts_that_were_changed_in_the_folder_are_noticed(tmp_path: Path) -> None:
    run = played(Reader(minds=True), tmp_path, "[v2, v3]", 1)
    wordings = run.manifest["plan"]["wordings"]  # type: ignore[index]
    file = run.folder / "inputs" / "prompts" / f"{wordings[1]['hash']}.yaml"
    file.write_text(file.read_text("utf-8").replace("Codenames", "Chess"), "utf-8")
    with pytest.raises(RunError, match="the files in inputs/ differ from the manifest: "):
        recorded_plan(run.folder)


def test_runs_with_some_of_the_wordings_are_merged(tmp_path: Path) -> None:
    folders = {
        name: tmp_path / name.strip("[]").replace(", ", "-")
        for name in ("[v2, v3]", "[v3, v2]", "v3", "v1", "[v1, v3]")
    }
    runs = {}
    # One server, since its address is part of what an entrant is.
    with serving(Loopback(answer=Reader(minds=False))) as server:
        for name, folder in folders.items():
            folder.mkdir()
            runs[name] = played_at(server, folder, name, 1)
    both = merged([runs["[v2, v3]"], runs["v3"], runs["[v3, v2]"]])
    assert both.repeated == 6 + 10
    assert both.wordings == ("v2", "v3")
    for other in ("v1", "[v1, v3]"):
        with pytest.raises(RunError, match=r"other prompts \(v1.*; v2, v3\)"):
            merged([runs["[v2, v3]"], runs[other]])
