"""Derives the English word table of `codenames_sim/clues/languages/en/` from open sources.

    python clues_en.py SOURCES

The sources, their origin and their licences are listed in `languages/README.md`.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path

import lemminflect  # type: ignore[import-not-found]
from clues_en_sources import (
    Affixed,
    Meaning,
    Sounds,
    Vocabulary,
    Webster,
    WordNet,
    lemmas_of,
    read_glove,
    read_morphynet,
    read_pronunciations,
    read_scowl,
    read_webster,
    read_wordnet,
)
from clues_judged import judge
from clues_table import Lemma, listed, write_table

OUTPUT = Path(__file__).parents[2] / "codenames_sim/clues/languages/en/words.txt.gz"
JUDGED = Path(__file__).with_name("kin_en.txt")

COMMON = 60
"""The maximum SCOWL size of a part of a compound, if a dictionary splits the compound."""
EVERYDAY = 35
"""The maximum SCOWL size of a part of a compound, if no dictionary splits the compound."""

ONE_FAMILY, VERY_CLOSE, CLOSE = 0.6, 0.4, 0.2
"""Thresholds for cosines of word vectors. Among unrelated pairs with similar spelling, none exceeds
the first, one in thirty exceeds the second, and one in four exceeds the third."""

SUFFIXES_SPELLED_LIKE_WORDS = frozenset(
    listed(
        "able age ant ate dom ed en er est ette ful hood ide ing ion ism kin less let like ling"
        " ness or red ship some ster ward wards wise"
    )
)
"""Endings that are not parts of a compound, although there are words with the same spelling."""

LATIN_ENDINGS = listed("able al ant ary ation ent ible ic ical ist ity ive ous")
"""Endings of words whose etymology names a related word."""

LEARNED_ENDINGS = listed(
    "ant ary ate ent ence ance ency ancy ible ic ical ion ism ist ity ive or ory ous ure"
)
"""Endings that attach to stems that are not necessarily English words."""

NOT_ANCESTORS = frozenset(listed("neuter probably perhaps participle something having being"))
"""Words that Webster uses in its etymologies to describe, not as ancestors."""

DOUBTFUL_SUFFIXES = frozenset(
    listed("ar ard d el en er et ey ic ie ing kin le let on oon or ot ow ster t y")
)
"""Endings that often belong to words of another origin: kilt, letter, roundel."""

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
        """Words that are not only names."""
        return self.vocabulary.lower | self.wordnet.lower

    def size(self, word: str) -> int:
        return self.vocabulary.size.get(word, 99)

    def mentions(self, word: str, other: str) -> bool:
        """Whether WordNet has one of the words in the definition or the kinds of the other."""
        return any(
            a in self.wordnet.gloss.get(b, ()) or a in self.wordnet.kinds.get(b, ())
            for a, b in ((word, other), (other, word))
        )

    def close(self, one: str, other: str, least: float = CLOSE, *, mentioned: bool = True) -> bool:
        """Whether the cosine of two words is at least `least`, or, if `mentioned`, one of them is
        defined with the other."""
        closeness = self.meaning.closeness(one, other)
        near = closeness is not None and closeness >= least
        return near or (mentioned and self.mentions(one, other))

    def etymology(self, word: str) -> str:
        """Webster's longest etymology of the word; homographs have several entries."""
        return max((entry.etymology for entry in self.webster.get(word, ())), key=len, default="")

    def etymology_denies(self, word: str, base: str) -> bool:
        """Whether Webster has an etymology of the word that does not name the base."""
        etymology = self.etymology(word)
        return bool(etymology) and not _named(base, etymology)

    def ancestors(self, word: str) -> set[str]:
        """English words with the same first letters to which Webster traces the word.

        For drought it has `see {dry}`, and for bleed `fr. blod blood`. References to a single sense
        of a word are followed by that sense, as in `see {jet} a stream`, and are ignored.
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
        """Whether Webster names one word, or a common ancestor, in the history of the other, or has
        no history of either."""
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
    """Whether the etymology has a word that starts with `word` (formalis names form); words of
    three letters must occur themselves."""
    return bool(re.search(rf"\b{word}\b" if len(word) < 4 else rf"\b{word}", etymology))


def derived_pairs(sources: Sources, lemmas: set[str]) -> set[tuple[str, str]]:
    """Pairs (base, word) of all derivations."""
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
        for base in sources.wordnet.gloss.get(word, frozenset()) & lemmas:
            if base != word and base[0] == word[0] and defines(sources, base, word):
                origin, derived = sorted((base, word), key=lambda w: (len(w), w))
                pairs.add((origin, derived))
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
    """Whether `base`, a word in WordNet's definition of `word`, is related to it by spelling,
    history and meaning: proud in pride, west in western."""
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
    """Whether the word is `start` followed by another word: snowman."""
    end = word.removeprefix(start)
    known = sources.size(end) <= COMMON and end not in SUFFIXES_SPELLED_LIKE_WORDS
    return word.startswith(start) and known


def siblings(sources: Sources, word: str, lemmas: set[str]) -> set[str]:
    """Shorter words with the same Latin or Greek stem: mechanic (mechanism), vision (visible)."""
    result = set()
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
                message = len(stem) > 4 or bool(ours & theirs - NOT_ANCESTORS)
                if message or sources.close(base, word, VERY_CLOSE):
                    result.add(base)
    return result


def plausible(sources: Sources, base: str, word: str) -> bool:
    """Whether a dictionary's derivation is not just a similar spelling: a tower does not tow."""
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
    """Whether an affix in MorphyNet is a word itself: super-, -man."""
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
"""Beginnings that MorphyNet lists as prefixes, but players regard as words."""


def _alike(one: str, other: str) -> bool:
    """Whether the words share a prefix of at least three letters and 0.66 of the shorter word."""
    same = 0
    while same < min(len(one), len(other)) and one[same] == other[same]:
        same += 1
    return same >= 3 and same >= 0.66 * min(len(one), len(other))


def compound_parts(sources: Sources, word: str, bases: set[str]) -> set[str]:
    for cut in range(2, len(word) - 1):
        first, second = word[:cut], word[cut:]
        derived = not all(
            base.startswith(first) or base == second for base in bases
        )  # picking is not pic + king
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
    """Whether the entries confirm this split by accents or etymology, or an etymology denies it."""
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
        strong_first = any(mark == '"' and index <= len(first) for mark, index in accents)
        weak_second = any(mark == "`" and index > len(first) for mark, index in accents)
        if strong_first and weak_second and syllable_ends(entry.respelling, len(first)):
            return "accents"
        if all(re.search(rf"\b{part}\b", entry.etymology) for part in (first, second)):
            return "etymology"
        if entry.etymology:
            answer = "denies"
    return answer


def syllable_ends(respelling: str, letters: int) -> bool:
    """Whether a syllable ends after this number of letters of the respelling."""
    seen = 0
    for character in respelling:
        if not character.isalpha() and seen == letters:
            return True
        seen += character.isalpha()
    return False


def is_kind_of_its_end(sources: Sources, word: str, end: str) -> bool:
    """Whether WordNet lists the word as a kind of its ending: a walnut is a nut."""
    return (
        sources.size(end) <= COMMON
        and end in sources.wordnet.kinds.get(word, ())
        and end in sources.wordnet.lower
        and sounds_like(sources.sounds, word, "", end) is not False
        and word in sources.wordnet.lower
    )


WEAKENED = frozenset(listed("lace land man men ward"))
"""Second parts whose vowel is reduced in compounds: fireman."""

_WEAK = {"AE": "AH", "EH": "AH", "EY": "AH", "IH": "AH"}


def sounds_like(sounds: Sounds, word: str, first: str, second: str) -> bool | None:
    """Whether the word is pronounced like its parts, with or without a reduced second vowel.

    None if a pronunciation is unknown. If `first` is empty, any beginning is accepted.
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
"""Endings of forms that the lemmatiser does not know, and the endings that they replace."""


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
