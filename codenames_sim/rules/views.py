"""What a seat sees at a decision.

A view is built from what its seat may know, not filtered from an object that holds more. An
operative's view has no field for the key, intended words or the votes of another team.
"""

from __future__ import annotations

import msgspec

from codenames_sim.rules.actions import Kind, Role, Team
from codenames_sim.rules.board import Colour, Seen
from codenames_sim.rules.endings import EndedBy
from codenames_sim.rules.model import Rules
from codenames_sim.rules.options import ClueOptions, CoverOptions, GuessOptions


class Guessed(msgspec.Struct, frozen=True):
    """A guess and its card, from the side of the guessing team."""

    word: str
    card: Seen


class TurnSeen(msgspec.Struct, frozen=True, cache_hash=True):
    """One team's turn, as everyone at the table saw it."""

    team: Team
    clue: str | None = None
    """None until the clue is given, and if it was forfeited."""
    number: int | None = None
    """None also if the clue is unlimited."""
    unlimited: bool = False
    legal: bool | None = None
    reason: str | None = None
    """Why the clue was not legal: a `Reason` of `codenames_sim.clues`."""
    guesses: tuple[Guessed, ...] = ()
    covered_after_invalid: str | None = None
    """The word that the other team's spymaster covered after an invalid clue."""
    ended_by: EndedBy | None = None
    """None while the turn is in progress."""
    forfeited_by: str | None = None
    """The seat that could not answer."""


class _TableView(msgspec.Struct, frozen=True):
    team: Team
    """The team of this seat."""
    colour: Colour
    language: str
    rules: Rules
    """The rules of the game, which everyone knows."""
    words: tuple[str, ...]
    """All words, in deal order."""
    shown: tuple[Seen | None, ...]
    """The card that covers each word, from this team's side; None for an uncovered word."""
    uncovered: tuple[str, ...]
    """The uncovered words, in deal order."""
    own_left: int
    """The number of own agents that are not covered yet."""
    opponent_left: int
    """The number of the opponents' agents that are not covered yet."""
    turns: tuple[TurnSeen, ...]
    """All turns so far; the last is the current one."""

    @property
    def turn(self) -> TurnSeen:
        """The current turn."""
        return self.turns[-1]


class SpymasterView(_TableView, frozen=True):
    """What a spymaster sees: the table and the key card."""

    key: tuple[Seen, ...]
    """The card of each word, from this team's side."""
    options: ClueOptions | CoverOptions

    def left(self, card: Seen) -> tuple[str, ...]:
        """The uncovered words with this card, in deal order."""
        return tuple(
            [
                word
                for word, kind, shown in zip(self.words, self.key, self.shown, strict=True)
                if kind == card and shown is None
            ]
        )


class Opinion(msgspec.Struct, frozen=True):
    """The opinion of one panel member on the current decision."""

    seat: str
    words: tuple[str, ...]
    reason: str


class OperativeView(_TableView, frozen=True):
    """What an operative sees: the table."""

    options: GuessOptions
    guesses_left: int | None
    """The guesses that the turn still allows, including this one; None if there is no limit."""
    discussion: tuple[Opinion, ...] = ()
    """The opinions of the team's other operatives on this decision."""

    @property
    def guessed(self) -> int:
        """The number of guesses made this turn."""
        return len(self.turn.guesses)


class Decision(msgspec.Struct, frozen=True):
    """The next decision: its kind, its seat and what that seat sees."""

    kind: Kind
    team: Team
    role: Role
    number: int
    """The number of the decision in the game, from 0."""
    view: SpymasterView | OperativeView

    @property
    def seat(self) -> str:
        """For example `first.spymaster`, or `second.operative` for all operatives of a team."""
        return f"{self.team}.{self.role}"

    @property
    def options(self) -> ClueOptions | GuessOptions | CoverOptions:
        """The allowed actions, besides FORFEIT."""
        return self.view.options
