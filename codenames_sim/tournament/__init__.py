"""Configs, and the schedules they make."""

from codenames_sim.tournament.config import Config, load_plan
from codenames_sim.tournament.plan import Entrant, Format, Plan, Scoring, Seat
from codenames_sim.tournament.schedule import Fixture, fixtures, games_a_board, pairings

__all__ = [
    "Config",
    "Entrant",
    "Fixture",
    "Format",
    "Plan",
    "Scoring",
    "Seat",
    "fixtures",
    "games_a_board",
    "load_plan",
    "pairings",
]
