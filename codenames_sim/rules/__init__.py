"""The rules model of the game as data, and the engine that plays it."""

from codenames_sim.rules.actions import (
    FORFEIT,
    LONGEST_CLUE,
    SKIP,
    STOP,
    Action,
    Clue,
    Cover,
    Forfeit,
    Guess,
    Kind,
    Role,
    Skip,
    Stop,
    Team,
)
from codenames_sim.rules.board import CARDS, Board, Card, Colour, Seen
from codenames_sim.rules.endings import ENDED_BY, ENDINGS, EndedBy, Ending
from codenames_sim.rules.game import PLAY_VERSION, Event, Game, Outcome
from codenames_sim.rules.model import Rules, named_rules
from codenames_sim.rules.options import ClueOptions, CoverOptions, GuessOptions
from codenames_sim.rules.rulebook import page_languages, rules_page
from codenames_sim.rules.views import (
    Decision,
    Guessed,
    OperativeView,
    Opinion,
    SpymasterView,
    TurnSeen,
)

__all__ = [
    "CARDS",
    "ENDED_BY",
    "ENDINGS",
    "FORFEIT",
    "LONGEST_CLUE",
    "PLAY_VERSION",
    "SKIP",
    "STOP",
    "Action",
    "Board",
    "Card",
    "Clue",
    "ClueOptions",
    "Colour",
    "Cover",
    "CoverOptions",
    "Decision",
    "EndedBy",
    "Ending",
    "Event",
    "Forfeit",
    "Game",
    "Guess",
    "GuessOptions",
    "Guessed",
    "Kind",
    "OperativeView",
    "Opinion",
    "Outcome",
    "Role",
    "Rules",
    "Seen",
    "Skip",
    "SpymasterView",
    "Stop",
    "Team",
    "TurnSeen",
    "named_rules",
    "page_languages",
    "rules_page",
]
