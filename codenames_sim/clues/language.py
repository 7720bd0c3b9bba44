"""A language of clues: a folder of files under `languages/`, read on first use."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from codenames_sim.errors import InputError

_LANGUAGES = Path(__file__).parent / "languages"


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """What the clue rules know of one language."""

    code: str
    alphabet: str
    """The letters words are spelled with; marks on other letters are folded away."""
    sentences: dict[str, str]
    """A sentence for each reason, and for `legal`, with {clue}, {board_word} and {part} in it."""


@cache
def available_languages() -> tuple[str, ...]:
    """The codes of the languages there are files for, sorted."""
    return tuple(sorted(path.parent.name for path in _LANGUAGES.glob("*/language.yaml")))


@cache
def _load(code: str) -> Language:
    import yaml

    folder = _LANGUAGES / code
    settings = yaml.safe_load((folder / "language.yaml").read_text(encoding="utf-8"))
    sentences = yaml.safe_load((folder / "sentences.yaml").read_text(encoding="utf-8"))
    return Language(code, settings["alphabet"], sentences)


def load_language(code: str) -> Language:
    """The language of that code.

    Raises:
        InputError: there is no such language.
    """
    if code not in available_languages():
        known = ", ".join(available_languages())
        raise InputError(f"no clue rules for the language {code!r}; there are: {known}")
    return _load(code)
