"""The result of `check_clue`, and its explanation for people."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from codenames_sim.clues.language import load_language

Reason = Literal[
    "not_one_word",
    "foreign_letters",
    "same_word",
    "inflection",
    "derivation",
    "part_of_compound",
    "contains_word",
    "shares_part",
    "substring",
]
"""Why a clue is not legal. The codes are stored in tables and never change their meaning."""

REASONS: tuple[Reason, ...] = get_args(Reason)

_SHOWN_CHARACTERS = 40


class Verdict(NamedTuple):
    """Whether a clue is legal and, if not, why."""

    clue: str
    """The clue as the caller passed it."""
    reason: Reason | None = None
    """Why it is not legal; None if it is."""
    board_word: str | None = None
    """The visible word that makes it illegal, spelled as on the board; None if no word does."""
    part: str | None = None
    """The root or part that the two words share; None if the reason depends on spelling only."""

    @property
    def legal(self) -> bool:
        return self.reason is None

    def explain(self, language: str = "en") -> str:
        """The verdict as a sentence in `language`.

        Raises:
            InputError: the language does not exist.
        """
        sentence = load_language(language).sentences[self.reason or "legal"]
        return sentence.format(
            clue=_shown(self.clue),
            board_word=_shown(self.board_word or ""),
            part=self.part or "",
        )


def _shown(text: str) -> str:
    """`text` made safe for a terminal: short and without control characters."""
    start = text[: _SHOWN_CHARACTERS + 1]
    visible = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in start)
    return visible if len(start) <= _SHOWN_CHARACTERS else visible[:_SHOWN_CHARACTERS] + "…"
