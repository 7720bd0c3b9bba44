"""Derives the Polish word table of `codenames_sim/clues/languages/pl/` from open sources.

    python clues_pl.py SOURCES

The sources, their origin and their licences are listed in `languages/README.md`.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections import defaultdict
from collections.abc import Container
from pathlib import Path
from typing import NamedTuple

import morfeusz2  # type: ignore[import-not-found]
from clues_judged import judge
from clues_pl_stems import (
    FROM_NOUNS,
    SMALL,
    derived_stems,
    is_verb,
    skeleton,
    stems,
    unlike,
    unprefixed,
    vowels_of,
)
from clues_table import Families, Lemma, listed, write_table
from wordfreq import get_frequency_dict  # type: ignore[import-not-found]

OUTPUT = Path(__file__).parents[2] / "codenames_sim/clues/languages/pl/words.txt.gz"
JUDGED = Path(__file__).with_name("kin_pl.txt")

RAREST = 1.5
"""The minimum Zipf frequency (log10 of uses in 10^9 words) of words in the table."""

RARE = 0.0
"""The frequency assumed for words that occur only in dictionaries."""

COMMON_VERB = 2.0
"""The minimum Zipf frequency of a verb that is the base of verbs with a prefix."""

COMMON_BASE = 3.0
"""The minimum Zipf frequency of a word whose derivations are all in the table."""

NAMES_TO_WORDS = ("ski", "cki", "anin", "czyk", "anka", "uz")
"""Endings of words named after a place or a person."""

LINKS = ("o", "i", "y")
"""Linking vowels between the parts of a compound."""

FIRST_PARTS = {
    "cztero": "cztery", "czworo": "cztery", "dobra": "dobry", "dwu": "dwa", "jedno": "jeden",
    "moto": "motor", "pięcio": "pięć", "pół": "pół", "samo": "sam", "stu": "sto", "sto": "sto",
    "sześcio": "sześć", "trój": "trzy", "wielka": "wielki",
}  # fmt: skip
"""Beginnings that are joined to a word without a linking vowel."""

SECOND_PARTS = {
    "barwny": "barwa", "branie": "brać", "bójca": "bić",
    "bójstwo": "bić", "chron": "chronić", "ciąg": "ciąg",
    "czerpak": "czerpać", "głowy": "głowa", "jad": "jeść", "kop": "kopać", "krad": "kraść",
    "kręt": "kręcić", "kąt": "kąt", "latek": "lato", "lot": "lot", "lub": "lubić", "lud": "lud",
    "mierz": "mierzyć", "noc": "noc", "noga": "noga", "nogi": "noga", "nosz": "nosić",
    "nóg": "noga", "oki": "oko", "pad": "padać", "pis": "pisać", "płyn": "płynąć",
    "rodny": "rodzić", "rost": "rosnąć", "rożec": "róg", "rys": "rysować", "ryt": "ryć",
    "ręki": "ręka", "skóry": "skóra", "spad": "spadać", "usty": "usta", "war": "warzyć",
    "wskaz": "wskazać", "wóz": "wóz", "włosy": "włos", "ziem": "ziemia", "znawca": "znać",
    "znawstwo": "znać", "zęby": "ząb", "łamacz": "łamać", "łap": "łapać", "łów": "łowić",
    "żerca": "żreć", "żerny": "żreć",
}  # fmt: skip
"""Endings that stand for a word only inside compounds: korkociąg, czworonóg, mrówkojad."""

SECOND_ENDINGS = listed("iec ec ek nik ny owy owiec stwo ość acz ca ie e y")
"""Endings of compounds whose second part is not a word without them: równoległy, półrocze."""

FOREIGN_ENDINGS = frozenset(listed("fon gram lit log mat nia nom rama tor"))
"""Greek and Latin endings with the same spelling as Polish words."""


class Sources(NamedTuple):
    frequency: dict[str, float]
    """Zipf frequency of the dictionary form of each lemma."""
    names: frozenset[str]
    """Lemmas that are always capitalised, converted to lower case."""
    animate: frozenset[str]
    """Masculine nouns for people and animals."""
    things: frozenset[str]
    """Masculine nouns for things."""
    genders: dict[str, frozenset[str]]
    """Nouns of each gender: m, f, n."""
    nouns: frozenset[str]
    verbs: frozenset[str]
    inflected: frozenset[str]
    """Words from which others can be derived: nouns, adjectives, verbs, numerals."""
    bases: dict[str, set[tuple[str, str, bool]]]
    """(base, affix, whether the affix is a prefix) of each word, from MorphyNet."""


# --- sources ---------------------------------------------------------------------------------


_LEFT_OUT = re.compile(r"^brev|:neg$|^(?:ger|ppas|pact):(?!.*nom)|^(?:ppas|pact):pl|^ger:pl")
"""Tags of abbreviations, of forms with nie-, and of the cases of verbal nouns and adjectives."""


ANALYSER = morfeusz2.Morfeusz()
GENERATOR = morfeusz2.Morfeusz(analyse=False)


def read_sources(morphynet: Path, dictionary: Path) -> Sources:
    zipf = {
        form: math.log10(share) + 9 for form, share in get_frequency_dict("pl", "large").items()
    }
    spelled: dict[str, float] = {}
    for form, use in zipf.items():
        if use < RAREST or not form.isalpha():
            continue
        for spelling in (form, form.capitalize()):
            for start, end, (_, lemma, tag, *_) in ANALYSER.analyse(spelling):
                word = lemma.split(":")[0]
                unusable = tag.split(":")[0] in ("ign", "brev", "frag")
                if (start, end) == (0, 1) and not unusable and word.isalpha() and len(word) > 1:
                    rarer = max(use - 1, spelled.get(word, 0.0))
                    spelled[word] = zipf.get(word.lower(), rarer)
    owners: dict[str, set[str]] = defaultdict(set)
    for word in spelled:
        for form in forms_of(word):
            owners[form].add(word.lower())
    for line in dictionary.read_text("iso-8859-2").splitlines():
        word = line.partition("/")[0]
        if word.capitalize() not in spelled:
            spelled.setdefault(word, RARE)
    frequency: dict[str, float] = {}
    tags: dict[str, set[str]] = {}
    for word, use in spelled.items():
        own = _own_tags(word)
        if own and (use > RARE or (word.islower() and not own.isdisjoint(("subst", "adj", "inf")))):
            frequency[word.lower()] = max(use, frequency.get(word.lower(), RARE))
            tags.setdefault(word.lower(), set()).update(own if word.islower() else ())
    for word, own_use in frequency.items():
        # kart, a form of karta, is hardly a word itself.
        if owners[word] - {word} and "adj" not in tags[word]:
            alone = (form for form in forms_of(word) if owners[form] == {word})
            use = max((zipf.get(form, RARE) for form in alone), default=RARE)
            frequency[word] = max(use, own_use - 1.5, RARE)
    bases: dict[str, set[tuple[str, str, bool]]] = defaultdict(set)
    for word, entry in json.loads(morphynet.read_text("utf-8")).items():
        for derived, how in entry["derives_to"].items():
            bases[derived.lower()].add((word.lower(), how["affix"], how["affix_type"] == "prefix"))
        for base, how in entry["derived_from"].items():
            bases[word.lower()].add((base.lower(), how["affix"], how["affix_type"] == "prefix"))

    def tagged(*wanted: str) -> frozenset[str]:
        return frozenset(word for word, own in tags.items() if not own.isdisjoint(wanted))

    animate = tagged("m1", "m2")
    names = frozenset(word for word, own in tags.items() if not own)
    return Sources(
        frequency,
        names=names,
        animate=animate,
        things=tagged("m3") - animate,
        genders={"m": tagged("m1", "m2", "m3"), "f": tagged("f"), "n": tagged("n")},
        nouns=tagged("subst"),
        verbs=tagged("inf"),
        inflected=tagged("subst", "inf", "adj", "num") | names,
        bases=dict(bases),
    )


def _own_tags(word: str) -> set[str]:
    """Parts of speech and genders of the readings that have the word as their lemma."""
    return {
        part
        for _, _, (_, lemma, tag, *_) in ANALYSER.analyse(word)
        if lemma.split(":")[0] == word
        for part in re.split("[:.]", tag)
    }


def forms_of(word: str) -> set[str]:
    return {
        form.lower()
        for form, _, tag, *_ in GENERATOR.generate(word)
        if form.isalpha() and not _LEFT_OUT.search(tag)
    }


# --- derivation ------------------------------------------------------------------------------


class Index:
    """Lemmas by the skeletons of their stems."""

    def __init__(self, sources: Sources):
        self._sources = sources
        self._lemmas: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for lemma, use in sources.frequency.items():
            if use > RARE and lemma in sources.inflected:
                for stem in stems(lemma):
                    self._lemmas[skeleton(stem)].add((stem, lemma))

    def bases(
        self, stem: str, word: str, names: bool = False, among: Container[str] | None = None
    ) -> list[str]:
        """The lemmas with this stem from which `word` can be derived, best first."""
        result = self._found(stem, word, rarer=0.7)
        if not names:
            result = [f for f in result if f[1] not in self._sources.names]
        return _best(result if among is None else [f for f in result if f[1] in among])

    def verbs(self, stem: str, word: str) -> list[str]:
        """The verbs with this stem from which `word` can be derived, best first."""
        result = self._found(stem, word, rarer=1.0, verbal=True)
        return _best([f for f in result if f[1] in self._sources.verbs])

    def _found(
        self, stem: str, word: str, rarer: float, verbal: bool = False
    ) -> list[tuple[float, str]]:
        """Candidate lemmas with their costs. The cost is lower the more similar the spelling and
        the more frequent the lemma. Lemmas much rarer than `word` are excluded."""
        frequency = self._sources.frequency
        return [
            (unlike(own, stem, verbal) - 0.4 * frequency[lemma], lemma)
            for own, lemma in self._lemmas.get(skeleton(stem), ())
            if lemma != word
            and unlike(own, stem, verbal) <= 1.5
            and frequency[lemma] >= frequency.get(word, 0.0) - rarer
        ]


def _best(result: list[tuple[float, str]]) -> list[str]:
    least = min(result, default=(0.0, ""))[0]
    return [lemma for cost, lemma in sorted(result) if cost <= least + 0.5]


def rule_bases(index: Index, sources: Sources, word: str) -> set[str]:
    if is_verb(word) and word in sources.verbs:
        return verb_bases(index, sources, word) or suffix_bases(index, sources, word)
    return suffix_bases(index, sources, word) or stem_bases(index, sources, word)


def verb_bases(index: Index, sources: Sources, word: str) -> set[str]:
    """The bases of a verb: pisać for napisać, błoto for zabłocić, malarz for malować."""
    rests = [rest for rest in unprefixed(word) if len(rest) > 3]
    for rest in rests:
        if rest in sources.verbs and sources.frequency[rest] >= COMMON_VERB:
            return {rest}
    for rest in [*rests, word]:
        (stem,) = stems(rest)
        if len(stem) < 3:
            continue
        # A verb is derived from a shorter verb, so no two verbs are each other's base.
        verbs = {verb for verb in index.verbs(stem, word) if (len(verb), verb) < (len(rest), rest)}
        others = {
            base
            for base in index.bases(stem, word)
            if base not in sources.verbs
            and (rest == word or sources.frequency[base] >= COMMON_BASE)
        }
        if verbs or others:
            return verbs | others
    return set()


def suffix_bases(index: Index, sources: Sources, word: str) -> set[str]:
    named = word in sources.names
    for stem, suffix in derived_stems(word):
        bases = index.bases(stem, word, named or suffix.endswith(NAMES_TO_WORDS))
        if named:
            bases = [base for base in bases if base in sources.names]
        if suffix in FROM_NOUNS:
            bases = [base for base in bases if base not in sources.verbs]
        if suffix in SMALL and (len(stem) == 3 or suffix not in ("ik", "yk")):
            fit = sources.animate | sources.genders[SMALL[suffix]]
            bases = [b for b in bases if (b in fit if b in sources.nouns else len(stem) > 3)]
        if bases:
            return set(bases[:2])
    return set()


def stem_bases(index: Index, sources: Sources, word: str) -> set[str]:
    """The bases of a word that has no derivational ending."""
    named = word in sources.names
    if word[-1] in "ńlćźś" and len(word) >= 4:  # biel from biały, czerń from czarny
        return {base for base in index.bases(word, word) if base.endswith(("y", "i"))}
    if word.endswith("i"):  # psi from pies
        return set(index.bases(word, word, among=sources.animate)[:1])
    if named:  # Grecja from Grek
        return {
            base
            for stem in stems(word)
            if len(stem) > 3
            for base in index.bases(stem, "", True, among=sources.animate)
        }
    if word in sources.nouns and word[-1] not in "oey":  # strzał from strzelać, obrona from bronić
        stem = word.removesuffix("a")
        rests = [rest for rest in unprefixed(stem) if len(rest) > 3]
        for rest in rests if word.endswith("a") else [stem, *rests]:
            short = len(rest) < 4
            verbs = [
                verb
                for verb in index.verbs(rest, word)
                if not _SECOND.search(verb)
                and all(unlike(stem, rest, True) <= 1 for stem in stems(verb))
                # lot from latać, but not czek from czekać
                and not (short and vowels_of(min(stems(verb))) == vowels_of(rest))
                and not (short and set("oóąę").isdisjoint(rest))
            ]
            if verbs:
                return {verbs[0]}
    return set()


_SECOND = re.compile("(ować|ywać|iwać)$")
"""Endings of verbs that are derived from nouns or other verbs."""


# --- compounds -------------------------------------------------------------------------------


def compound_parts(index: Index, sources: Sources, word: str) -> set[str]:
    for start, part in FIRST_PARTS.items():
        second = second_part(index, sources, word, word.removeprefix(start))
        if word.startswith(start) and second is not None:
            return {part, second}
    for cut in sorted(range(4, len(word) - 2), key=lambda cut: word[cut:] not in SECOND_PARTS):
        second = second_part(index, sources, word, word[cut:])
        if second is None:
            continue
        exact = word[:cut] in sources.frequency and second == word[cut:] and len(second) > 4
        if exact and word[cut - 1] not in LINKS:  # zegar + mistrz
            return {word[:cut], second}
        stem = word[: cut - 1]
        if word[cut - 1] in LINKS:
            for lemma in index.bases(stem, word):
                if word[cut - 1] == "o" and lemma in sources.verbs:
                    continue
                if any(unlike(own, stem) <= 1 for own in stems(lemma)):
                    return {lemma, second}
        if len(word[cut:]) > 3 and word[cut:] in SECOND_PARTS:  # hulajnoga, without a word hulaj
            return {second}
    return set()


def second_part(index: Index, sources: Sources, word: str, end: str) -> str | None:
    if end in SECOND_PARTS:
        return SECOND_PARTS[end]
    if len(end) < 4 or end in FOREIGN_ENDINGS:
        return None
    if end in sources.frequency and end not in sources.names:
        rarer = 0.7 if len(end) > 4 else 0.0
        return end if sources.frequency[end] >= sources.frequency[word] - rarer else None
    for suffix in SECOND_ENDINGS:
        bases = index.bases(end.removesuffix(suffix), word) if end.endswith(suffix) else []
        if bases and len(end) - len(suffix) >= 3:
            return bases[0]
    return next(iter(index.verbs(end, word)), None)


# --- the table -------------------------------------------------------------------------------


def build_table(sources: Sources) -> dict[str, Lemma]:
    index = Index(sources)
    table = {word: Lemma() for word in sources.frequency}
    for word, lemma in table.items():
        for base, affix, prefixed in sources.bases.get(word, ()):
            if base in table and prefixed and affix in FIRST_PARTS:
                lemma.parts |= {FIRST_PARTS[affix], base}
                continue
            if base not in table or not plausible(sources, base, word, affix, prefixed):
                continue
            first = index.bases(affix[:-1], word) if prefixed and affix[-1] in LINKS else []
            if first and len(affix) > 3:
                lemma.parts |= {first[0], base}
            elif affix in SECOND_PARTS:
                lemma.parts |= {SECOND_PARTS[affix], base}
            else:
                lemma.bases.add(base)
    for word, lemma in table.items():
        if word in sources.verbs and lemma.bases:  # ogrodzić from ogród, not only from grodzić
            nouns = index.bases(min(stems(word)), word) if len(min(stems(word))) > 3 else []
            lemma.bases |= {noun for noun in nouns if noun not in sources.verbs}
        if not lemma.parts and not any(len(base) <= len(word) for base in lemma.bases):
            lemma.bases |= rule_bases(index, sources, word)
            if not lemma.bases:
                lemma.parts |= compound_parts(index, sources, word)
    judge(table, JUDGED)
    families = Families(table)
    kept = {
        word: lemma
        for word, lemma in table.items()
        if sources.frequency.get(word, COMMON_BASE) > RARE
        or is_of_common_words(sources, families, word)
    }
    for word, lemma in kept.items():
        lemma.forms |= forms_of(word.capitalize() if word in sources.names else word)
    return kept


def is_of_common_words(sources: Sources, families: Families, word: str) -> bool:
    related = families.ancestors(word) | families.parts(word)
    return any(sources.frequency.get(other, RARE) >= COMMON_VERB for other in related)


def plausible(sources: Sources, base: str, word: str, affix: str, prefixed: bool) -> bool:
    """Whether a derivation in MorphyNet holds for the words as they are used."""
    if prefixed and len(affix) == 1 and not (word.endswith("ć") or len(base) > 4):
        return False
    if affix == "ka" and base in sources.things:  # laska does not come from las
        return False
    ends_alike = word.endswith(base[-4:]) or word in sources.verbs
    if base in forms_of(word) or (prefixed and not ends_alike):
        return False
    rarer = 1.2 if affix in ("ka", "ek", "ko") else 2  # diminutives are rarer than their bases
    return sources.frequency[base] >= sources.frequency[word] - rarer


def main(folder: Path) -> None:
    sources = read_sources(folder / "pol_derivations.json", folder / "pl_PL.dic")
    write_table(build_table(sources), OUTPUT)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
