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

import morfeusz2
from clues_table import Lemma, write_table
from wordfreq import get_frequency_dict

OUTPUT = Path(__file__).parents[2] / "codenames_sim/clues/languages/pl/words.txt.gz"

RAREST = 1.8
"""The Zipf frequency (log10 of uses in 10^9 words) from which a word is in the table."""

LONG_SUFFIXES = tuple(
    "alnia alny anin anka ański arka arnia arstwo arz asty awica czka czyk eczka eczko eczny elny"
    " ewski eński iany iarka iarnia iarski iarstwo iarz iański iczka iczki iczko iczny iniec inka"
    " isko ista isty izm iński ictwo liwy nica nictwo niczka niczy nik ność oność ostka ostwo ość"
    " ować owaty owiec owica owicz owiec ownia ownik owski owy ówka ówek stwo ctwo ski cki unek"
    " uszek uszka uszko yczka yczki yczko yczny ynka ysko ysta ysty yzm yński ycki icki yzna izna"
    " ianin ańczyk ierz iciel iać ywać iwać any ić yć ać eć nąć".split()
)
"""Endings that make a word of the same family from stems of three letters or more."""

SHORT_SUFFIXES = tuple("ak aw ek er ik iec ica in ina ka ko ny ni or ur yca yk yni yna i y".split())
"""Endings so short that they need a stem of four letters."""

PREFIXES = tuple("bez między nad nie po pod pra przed przy współ za".split())
"""Beginnings that make a word of the same family, together with an ending."""

ENDINGS_AFTER_PREFIX = ("ie", "e", "ny", "owy", "ski", "y", "ek", "ica")

LINKS = ("o", "i", "y", "")
"""What stands between the parts of a compound."""

SECOND_PARTS = {
    "chron": "chronić", "ciąg": "ciąg", "czerpak": "czerpać", "dajnia": "dać", "grzmot": "grzmot",
    "jad": "jeść", "kąt": "kąt", "kop": "kopać", "krąg": "krąg", "kręt": "kręcić", "lot": "lot",
    "łamacz": "łamać", "łap": "łapać", "łów": "łowić", "mierz": "mierzyć", "nogi": "noga",
    "nóg": "noga", "nosz": "nosić", "pad": "padać", "pis": "pisać", "płyn": "płynąć",
    "ryt": "ryć", "spad": "spadać", "spust": "spuścić", "war": "warzyć", "wskaz": "wskazać",
    "włosy": "włos", "znawca": "znać", "znawstwo": "znać", "żerca": "żreć", "żerny": "żreć",
    "rożec": "róg", "branie": "brać", "grad": "kraść", "krad": "kraść", "bójca": "bić",
}  # fmt: skip
"""Endings that stand for a word only inside compounds: korkociąg, stonóg, mrówkojad."""


class Sources(NamedTuple):
    frequency: dict[str, float]
    """Zipf frequency of a lemma: that of its most used form."""
    names: frozenset[str]
    """Lemmas spelled with a capital only, in small letters."""
    forms: dict[str, set[str]]
    bases: dict[str, set[tuple[str, str, bool]]]
    """(base, affix, whether it is a prefix) of each word, from MorphyNet."""


# --- sources ---------------------------------------------------------------------------------


def read_sources(morphynet: Path) -> Sources:
    frequency: dict[str, float] = {}
    spelled = set()
    analyser = morfeusz2.Morfeusz()
    for form, share in get_frequency_dict("pl", "large").items():
        zipf = math.log10(share) + 9
        if zipf < RAREST or not form.isalpha():
            continue
        for spelling in {form, form.capitalize()}:
            for start, end, (_, lemma, tag, *_) in analyser.analyse(spelling):
                if (start, end) != (0, 1) or tag.split(":")[0] in ("ign", "brev", "frag"):
                    continue
                word = lemma.split(":")[0]
                if word.isalpha() and len(word) > 1:
                    spelled.add(word)
                    frequency[word.lower()] = max(zipf, frequency.get(word.lower(), 0.0))
    forms = defaultdict(set)
    for word in sorted(spelled):
        for form, *_ in morfeusz2_forms(word):
            if form.isalpha() and not form.lower().startswith("nie" * (not word.startswith("nie"))):
                forms[word.lower()].add(form.lower())
    names = {word.lower() for word in spelled} - {word for word in spelled if word.islower()}
    bases: dict[str, set[tuple[str, str, bool]]] = defaultdict(set)
    for word, entry in json.loads(morphynet.read_text("utf-8")).items():
        for derived, how in entry["derives_to"].items():
            bases[derived.lower()].add((word.lower(), how["affix"], how["affix_type"] == "prefix"))
        for base, how in entry["derived_from"].items():
            bases[word.lower()].add((base.lower(), how["affix"], how["affix_type"] == "prefix"))
    return Sources(frequency, frozenset(names), dict(forms), dict(bases))


@cache
def _generator() -> morfeusz2.Morfeusz:
    return morfeusz2.Morfeusz(analyse=False)


def morfeusz2_forms(word: str) -> list[tuple[str, ...]]:
    return list(_generator().generate(word))


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


_VERB = re.compile(r"(ować|ywać|iwać|nąć|ać|ić|yć|eć)$")


def stems(lemma: str) -> set[str]:
    """What endings are put to: the lemma without its own ending, a fleeting e kept or lost."""
    stem = _VERB.sub("", lemma)
    if stem == lemma:
        stem = lemma.rstrip("aeioyęó") if len(lemma) > 3 else lemma
    fleeting = re.sub(r"i?e(?=(?:[^aeiouyąęó]|cz|sz|rz|ch|dz)$)", "", stem)
    return {s for s in (stem, fleeting) if len(s) > 1}


# --- derivation ------------------------------------------------------------------------------


class Index:
    """Lemmas by the skeletons of their stems."""

    def __init__(self, frequency: dict[str, float]):
        self._frequency = frequency
        self._lemmas: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for lemma in frequency:
            for stem in stems(lemma):
                self._lemmas[skeleton(stem)].add((stem, lemma))

    def bases(self, stem: str, word: str) -> list[str]:
        """The lemmas, spelled most like the stem, that a word of that stem can come from."""
        found = [
            (_unlike(own, stem), -self._frequency[lemma], lemma)
            for own, lemma in self._lemmas.get(skeleton(stem), ())
            if lemma != word and len(lemma) <= len(word)
        ]
        return [lemma for *_, lemma in sorted(found)]


def _unlike(one: str, other: str) -> int:
    return abs(len(one) - len(other)) + sum(a != b for a, b in zip(one, other, strict=False))


def derived_stems(word: str) -> Iterator[str]:
    """Stems the word may be made of, longest ending first."""
    for suffix in sorted({*LONG_SUFFIXES, *SHORT_SUFFIXES}, key=lambda s: (-len(s), s)):
        stem = word.removesuffix(suffix)
        if stem != word and len(stem) >= (3 if suffix in LONG_SUFFIXES else 4):
            yield stem
    for prefix in PREFIXES:
        rest = word.removeprefix(prefix)
        if rest != word:
            for ending in ENDINGS_AFTER_PREFIX:
                stem = rest.removesuffix(ending)
                if stem != rest and len(stem) >= 3:
                    yield stem


def rule_bases(index: Index, word: str) -> set[str]:
    for stem in derived_stems(word):
        bases = index.bases(stem, word)
        if bases:
            return {bases[0]}
    if word[-1] in "ńlćźś" and len(word) >= 4:  # biel of biały, czerń of czarny
        return {base for base in index.bases(word, word + "__") if base.endswith(("y", "i"))}
    return set()


# --- compounds -------------------------------------------------------------------------------


def compound_parts(index: Index, sources: Sources, word: str) -> set[str]:
    for cut in range(len(word) - 3, 2, -1):
        second = second_part(sources, word, word[cut:])
        if second is None:
            continue
        for link in LINKS:
            start = word[:cut]
            first = start.removesuffix(link)
            if start.endswith(link) and len(first) >= 3:
                for lemma in index.bases(first, word + "__"):
                    common = sources.frequency[lemma] >= sources.frequency[word] - 0.7
                    close = any(_unlike(stem, first) <= 1 for stem in stems(lemma))
                    if common and close and (link or len(first) >= 4):
                        return {lemma, second}
    return set()


def second_part(sources: Sources, word: str, end: str) -> str | None:
    if end in SECOND_PARTS:
        return SECOND_PARTS[end]
    known = sources.frequency.get(end, 0.0) >= sources.frequency[word] - 0.7
    return end if known and len(end) >= 4 and end not in sources.names else None


# --- the table -------------------------------------------------------------------------------


def build_table(sources: Sources) -> dict[str, Lemma]:
    index = Index(sources.frequency)
    table = {word: Lemma(forms=sources.forms.get(word, set())) for word in sources.frequency}
    for word, lemma in table.items():
        for base, affix, prefixed in sources.bases.get(word, ()):
            if base not in table:
                continue
            first = index.bases(affix.rstrip("oiy"), word + "__") if prefixed and affix[-1] in "oiy" else []
            if first and len(affix) > 3:
                lemma.parts |= {first[0], base}
            else:
                lemma.bases.add(base)
    for word, lemma in table.items():
        if not lemma.bases and not lemma.parts:
            lemma.parts |= compound_parts(index, sources, word)
        if not lemma.bases and not lemma.parts:
            lemma.bases |= rule_bases(index, word)
    return table


def main(folder: Path) -> None:
    write_table(build_table(read_sources(folder / "pol_derivations.json")), OUTPUT)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
