"""What `check_clue` answers, and the sentence a person reads."""

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
"""Why a clue is refused. The codes are stored in tables and never change their meaning."""

REASONS: tuple[Reason, ...] = get_args(Reason)

_SHOWN_CHARACTERS = 40


class Verdict(NamedTuple):
    """Whether a clue is allowed, and if not, why."""

    clue: str
    """The clue as it was given."""
    reason: Reason | None = None
    """Why it is refused; None where it is allowed."""
    board_word: str | None = None
    """The visible word that forbids it, as it stands on the board; None where no one word does."""
    part: str | None = None
    """The word the two have in common; None where no more is known than their spelling."""

    @property
    def legal(self) -> bool:
        return self.reason is None

    def explain(self, language: str = "en") -> str:
        """A sentence for a person, in `language`.

        Raises:
            InputError: there is no such language.
        """
        sentence = load_language(language).sentences[self.reason or "legal"]
        return sentence.format(
            clue=_shown(self.clue),
            board_word=_shown(self.board_word or ""),
            part=self.part or "",
        )


def _shown(text: str) -> str:
    """`text` fit for a terminal: short, and with nothing in it that moves a cursor."""
    start = text[: _SHOWN_CHARACTERS + 1]
    visible = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in start)
    return visible if len(start) <= _SHOWN_CHARACTERS else visible[:_SHOWN_CHARACTERS] + "…"
