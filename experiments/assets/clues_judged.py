"""Judgements of pairs of words, where the sources of a word table mislead or say nothing.

A file of judgements has one a line:

    apart butter butt               the first neither comes of the second nor has it as a part
    kin pride proud                 the first comes of the second, or both are of one family
    parts marshmallow marsh mallow  the first is put together of the others
"""

from __future__ import annotations

from pathlib import Path

from clues_table import Lemma


def judge(table: dict[str, Lemma], path: Path) -> None:
    """Puts the judgements of a file into the table; prints those that change nothing."""
    for line in path.read_text("utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        verb, word, *others = line.split()
        lemma = table.setdefault(word, Lemma())
        before = {*lemma.bases}, {*lemma.parts}
        if verb == "apart":
            lemma.bases -= {*others}
            lemma.parts -= {*others}
        elif verb == "kin":
            lemma.bases |= {*others}
        elif verb == "parts":
            lemma.parts |= {*others}
        else:
            raise ValueError(f"{path}: no judgement: {line}")
        for other in others:
            table.setdefault(other, Lemma())
        if before == (lemma.bases, lemma.parts):
            print(f"changes nothing: {line}")
