"""What a seat sees when it has to decide.

A view is built from what its seat may know, never cut down from something that holds more: an
operative's view has no field in which a key, an intended word or another team's vote could be.
"""

from __future__ import annotations

import msgspec

from codenames_sim.rules.actions import Kind, Role, Team
from codenames_sim.rules.board import Colour, Seen
from codenames_sim.rules.endings import EndedBy
from codenames_sim.rules.model import Rules
from codenames_sim.rules.options import ClueOptions, CoverOptions, GuessOptions


class Guessed(msgspec.Struct, frozen=True):
    """A guess, and the card that came of it, as the guessing team sees it."""

    word: str
    card: Seen


class TurnSeen(msgspec.Struct, frozen=True, cache_hash=True):
    """One team's turn as everyone at the table saw it."""

    team: Team
    clue: str | None = None
    """None until it is given, and where it was forfeited."""
    number: int | None = None
    """None also where the clue is unlimited."""
    unlimited: bool = False
    legal: bool | None = None
    reason: str | None = None
    """Why the clue was not legal: a code of `codenames_sim.clues`."""
    guesses: tuple[Guessed, ...] = ()
    covered_after_invalid: str | None = None
    """The word that the other team's spymaster covered after an invalid clue."""
    ended_by: EndedBy | None = None
    """None while the turn goes on."""
    forfeited_by: str | None = None
    """The seat that could not answer."""


class _TableView(msgspec.Struct, frozen=True):
    team: Team
    """The team of the seat that looks."""
    colour: Colour
    language: str
    rules: Rules
    """The rules that are played, which everyone knows."""
    words: tuple[str, ...]
    """All words, in deal order."""
    shown: tuple[Seen | None, ...]
    """The card that covers each word, as this team sees it; None where the word is uncovered."""
    uncovered: tuple[str, ...]
    """The words still to be found, in deal order."""
    own_left: int
    """Own agents not covered yet."""
    opponent_left: int
    turns: tuple[TurnSeen, ...]
    """Every turn so far; the last is the one being played."""

    @property
    def turn(self) -> TurnSeen:
        """The turn being played."""
        return self.turns[-1]


class SpymasterView(_TableView, frozen=True):
    """What a spymaster sees: the table and the key card."""

    key: tuple[Seen, ...]
    """The card of each word, as this team sees it."""
    options: ClueOptions | CoverOptions

    def left(self, card: Seen) -> tuple[str, ...]:
        """The uncovered words that have this card, in deal order."""
        return tuple(
            [
                word
                for word, kind, shown in zip(self.words, self.key, self.shown, strict=True)
                if kind == card and shown is None
            ]
        )


class Opinion(msgspec.Struct, frozen=True):
    """What one member of a panel said of the decision that is being made."""

    seat: str
    words: tuple[str, ...]
    reason: str


class OperativeView(_TableView, frozen=True):
    """What an operative sees: the table."""

    options: GuessOptions
    guesses_left: int | None
    """How many guesses the turn still allows, this one included; None where there is no limit."""
    discussion: tuple[Opinion, ...] = ()
    """What the team's other operatives have said of this decision."""

    @property
    def guessed(self) -> int:
        """Guesses made this turn."""
        return len(self.turn.guesses)


class Decision(msgspec.Struct, frozen=True):
    """What has to be decided now, and by whom."""

    kind: Kind
    team: Team
    role: Role
    number: int
    """Decisions before this one in the game."""
    view: SpymasterView | OperativeView

    @property
    def seat(self) -> str:
        """`first.spymaster`, or `second.operative` for the team's operatives together."""
        return f"{self.team}.{self.role}"

    @property
    def options(self) -> ClueOptions | GuessOptions | CoverOptions:
        """What may be played besides FORFEIT."""
        return self.view.options
