"""Configs and the schedules that follow from them."""

from codenames_sim.tournament.config import load_plan
from codenames_sim.tournament.config_schema import Config
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
    games_per_pair,
    games_planned,
    main_process_only,
    model_games,
    pairings,
)
from codenames_sim.tournament.scheduler import Scheduler, Segment
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
    "Entrant",
    "Evidence",
    "Fixture",
    "Format",
    "Override",
    "Pair",
    "Pairing",
    "Plan",
    "Scheduler",
    "Scoring",
    "Seat",
    "Segment",
    "Stop",
    "Verdict",
    "Wording",
    "fixtures",
    "fixtures_of",
    "game_score",
    "games_per_pair",
    "games_planned",
    "installed_version",
    "load_plan",
    "main_process_only",
    "model_games",
    "other_version",
    "pairings",
    "parse_assignment",
    "played_by",
    "release_to_install",
    "this_version",
    "wordings_taken",
]
