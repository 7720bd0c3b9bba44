"""Answers, from a run's tables."""

from codenames_sim.analysis.overview import EntrantRecord, Overview, overview
from codenames_sim.analysis.replay import Recorded, find_game
from codenames_sim.analysis.verify import Problem, verify

__all__ = [
    "EntrantRecord",
    "Overview",
    "Problem",
    "Recorded",
    "find_game",
    "overview",
    "verify",
]
