"""Configs and the schedules that follow from them."""

from codenames_sim.tournament.config import load_plan
from codenames_sim.tournament.course import Course, Line
from codenames_sim.tournament.overrides import Override, parse_assignment
from codenames_sim.tournament.plan import (
    Entrant,
    Format,
    Plan,
    Scoring,
    Seat,
    Stop,
    Wording,
    wordings_taken,
)
from codenames_sim.tournament.schedule import (
    Fixture,
    Pair,
    Pairing,
    fixtures,
    fixtures_of,
    games_a_pair,
    games_planned,
    pairings,
    stays_here,
)
from codenames_sim.tournament.spec import Config
from codenames_sim.tournament.stopping import Evidence, Verdict, game_score
from codenames_sim.tournament.versions import (
    installed_version,
    other_version,
    played_by,
    release_to_install,
    this_version,
)

__all__ = [
    "Config",
    "Course",
    "Entrant",
    "Evidence",
    "Fixture",
    "Format",
    "Line",
    "Override",
    "Pair",
    "Pairing",
    "Plan",
    "Scoring",
    "Seat",
    "Stop",
    "Verdict",
    "Wording",
    "fixtures",
    "fixtures_of",
    "game_score",
    "games_a_pair",
    "games_planned",
    "installed_version",
    "load_plan",
    "other_version",
    "pairings",
    "parse_assignment",
    "played_by",
    "release_to_install",
    "stays_here",
    "this_version",
    "wordings_taken",
]
