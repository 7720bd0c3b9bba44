"""The board before the first clue: words and key."""

from __future__ import annotations

from typing import Literal

import msgspec

from codenames_sim.rules.actions import Team

Card = Literal["first", "second", "bystander", "assassin"]
"""A card of the key: an agent of the first or of the second team, a bystander, or an assassin."""
Seen = Literal["own", "opponent", "bystander", "assassin"]
"""A card from the side of one team."""
Colour = Literal["red", "blue"]

CARDS: tuple[Card, ...] = ("first", "second", "bystander", "assassin")

_SEEN: dict[Team, dict[Card, Seen]] = {
    "first": {
        "first": "own",
        "second": "opponent",
        "bystander": "bystander",
        "assassin": "assassin",
    },
    "second": {
        "first": "opponent",
        "second": "own",
        "bystander": "bystander",
        "assassin": "assassin",
    },
}


class Board(msgspec.Struct, frozen=True):
    """Words and their key card."""

    words: tuple[str, ...]
    """In deal order: row by row, from the top left."""
    key: tuple[Card, ...]
    """The card of each word."""
    first_colour: Colour
    """The colour of the team that starts."""
    language: str = "en"

    def colour(self, team: Team) -> Colour:
        """The colour of a team."""
        if team == "first":
            return self.first_colour
        return "blue" if self.first_colour == "red" else "red"

    def seen_by(self, team: Team) -> tuple[Seen, ...]:
        """The key from the side of a team."""
        seen = _SEEN[team]
        return tuple([seen[card] for card in self.key])

    @property
    def split(self) -> str:
        """The numbers of agents of the first and of the second team: `9-8`."""
        return f"{self.key.count('first')}-{self.key.count('second')}"
