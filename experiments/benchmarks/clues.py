"""Measures the accuracy of clue verdicts on labelled pairs, by kind, and the time per verdict.

    python experiments/benchmarks/clues.py

A positive is a refused clue. Precision is the share of refused clues that are labelled illegal,
recall the share of clues labelled illegal that are refused.
"""

from __future__ import annotations

import csv
import random
import time
from collections import Counter
from pathlib import Path

from codenames_sim.clues import available_languages, check_clue

ROOT = Path(__file__).parents[2]
LABELLED = {
    "shared (mark 99 %)": "clue_cases.csv",
    "development": "clue_pairs_dev.csv",
    "held out (mark 98 %)": "clue_pairs_test.csv",
}


def report_verdicts(title: str, path: Path) -> None:
    counts: Counter[tuple[str, str, bool, bool]] = Counter()
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            verdict = check_clue(row["clue"], [row["board_word"]], language=row["language"])
            key = row["language"], row["why"], row["legal"] == "0", not verdict.legal
            counts[key] += 1
    print(f"\n{title}: {path.name}")
    for language in available_languages():
        mine = {key[1:]: n for key, n in counts.items() if key[0] == language}
        for why in sorted({key[0] for key in mine}):
            kind = {key[1:]: n for key, n in mine.items() if key[0] == why}
            total, right = (
                sum(kind.values()),
                kind.get((True, True), 0) + kind.get((False, False), 0),
            )
            print(f"  {language}  {right:4}/{total:<4} {right / total:7.1%}  {why}")
        refused, labelled, both = (
            sum(n for key, n in mine.items() if key[1:] in which)
            for which in (
                {(True, True), (False, True)},
                {(True, True), (True, False)},
                {(True, True)},
            )
        )
        total = sum(mine.values())
        right = both + sum(n for key, n in mine.items() if key[1:] == (False, False))
        print(
            f"  {language}  {right:4}/{total:<4} {right / total:7.2%}  as labelled;"
            f" precision {both / refused:.2%}, recall {both / labelled:.2%}"
        )


def report_times(language: str) -> None:
    listed = (ROOT / f"codenames_sim/boards/lists/{language}.txt").read_text("utf-8").splitlines()
    words = [word for word in listed if word and not word.startswith("#")]
    start = time.process_time()
    check_clue("word", [], language=language)
    loading = time.process_time() - start
    draw = random.Random(1)
    boards = [draw.sample(words, 25) for _ in range(200)]
    clues = [draw.choice(words) for _ in range(200)]
    passes = [_seconds(boards, clues, language) for _ in range(3)]
    games = [(draw.sample(words, 25), draw.choices(words, k=9)) for _ in range(2000)]
    start = time.process_time()
    for board, given in games:
        for turn, clue in enumerate(given):
            check_clue(clue, board[turn * 2 :], language=language)
    batch = (time.process_time() - start) / sum(len(given) for _, given in games)
    refused = [
        not check_clue(c, b, language=language).legal for b, c in zip(boards, clues, strict=True)
    ]
    print(
        f"  {language}  loading {loading * 1e3:.0f} ms; against 25 words: first"
        f" {passes[0] * 1e6:.1f} µs, warm {min(passes[1:]) * 1e6:.1f} µs;"
        f" in 2,000 games {batch * 1e6:.1f} µs per clue;"
        f" {sum(refused) / len(refused):.1%} of random clues refused"
    )


def _seconds(boards: list[list[str]], clues: list[str], language: str) -> float:
    start = time.process_time()
    for board, clue in zip(boards, clues, strict=True):
        check_clue(clue, board, language=language)
    return (time.process_time() - start) / len(clues)


def main() -> None:
    print("processor times")
    for language in available_languages():
        report_times(language)
    for title, name in LABELLED.items():
        report_verdicts(title, ROOT / "tests/data" / name)


if __name__ == "__main__":
    main()
