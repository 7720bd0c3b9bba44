"""Manual corrections of word relations, for words on which the sources are wrong or silent.

A file of judgements has one per line:

    apart butter butt               the first is neither derived from nor a compound of the second
    kin pride proud                 the first is derived from the second, or they are related
    parts marshmallow marsh mallow  the first is a compound of the others
"""

from __future__ import annotations

from pathlib import Path

from clues_table import Lemma


def judge(table: dict[str, Lemma], path: Path) -> None:
    """Apply the judgements of a file to the table; print those that change nothing."""
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
            raise ValueError(f"{path}: not a judgement: {line}")
        for other in others:
            table.setdefault(other, Lemma())
        if before == (lemma.bases, lemma.parts):
            print(f"changes nothing: {line}")
