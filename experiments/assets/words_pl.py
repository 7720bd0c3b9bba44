"""Makes `codenames_sim/boards/lists/pl.txt`, the Polish board words.

`words_pl_reviewed.txt` beside this script lists the words. They were written for this project,
because no freely packaged Polish WordNet distinguishes concrete nouns. The script removes every
word that breaks a rule, prints the reason, and writes the rest. The rules:

- it is a common noun in the nominative singular according to Morfeusz (the Grammatical Dictionary
  of Polish);
- its frequency is at least 2.2 on wordfreq's Zipf scale (16 in a hundred million words), which is
  low because the uses of Polish nouns are spread over many forms;
- it is not a diminutive or other simple derivation of another word of the list (młotek from młot).

Run it in a separate virtual environment:

    pip install morfeusz2==1.99.15 wordfreq==3.1.1
    python experiments/assets/words_pl.py
"""

import re
from collections.abc import Iterable
from pathlib import Path

import morfeusz2  # type: ignore[import-not-found]
import wordfreq  # type: ignore[import-not-found]

REVIEWED = Path(__file__).with_name("words_pl_reviewed.txt")
LIST = Path(__file__).parents[2] / "codenames_sim/boards/lists/pl.txt"

LEAST_ZIPF = 2.2
ENDINGS = frozenset(
    ["ek", "ik", "yk", "ka", "ko", "ki", "ak", "arz", "nik", "owa", "owiec", "ówka", "isko", "icz"]
)
"""Endings that make a simple derivation of a word without its last vowel."""

DICTIONARY = morfeusz2.Morfeusz()


def fault(word: str) -> str | None:
    """The rule for single words that `word` breaks, or None."""
    if not re.fullmatch("[a-ząćęłńóśźż]{3,}", word):
        return "does not have three or more lower-case letters only"
    readings = [reading for _, _, reading in DICTIONARY.analyse(word)]
    if not any(
        lemma.split(":")[0] == word
        and tag.startswith("subst:sg:nom")
        and "nazwa_pospolita" in kinds
        for _, lemma, tag, kinds, _ in readings
    ):
        return "not a common noun in the nominative singular"
    if wordfreq.zipf_frequency(word, "pl", "large") < LEAST_ZIPF:
        return "rare"
    return None


def built_from(word: str, others: Iterable[str]) -> str | None:
    """The word in `others` of which `word` is a simple derivation, if any."""
    for other in others:
        stem = other.rstrip("aeoęy") if len(other) > 3 else other
        if word != other and word.startswith(stem) and word.removeprefix(stem) in ENDINGS:
            return other
    return None


def main() -> None:
    """Write the list and print the removed words."""
    struck: dict[str, str] = {}
    sound = []
    for word in sorted(set(REVIEWED.read_text("utf-8").split())):
        if reason := fault(word):
            struck[word] = reason
        else:
            sound.append(word)
    for word in sound:
        if other := built_from(word, sound):
            struck[word] = f"built from {other}"
    words = [word for word in sound if word not in struck]
    LIST.write_text("\n".join(words) + "\n", "utf-8", newline="\n")
    for word, reason in struck.items():
        print(f"{word}: {reason}")
    print(f"{len(words)} words kept, {len(struck)} removed")


if __name__ == "__main__":
    main()
