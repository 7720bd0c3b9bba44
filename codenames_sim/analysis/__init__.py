"""Answers, from a run's tables."""

from codenames_sim.analysis.compact import compact_games
from codenames_sim.analysis.first_move import Balance, FirstMove, first_move
from codenames_sim.analysis.games import read_games, study_games
from codenames_sim.analysis.mechanism import by_cards, race_rates, turn_counts
from codenames_sim.analysis.overview import EntrantRecord, Overview, overview
from codenames_sim.analysis.power import Assumptions, Need, needs, pilot, savings
from codenames_sim.analysis.replay import Recorded, find_game
from codenames_sim.analysis.verify import Problem, verify
from codenames_sim.analysis.win_rates import differences, win_rates

__all__ = [
    "Assumptions",
    "Balance",
    "EntrantRecord",
    "FirstMove",
    "Need",
    "Overview",
    "Problem",
    "Recorded",
    "by_cards",
    "compact_games",
    "differences",
    "find_game",
    "first_move",
    "needs",
    "overview",
    "pilot",
    "race_rates",
    "read_games",
    "savings",
    "study_games",
    "turn_counts",
    "verify",
    "win_rates",
]
