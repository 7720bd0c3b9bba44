"""The first-move study: plays it and its variants, and keeps what its tables are made of.

    python experiments/first_move.py                        # goes on where it stands
    python experiments/first_move.py --boards 20 --played /tmp/p --kept /tmp/k

The games of `configs/first_move.yaml` go to results/first_move, as `codenames-sim run` has them,
those of each variant to results/first_move_<variant>. What is kept in git is small enough for it:
results/first_move_summary/games.parquet, one row a game; turns.parquet, how often a turn brought
what; manifest.json, what each run was played with; and first_move.png, the study's chart.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pandas as pd

from codenames_sim import load_run
from codenames_sim.analysis import compact_games, first_move, turn_counts
from codenames_sim.report.first_move_charts import first_move_chart
from codenames_sim.runner import Options, finished_run, play_run
from codenames_sim.tournament import Plan, load_plan

ROOT = Path(__file__).parent.parent
CONFIG = ROOT / "configs" / "first_move.yaml"
SOME = ("novice", "beginner", "skilled", "telepath")
"""The strengths that boards with other cards are played by."""
PAIRED = ("beginner", "casual", "skilled")
"""The strengths that meet each other in mirrored pairs."""


def plans(boards: int | None = None) -> Iterator[Plan]:
    """The study and its variants; with `boards`, at most so many of each."""
    study = load_plan(CONFIG)
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


def keep(played: list[Path], folder: Path) -> None:
    """Writes the compact tables and manifests of all runs, and the chart of the first."""
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
    said = json.dumps(manifests, indent=1, ensure_ascii=False)
    (folder / "manifest.json").write_text(said + "\n", "utf-8")
    study = games[games["run"] == played[0].name]
    first_move_chart(first_move(study)).savefig(folder / "first_move.png")


def main() -> None:
    """Plays what is left to play, and keeps the summary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, help="At most so many for each run.")
    parser.add_argument("--played", type=Path, default=ROOT / "results")
    parser.add_argument("--kept", type=Path, default=ROOT / "results" / "first_move_summary")
    asked = parser.parse_args()
    played = []
    for plan in plans(asked.boards):
        folder = asked.played / plan.name
        if not finished_run(plan, folder):
            play_run(plan, folder, Options(os.cpu_count() or 1), lambda tally: None)
        print(f"{folder}: {plan.boards:,} boards")
        played.append(folder)
    keep(played, asked.kept)


if __name__ == "__main__":
    main()
