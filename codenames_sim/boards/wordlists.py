"""Word lists that boards are dealt from."""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from codenames_sim.errors import WordsError
from codenames_sim.yamlfile import did_you_mean

LONGEST_WORD = 40
"""Characters of one word."""
LARGEST_LIST = 1_000_000
"""Bytes of a word list's file."""


@dataclass(frozen=True, eq=False)
class WordList:
    """Distinct words in one language."""

    name: str
    """The name of the list, or the path it was read from."""
    language: str
    words: tuple[str, ...]

    @cached_property
    def hashes(self) -> NDArray[np.uint64]:
        """A 64-bit hash of each word. A deal mixes these with the seed to order the words."""
        digests = b"".join(word_hash(word) for word in self.words)
        return np.frombuffer(digests, dtype="<u8").astype(np.uint64)

    @cached_property
    def hash(self) -> str:
        """A 64-bit hash, in hex, of the language and the words, whatever the order of the words."""
        text = "\n".join([self.language, *sorted(self.words)])
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def word_hash(word: str) -> bytes:
    """The 8-byte hash of a word that every deal uses."""
    return hashlib.blake2b(word.encode(), digest_size=8, person=b"word").digest()


@cache
def named_lists() -> tuple[str, ...]:
    """The names of the lists in the package; each name is a language code."""
    folder = resources.files("codenames_sim.boards") / "lists"
    return tuple(sorted(file.name[:-4] for file in folder.iterdir() if file.name.endswith(".txt")))


def load_words(words: str | Path, language: str = "en") -> WordList:
    """The list with that name, or the list in that file (UTF-8, one word per line).

    `language` is the language of a file's words; a named list has its own. Raises WordsError, with
    file and line, for a file that can't be read, a blank line, a duplicate word or a word that is
    too long.
    """
    if isinstance(words, Path) or words.endswith(".txt") or "/" in words:
        return _read(Path(words), str(words), language)
    if words not in named_lists():
        known = did_you_mean(words, named_lists())
        raise WordsError(f"there is no word list '{words}'; {known}; or give a path to a .txt")
    return _named(words)


@lru_cache(maxsize=8)
def _named(name: str) -> WordList:
    path = resources.files("codenames_sim.boards") / "lists" / f"{name}.txt"
    return _read(Path(str(path)), name, name)


def _read(path: Path, name: str, language: str) -> WordList:
    try:
        if path.stat().st_size > LARGEST_LIST:
            raise WordsError(f"is larger than {LARGEST_LIST:,} bytes, the limit", file=path)
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        what = f"is not UTF-8 (byte {fault.start}); save it as UTF-8"
        raise WordsError(what, file=path) from None
    except OSError as fault:
        raise WordsError(f"can't be read: {fault.strerror or fault}", file=path) from None
    first_seen: dict[str, int] = {}
    words: list[str] = []
    for line, raw in enumerate(text.removesuffix("\n").split("\n"), start=1):
        word = unicodedata.normalize("NFC", " ".join(raw.split()))
        if not word:
            raise WordsError("is blank; every line must have one word", file=path, line=line)
        if len(word) > LONGEST_WORD or not word.isprintable():
            what = f"a word must have at most {LONGEST_WORD} characters, all printable"
            raise WordsError(what, file=path, line=line)
        if (folded := word.casefold()) in first_seen:
            what = f"duplicate word '{word}'; line {first_seen[folded]} has it already"
            raise WordsError(what, file=path, line=line)
        first_seen[folded] = line
        words.append(word)
    return WordList(name, language, tuple(words))
