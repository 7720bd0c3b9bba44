"""Derives the Polish word table of `codenames_sim/clues/languages/pl/` from open sources.

    python clues_pl.py SOURCES

Which sources, where they come from and under which licence: `languages/README.md`.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import morfeusz2  # type: ignore[import-not-found]
from clues_table import Lemma, listed, write_table
from wordfreq import get_frequency_dict  # type: ignore[import-not-found]

OUTPUT = Path(__file__).parents[2] / "codenames_sim/clues/languages/pl/words.txt.gz"

RAREST = 1.5
"""The Zipf frequency (log10 of uses in 10^9 words) from which a word is in the table."""

COMMON_BASE = 3.0
"""The Zipf frequency of a word from which all that is derived from it is in the table."""

LONG_SUFFIXES = listed(
    "alnia alny anin ański arka arnia arstwo arz awica czka czyk eczka eczko eczny elny erz"
    " ewski eński iarka iarnia iarski iarstwo iarz iański iczka iczki iczko iczny iniec inka"
    " isko liwy ni nictwo niczka niczy ność oność ostka ostwo ość ować owaty owiec owica owicz"
    " owiec ownia ownik owski owy ówka ówek stwo ctwo ski cki ki unek uszek uszka uszko yczka"
    " yczki yczko yczny ynka ysko yński ycki icki yzna izna jer ianin ańczyk ierz iciel iać ywać"
    " iwać ić yć ać eć nąć ur aw oć"
)
"""Endings that make a word of the same family from stems of three letters or more."""

SHORT_SUFFIXES = listed(
    "ak anka iany ator ek er ik iec ica ier ierz in ina ista isty izm ka ko na nica nik ny or uz"
    " yca yk yna yni ysta ysty yzm i y"
)
"""Endings so short, or put to so many foreign stems, that they need a stem of four letters."""

NAMES_TO_WORDS = ("ski", "cki", "anin", "czyk", "anka")
"""Endings of what is named after a place or a person."""

WORD_PREFIXES = ("anty", "arcy", "eks", "nad", "nie", "pra", "przed", "super", "wice", "współ")
"""Beginnings that make a word of the same family of a word as it stands."""

PREFIXES = listed("bez między nad nie po pod pra przed przy współ za")
"""Beginnings that make a word of the same family, together with an ending."""

ENDINGS_AFTER_PREFIX = ("ie", "e", "ny", "owy", "ski", "y", "ek", "ica")

LINKS = ("o", "i", "y")
"""What stands between the parts of a compound."""

FIRST_PARTS = {
    "cztero": "cztery", "czworo": "cztery", "dobra": "dobry", "dwu": "dwa", "jedno": "jeden",
    "pięcio": "pięć", "pół": "pół", "samo": "sam", "sto": "sto", "sześcio": "sześć",
    "trój": "trzy", "wielka": "wielki",
}  # fmt: skip
"""Beginnings that are joined to a word without a link."""

SECOND_PARTS = {
    "barwny": "barwa", "branie": "brać", "bójca": "bić", "chron": "chronić", "ciąg": "ciąg",
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

FOREIGN_ENDINGS = frozenset(listed("fon gram lit log mat nia nom rama tor"))
"""Greek and Latin endings that Polish has words like."""


class Sources(NamedTuple):
    frequency: dict[str, float]
    """Zipf frequency of a lemma as it stands in a dictionary."""
    names: frozenset[str]
    """Lemmas spelled with a capital only, in small letters."""
    animate: frozenset[str]
    """Nouns of the masculine gender for people and animals."""
    things: frozenset[str]
    """Nouns of the masculine gender for things."""
    forms: dict[str, set[str]]
    bases: dict[str, set[tuple[str, str, bool]]]
    """(base, affix, whether it is a prefix) of each word, from MorphyNet."""


# --- sources ---------------------------------------------------------------------------------


def _derived_words(morphynet: Path) -> Iterator[tuple[str, str]]:
    for base, entry in json.loads(morphynet.read_text("utf-8")).items():
        for word in entry["derives_to"]:
            if word.isalpha() and len(word) > 1:
                yield word, base


_LEFT_OUT = re.compile(r"^brev|:neg$|^(?:ger|ppas|pact):(?!.*nom)|^(?:ppas|pact):pl|^ger:pl")
"""Tags of abbreviations, of forms with nie-, and of the cases of verbal nouns and adjectives."""


def read_sources(morphynet: Path) -> Sources:
    zipf = {
        form: math.log10(share) + 9 for form, share in get_frequency_dict("pl", "large").items()
    }
    analyser = morfeusz2.Morfeusz()
    generator = morfeusz2.Morfeusz(analyse=False)
    spelled: dict[str, float] = {}
    for form, use in zipf.items():
        if use < RAREST or not form.isalpha():
            continue
        for spelling in (form, form.capitalize()):
            for start, end, (_, lemma, tag, *_) in analyser.analyse(spelling):
                word = lemma.split(":")[0]
                unusable = tag.split(":")[0] in ("ign", "brev", "frag")
                if (start, end) == (0, 1) and not unusable and word.isalpha() and len(word) > 1:
                    rarer = max(use - 1, spelled.get(word, 0.0))
                    spelled[word] = zipf.get(word.lower(), rarer)
    for word, base in _derived_words(morphynet):
        known = any(found[2][1] == word for found in analyser.analyse(word))
        if known and zipf.get(base, 0.0) >= COMMON_BASE and word not in spelled:
            spelled[word] = 0.0
    frequency: dict[str, float] = {}
    for word, use in spelled.items():
        frequency[word.lower()] = max(use, frequency.get(word.lower(), 0.0))
    forms = defaultdict(set)
    animate, things = set(), set()
    for word in sorted(spelled):
        for form, _, tag, *_ in generator.generate(word):
            if form.isalpha() and not _LEFT_OUT.search(tag):
                forms[word.lower()].add(form.lower())
                if word.islower() and re.search("subst.*:m[12]", tag):
                    animate.add(word)
                elif word.islower() and re.search("subst.*:m3", tag):
                    things.add(word)
    inflected = {form for word in forms for form in forms[word] if form != word}
    for word in inflected & set(frequency):
        if word.endswith(("y", "i")):  # the wody of woda is no word of its own to speak of
            frequency[word] -= 1.5
    names = set(frequency) - {word for word in spelled if word.islower()}
    bases: dict[str, set[tuple[str, str, bool]]] = defaultdict(set)
    for word, entry in json.loads(morphynet.read_text("utf-8")).items():
        for derived, how in entry["derives_to"].items():
            bases[derived.lower()].add((word.lower(), how["affix"], how["affix_type"] == "prefix"))
        for base, how in entry["derived_from"].items():
            bases[word.lower()].add((base.lower(), how["affix"], how["affix_type"] == "prefix"))
    return Sources(
        frequency,
        frozenset(names),
        frozenset(animate),
        frozenset(things - animate),
        dict(forms),
        dict(bases),
    )


# --- stems -----------------------------------------------------------------------------------

_SOUNDS = [
    ("dzi", "G"), ("dź", "G"), ("dż", "G"), ("dz", "G"), ("sz", "S"), ("cz", "K"), ("rz", "R"),
    ("ch", "S"), ("g", "G"), ("ż", "G"), ("z", "G"), ("ź", "G"), ("d", "G"), ("k", "K"), ("c", "K"),
    ("ć", "K"), ("t", "K"), ("s", "S"), ("ś", "S"), ("h", "S"), ("ł", "L"), ("l", "L"), ("ń", "N"),
    ("n", "N"), ("r", "R"), ("ó", "a"), ("o", "a"), ("e", "a"), ("a", "a"), ("ą", "A"), ("ę", "A"),
    ("y", "i"), ("i", "i"),
]  # fmt: skip
_SOUND = re.compile("|".join(sound for sound, _ in _SOUNDS))
_CLASS = dict(_SOUNDS)


@cache
def skeleton(stem: str) -> str:
    """The stem with the sounds that Polish swaps in a family made equal: nog, nóż, nodz."""
    stem = re.sub(r"i(?=[aeoóuąę])", "", stem).rstrip("iy")
    return _SOUND.sub(lambda found: _CLASS[found[0]], stem)


_FLEETING = re.compile(r"i?e(?=(?:[^aeiouyąęó]|cz|sz|rz|ch|dz)$)")
_VERB = re.compile(r"(ować|ywać|iwać|nąć|ać|ić|yć|eć)$")


def stems(lemma: str) -> set[str]:
    """What endings are put to: the lemma without its own ending, a fleeting e kept or lost."""
    stem = _VERB.sub("", lemma)
    if stem == lemma:
        stem = re.sub(r"(?<=..)j?[aeioyęó]+$", "", lemma) if len(lemma) > 3 else lemma
    greek = re.sub(r"(?<=...)(?:os|us|um)$", "", stem)
    return {s for s in (stem, _FLEETING.sub("", stem), greek) if len(s) > 1}


# --- derivation ------------------------------------------------------------------------------


class Index:
    """Lemmas by the skeletons of their stems."""

    def __init__(self, sources: Sources):
        self._sources = sources
        self._lemmas: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for lemma in sources.frequency:
            for stem in stems(lemma):
                self._lemmas[skeleton(stem)].add((stem, lemma))

    def bases(self, stem: str, word: str, names: bool = False) -> list[str]:
        """The lemmas of that stem that `word` can come from, best first.

        The best are spelled most like the stem and much used; a base is hardly rarer than what
        comes of it.
        """
        frequency = self._sources.frequency
        found = [
            (_unlike(own, stem) - 0.7 * frequency[lemma], lemma)
            for own, lemma in self._lemmas.get(skeleton(stem), ())
            if lemma != word
            and own[0] == stem[:1]
            and _unlike(own, stem) <= 1.5
            and frequency[lemma] >= frequency.get(word, 0.0) - 0.7
            and (names or lemma not in self._sources.names)
        ]
        return [lemma for _, lemma in sorted(found)]


_SWAPPED = {
    frozenset(pair)
    for pair in ("oó", "ąę", "łl", "nń", "sś", "zź", "zż", "gż", "kc", "tc", "tć", "cć")
}


def _unlike(one: str, other: str) -> float:
    """How far two spellings of a stem are apart; sounds that Polish swaps are near."""
    one, other = one.rstrip("i"), other.rstrip("i")
    cost = float(abs(len(one) - len(other)))
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            softened = place > 0 and {a, b} in ({"a", "e"}, {"o", "e"})  # wiatr, wietrzny
            softened &= one[place - 1 : place] in _SOFT and one[place + 1 : place + 2] in _DENTAL
            cost += 0.5 if softened or frozenset((a, b)) in _SWAPPED else 2
    return cost


_SOFT = frozenset("ijlzżźśćń")
_DENTAL = frozenset("tdsśznńłlr")


def derived_stems(word: str) -> Iterator[tuple[str, str]]:
    """Stems the word may be made of, each with its ending, longest ending first."""
    for suffix in sorted({*LONG_SUFFIXES, *SHORT_SUFFIXES}, key=lambda s: (-len(s), s)):
        stem = word.removesuffix(suffix)
        least = 3 if suffix in LONG_SUFFIXES else 4
        if stem != word and len(stem.rstrip("iy")) >= least:
            yield stem, suffix
            yield _FLEETING.sub("", stem), suffix
            if suffix in ("ski", "stwo"):
                yield stem + "t", suffix
    for prefix in WORD_PREFIXES:
        rest = word.removeprefix(prefix)
        if rest != word and len(rest) > 3:
            yield from ((stem, "") for stem in sorted(stems(rest)))
    for prefix in PREFIXES:
        rest = word.removeprefix(prefix)
        if rest != word:
            for ending in ENDINGS_AFTER_PREFIX:
                stem = rest.removesuffix(ending)
                if stem != rest and len(stem) >= 3:
                    yield stem, ending


def rule_bases(index: Index, sources: Sources, word: str) -> set[str]:
    named = word in sources.names
    for stem, suffix in derived_stems(word):
        bases = index.bases(stem, word, named or suffix.endswith(NAMES_TO_WORDS))
        if named:
            bases = [base for base in bases if base in sources.names]
        if bases:
            return {bases[0]}
    if word[-1] in "ńlćźś" and len(word) >= 4:  # biel of biały, czerń of czarny
        return {base for base in index.bases(word, word) if base.endswith(("y", "i"))}
    if word.endswith("i"):  # psi of pies
        animals = (base for base in index.bases(word[:-1], word) if base in sources.animate)
        return set(list(animals)[:1])
    if named:  # Grecja of Grek
        return {
            base
            for stem in stems(word)
            if len(stem) > 3
            for base in index.bases(stem, "", True)
            if base in sources.animate
        }
    return set()


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
        exact = word[:cut] in sources.frequency and second == word[cut:]
        if exact and word[cut - 1] not in LINKS:  # zegar + mistrz
            return {word[:cut], second}
        stem = word[: cut - 1]
        if word[cut - 1] in LINKS:
            for lemma in index.bases(stem, word):
                if any(_unlike(own, stem) <= 1 for own in stems(lemma)):
                    return {lemma, second}
        if len(word[cut:]) > 3 and word[cut:] in SECOND_PARTS:  # hulajnoga, with no hulaj
            return {second}
    return set()


def second_part(index: Index, sources: Sources, word: str, end: str) -> str | None:
    if end in SECOND_PARTS:
        return SECOND_PARTS[end]
    if len(end) < 4 or end in FOREIGN_ENDINGS:
        return None
    if end in sources.frequency and end not in sources.names:
        return end if sources.frequency[end] >= sources.frequency[word] - 0.7 else None
    for suffix in ("ec", "iec", "ek", "ny", "owy"):
        bases = index.bases(end.removesuffix(suffix), word) if end.endswith(suffix) else []
        if bases and len(end) - len(suffix) >= 3:
            return bases[0]
    return None


# --- the table -------------------------------------------------------------------------------


def build_table(sources: Sources) -> dict[str, Lemma]:
    index = Index(sources)
    table = {word: Lemma(forms=sources.forms.get(word, set())) for word in sources.frequency}
    for word, lemma in table.items():
        for base, affix, prefixed in sources.bases.get(word, ()):
            if base not in table or not plausible(sources, base, word, affix, prefixed):
                continue
            if prefixed and affix in FIRST_PARTS:
                lemma.parts |= {FIRST_PARTS[affix], base}
                continue
            first = index.bases(affix[:-1], word) if prefixed and affix[-1] in LINKS else []
            if first and len(affix) > 3:
                lemma.parts |= {first[0], base}
            elif affix in SECOND_PARTS:
                lemma.parts |= {SECOND_PARTS[affix], base}
            else:
                lemma.bases.add(base)
    for word, lemma in table.items():
        if not lemma.parts and not any(len(base) <= len(word) for base in lemma.bases):
            lemma.bases |= rule_bases(index, sources, word)
            if not lemma.bases:
                lemma.parts |= compound_parts(index, sources, word)
    return table


def plausible(sources: Sources, base: str, word: str, affix: str, prefixed: bool) -> bool:
    """Whether a derivation of MorphyNet's is one of the words as they are used."""
    if prefixed and len(affix) == 1:
        return word.endswith("ć")
    if affix == "ka" and base in sources.things:  # women and she-cats have it: a laska is no las
        return False
    if base in sources.forms.get(word, ()) or (prefixed and not word.endswith(base[-4:])):
        return False
    rarer = 1.2 if affix in ("ka", "ek", "ko") else 2  # what is small is rarer than what is not
    return sources.frequency[base] >= sources.frequency[word] - rarer


def main(folder: Path) -> None:
    write_table(build_table(read_sources(folder / "pol_derivations.json")), OUTPUT)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
