"""Answers, from a run's tables."""

from codenames_sim.analysis.overview import EntrantRecord, Overview, overview
from codenames_sim.analysis.replay import Recorded, find_game

__all__ = ["EntrantRecord", "Overview", "Recorded", "find_game", "overview"]
