"""The first-move studies: plays them, and keeps what their tables are made of.

    python experiments/first_move.py                        # both, what is not yet played
    python experiments/first_move.py first_move_caps_summary
    python experiments/first_move.py --boards 20 --played /tmp/p --kept /tmp/k

`first_move_summary` is configs/first_move.yaml and its variants, `first_move_caps_summary` the
counterexample, configs/first_move_caps.yaml. The games of a config go to results/NAME, where
`codenames-sim run` puts them, and those of each variant to results/first_move_VARIANT. What git
keeps is small: results/first_move_summary and results/first_move_caps_summary hold games.parquet,
one row a game; turns.parquet, how often a turn brought what; and manifest.json, what each run was
played with, and by which release. The charts are drawn from the kept tables.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pandas as pd

from codenames_sim import load_run
from codenames_sim.analysis import FirstMove, compact_games, first_move, turn_counts
from codenames_sim.report.first_move_charts import families_chart, first_move_chart
from codenames_sim.runner import Options, finished_run, play_run
from codenames_sim.tournament import Plan, load_plan

ROOT = Path(__file__).parent.parent
CONFIGS = ROOT / "configs"
SOME = ("novice", "beginner", "skilled", "telepath")
"""The strengths that boards with other cards are played by."""
PAIRED = ("beginner", "casual", "skilled")
"""The strengths that meet each other in mirrored pairs."""


def caps(boards: int | None = None) -> Iterator[Plan]:
    """Spymasters with fixed margins that may say 1, 2, 3 or any number of words."""
    plan = load_plan(CONFIGS / "first_move_caps.yaml")
    yield replace(plan, boards=boards or plan.boards)


def plans(boards: int | None = None) -> Iterator[Plan]:
    """The study and its variants; with `boards`, at most so many of each."""
    study = load_plan(CONFIGS / "first_move.yaml")
    rules = study.rules["9-8"]
    boards = boards or study.boards
    yield replace(study, boards=boards)
    fewer = min(boards, 1_000)
    wide = {split: rules.with_split(split) for split in ("6-8", "11-8", "12-8")}
    yield replace(study, name="first_move_wide", boards=fewer, rules=wide)
    some = {name: study.entrants[name] for name in SOME}
    for name, changed in {
        "no_assassin": rules.replace(assassins=0),
        "3_assassins": rules.replace(assassins=3),
        "20_words": rules.replace(columns=4),
        "30_words": rules.replace(columns=6),
    }.items():
        yield replace(
            study, name=f"first_move_{name}", boards=fewer, entrants=some, rules={"9-8": changed}
        )
    yield replace(
        study,
        name="first_move_pairs",
        boards=fewer,
        format="round_robin",
        entrants={name: study.entrants[name] for name in PAIRED},
        rules={"9-8": rules},
    )


STUDIES: Mapping[str, Callable[[int | None], Iterator[Plan]]] = {
    "first_move_summary": plans,
    "first_move_caps_summary": caps,
}
"""By the folder in which each is kept."""
TITLE = "Teams against themselves at 9-8: the same right guesses per clue, other win rates"


def keep(played: list[Path], folder: Path) -> None:
    """Writes the compact tables and manifests of all runs."""
    runs = {path.name: load_run(path) for path in played}
    folder.mkdir(parents=True, exist_ok=True)
    games = pd.concat(
        [compact_games(run).assign(run=name) for name, run in runs.items()], ignore_index=True
    )
    turns = pd.concat(
        [turn_counts(run).assign(run=name) for name, run in runs.items()], ignore_index=True
    )
    for name, table in (("games", games), ("turns", turns)):
        table.to_parquet(folder / f"{name}.parquet", compression="zstd", index=False)
    manifests = {name: run.manifest for name, run in runs.items()}
    text = json.dumps(manifests, indent=1, ensure_ascii=False)
    (folder / "manifest.json").write_text(text + "\n", "utf-8")


def kept_games(folder: Path, run: str) -> pd.DataFrame:
    """The games of one run, out of a kept study."""
    games = pd.read_parquet(folder / "games.parquet")
    return games[games["run"] == run]


def families(kept: Path) -> dict[str, pd.DataFrame]:
    """What `families_chart` draws: 9-8 of the study, and the families of the counterexample."""
    study = kept_games(kept / "first_move_summary", "first_move")
    planning = first_move(study[study["split"] == "9-8"])
    capped = first_move(kept_games(kept / "first_move_caps_summary", "first_move_caps"))
    return {
        "planning, six strengths (the study)": _family(planning, ""),
        "margins, telepath": _family(capped, "telepath-"),
        "margins, telepath, table minilm": _family(capped, "minilm-"),
        "margins, expert": _family(capped, "expert-"),
    }


def _family(result: FirstMove, prefix: str) -> pd.DataFrame:
    """Its rows of `win_rates`, with right guesses per clue and short names."""
    rates = result.rates[result.rates["teams"].isin(result.right_a_clue)]
    rates = rates[rates["teams"].str.startswith(prefix)]
    return rates.assign(
        right_a_clue=rates["teams"].map(result.right_a_clue),
        name=rates["teams"].str.removeprefix(prefix),
    )


def draw(kept: Path) -> None:
    """Draws the charts of the kept tables, as far as these are there."""
    there = [study for study in STUDIES if (kept / study / "games.parquet").exists()]
    if "first_move_summary" in there:
        games = kept_games(kept / "first_move_summary", "first_move")
        chart = kept / "first_move_summary" / "first_move.png"
        first_move_chart(first_move(games)).savefig(chart)
    if len(there) == len(STUDIES):
        chart = kept / "first_move_caps_summary" / "first_move_caps.png"
        families_chart(families(kept), TITLE).savefig(chart)


def main() -> None:
    """Plays what is left to play of the chosen studies, keeps their tables, and draws."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("studies", nargs="*", help=f"Of {', '.join(STUDIES)}; all without it.")
    parser.add_argument("--boards", type=int, help="At most so many for each run.")
    parser.add_argument("--played", type=Path, default=ROOT / "results")
    parser.add_argument("--kept", type=Path, default=ROOT / "results")
    asked = parser.parse_args()
    if unknown := set(asked.studies) - set(STUDIES):
        parser.error(f"there is no study '{unknown.pop()}'; there are: {', '.join(STUDIES)}")
    for study in asked.studies or STUDIES:
        played = []
        for plan in STUDIES[study](asked.boards):
            folder = asked.played / plan.name
            if not finished_run(plan, folder):
                play_run(plan, folder, Options(os.cpu_count() or 1), lambda progress: None)
            print(f"{folder}: {plan.boards:,} boards")
            played.append(folder)
        keep(played, asked.kept / study)
    draw(asked.kept)


if __name__ == "__main__":
    main()
