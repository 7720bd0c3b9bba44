"""Polish stems: to which endings attach, and how their sounds change between related words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from clues_table import listed

LONG_SUFFIXES = listed(
    "alnia alny anin ański arka arstwo awica czka czyk eczka eczko eczny elny"
    " eniec enka enko eniek eński eństwo eński ęcy ęcina ewski enie anie"
    " iarka iarnia iarski iarstwo iarz iański iczka iczki iczko iczny iniec inka isko isty liwy ni"
    " nictwo owny ny atyczny czyzna owość niczka niczy ność nik oność ostka ostwo"
    " ość ować owaty owiec owica owicz ownia ownik"
    " owski owy ówka ówek stwo ctwo ski cki ki ułka unek uszek uszka uszko yczka yczki yczko"
    " yczny ynka ysko ysty yński ycki icki yzna izna jer ianin ańczyk ierz iciel iać ywać iwać ić"
    " yć ać eć nąć ur aw oć ątko aczka acki alnik ulec"
)
"""Endings that derive a related word from stems of three or more letters."""

SHORT_SUFFIXES = listed(
    "acja acz arnia arz aty erz ak anka asty iany any ator ek ent er eria etyczny"
    " etyk iada ik iec ica ierz ika in ina ista iwo"
    " izacja izować izm ka ko na nia nica orat ura uz yca yk yka yna yni ysta yzacja yzować"
    " yzm ian jan anizm i y"
)
"""Short or mostly foreign endings, which require a stem of four letters."""

VERB_PREFIXES = listed("do na nad o ob od po pod prze przy roz s u w wy z za ś ze roze ode we wz")
"""Prefixes that make a verb perfective or derive another verb."""

ADJECTIVE_PREFIXES = listed("bez między na nad nie po pod pra przed przy u współ za prze")
"""Prefixes that derive a related noun or adjective together with an ending."""

ENDINGS_AFTER_PREFIX = ("ie", "e", "ny", "owy", "ski", "y", "ek", "ica", "nik", "nica")

WORD_PREFIXES = ("anty", "arcy", "eks", "nad", "nie", "pra", "przed", "super", "wice", "współ")
"""Prefixes that derive a related word from an unchanged word."""

_SOUND = re.compile(r"dź|dż|dz|sz|cz|rz|ch|[^aeiouyąęó]i(?=[aeoóuąę])|[a-ząćęłńóśźż]")
_SOFT_SPELLING = {"dzi": "dź", "ci": "ć", "si": "ś", "zi": "ź", "ni": "ń"}
_SOFTENED = re.compile(r"(dz|[cszn])i(?=[aeoóuąę]|$)")
_SWAPS = frozenset(
    frozenset(pair.split("-"))
    for pair in listed(
        "k-cz k-c c-cz g-ż g-dz g-dż dz-ż dż-ż ch-sz sz-ś h-ż h-sz t-ć t-c t-cz ć-c d-dź"
        " d-dz d-dż dź-dz r-rz ł-l n-ń s-ś s-sz z-ź z-ż ź-ż o-ó ą-ę dź-ż d-c"
    )
)
"""Sounds that alternate at the end of a stem: noga, nóżka."""

_OPENED = frozenset(map(frozenset, (("e", "o"), ("e", "a"), ("e", "ó"))))
"""Vowels that alternate after a soft sound: las, leśny; anioł, anielski."""

_LENGTHENED = frozenset({frozenset(("o", "a")), frozenset(("ó", "a")), frozenset(("ę", "ą"))})
"""Vowels that alternate between verbs, and between a verb and its noun: lot, latać."""

_VOWELS = frozenset("aeiouyąęó")
_SOFT = frozenset(("ć", "ś", "ź", "ń", "dź", "l", "j", "rz", "ż", "cz", "sz", "i"))

UNLIKE = 9.0
"""A distance greater than that of any two related stems."""

_CLASS = {
    sound: kind
    for kind, sounds in {
        "K": "k cz c t ć", "G": "g ż dz dż dź d z ź", "S": "ch sz s ś h", "R": "r rz",
        "L": "ł l", "N": "n ń", "O": "o ó a e", "A": "ą ę", "I": "i y",
    }.items()
    for sound in sounds.split()
}  # fmt: skip


@cache
def sounds_of(stem: str) -> tuple[str, ...]:
    """The sounds of a stem, without an i that only softens and without a final i or y."""
    stem = stem.rstrip("y") if len(stem) > 2 else stem
    stem = _SOFTENED.sub(lambda m: _SOFT_SPELLING[m[0]], stem)
    stem = stem.rstrip("i") if len(stem) > 2 else stem
    return tuple(_SOUND.findall(stem))


@cache
def skeleton(stem: str) -> str:
    """The stem with alternating sounds made equal, as in nog, nóż, nodz."""
    return "".join(_CLASS.get(sound, sound) for sound in sounds_of(stem))


@cache
def unlike(one: str, other: str, verbal: bool = False) -> float:
    """The distance of two spellings of a stem; `UNLIKE` if they can't be the same stem.

    Sounds may alternate from the last vowel on; so may the consonant before it if the vowel does.
    """
    ours, theirs = sounds_of(one), sounds_of(other)
    if len(ours) != len(theirs):
        return UNLIKE
    last = max((i for i, sound in enumerate(ours) if sound in _VOWELS), default=0)
    cost = 0.0
    for place, (a, b) in enumerate(zip(ours, theirs, strict=True)):
        if a == b:
            continue
        pair = frozenset((a, b))
        vowel = a in _VOWELS
        if place == 0 or place < last - (2 if ours[last] != theirs[last] else 0):
            return UNLIKE
        if (
            pair in _SWAPS
            or (verbal and pair in _LENGTHENED)
            or (vowel and pair in _OPENED and place and _soft(ours[place - 1]))
        ):
            cost += 0.5
        else:
            return UNLIKE
    return cost


def _soft(sound: str) -> bool:
    return sound in _SOFT or sound.endswith("i")


_FLEETING = re.compile(r"i?e(?=(?:[^aeiouyąęó]|cz|sz|rz|ch|dz|dź|dż|ść)$)")
_VERB = re.compile(r"(ować|ywać|iwać|nąć|ąć|ać|ić|yć|eć)$")


def vowels_of(stem: str) -> list[str]:
    return [sound for sound in sounds_of(stem) if sound in _VOWELS]


def is_verb(lemma: str) -> bool:
    return bool(_VERB.search(lemma))


def stems(lemma: str) -> set[str]:
    """The stems of a lemma: without its ending, and with or without a fleeting e."""
    if (infinitive := _VERB.search(lemma)) is not None:
        return {_without(lemma, infinitive[0])}
    stem = re.sub(r"(?<=..)(?:j[ai]|[aeioyęó])$", "", lemma) if len(lemma) > 3 else lemma
    greek = re.sub(r"(?<=....)(?:os|us|i?um)$", "", stem)
    return {s for s in (stem, _FLEETING.sub("", stem), greek) if len(s) > 1}


def _without(word: str, ending: str) -> str:
    """The word without its ending, but with an i of the ending that softens the stem."""
    stem = word.removesuffix(ending)
    return stem + "i" if ending[:1] == "i" and stem.endswith(("c", "s", "z", "n")) else stem


SMALL = {"ek": "m", "ik": "m", "yk": "m", "ka": "f", "ko": "n"}
"""Diminutive and feminine endings, with the gender of the nouns to which they attach."""

FROM_NOUNS = frozenset(listed("ak ec ek ica iec ik ina ka ko uz yca yk yna"))
"""Endings that don't attach to stems of verbs."""


def derived_stems(word: str) -> Iterator[tuple[str, str]]:
    """Possible stems of the word, each with its ending, longest ending first."""
    for suffix in sorted({*LONG_SUFFIXES, *SHORT_SUFFIXES, *SMALL}, key=lambda s: (-len(s), s)):
        least = 3 if suffix in LONG_SUFFIXES or suffix in SMALL else 4
        if not word.endswith(suffix):
            continue
        stem = _without(word, suffix)
        if len(stem.rstrip("iy")) >= least:
            yield stem, suffix
            yield _FLEETING.sub("", stem), suffix
            if suffix in ("ski", "stwo"):
                yield stem + "t", suffix
    for prefix in WORD_PREFIXES:
        rest = word.removeprefix(prefix)
        if rest != word and len(rest) > 3:
            yield from ((stem, "") for stem in sorted(stems(rest)))
    for prefix in sorted(ADJECTIVE_PREFIXES, key=lambda p: (-len(p), p)):
        rest = word.removeprefix(prefix)
        if rest != word:
            for ending in ENDINGS_AFTER_PREFIX:
                stem = _without(rest, ending)
                if rest.endswith(ending) and len(stem) >= 3:
                    yield stem, ending
                    yield _FLEETING.sub("", stem), ending


def unprefixed(word: str) -> Iterator[str]:
    """The word without each possible verb prefix, longest prefix first."""
    for prefix in sorted(VERB_PREFIXES, key=lambda p: (-len(p), p)):
        rest = word.removeprefix(prefix)
        if rest != word and len(rest) >= 3:
            yield rest
