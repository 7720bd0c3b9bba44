"""Statistics computed from the tables of runs."""

from codenames_sim.analysis.behaviour import behaviour
from codenames_sim.analysis.compact import compact_games
from codenames_sim.analysis.cross_play import cross_play
from codenames_sim.analysis.first_move import Balance, FirstMove, first_move, in_one_table
from codenames_sim.analysis.games import read_games, study_games
from codenames_sim.analysis.head_to_head import head_to_head
from codenames_sim.analysis.leaderboard import first_move_ratings, leaderboard, roles
from codenames_sim.analysis.mechanism import by_cards, race_rates, turn_counts
from codenames_sim.analysis.merging import Merged, Runs, merged
from codenames_sim.analysis.overview import EntrantRecord, Overview, overview
from codenames_sim.analysis.power import Assumptions, Need, needs, pilot, savings
from codenames_sim.analysis.prompts import prompt_differences, prompt_scores
from codenames_sim.analysis.replay import Recorded, find_game
from codenames_sim.analysis.stopping import Stopping, stopping
from codenames_sim.analysis.verify import Problem, verify
from codenames_sim.analysis.win_rates import differences, win_rates

__all__ = [
    "Assumptions",
    "Balance",
    "EntrantRecord",
    "FirstMove",
    "Merged",
    "Need",
    "Overview",
    "Problem",
    "Recorded",
    "Runs",
    "Stopping",
    "behaviour",
    "by_cards",
    "compact_games",
    "cross_play",
    "differences",
    "find_game",
    "first_move",
    "first_move_ratings",
    "head_to_head",
    "in_one_table",
    "leaderboard",
    "merged",
    "needs",
    "overview",
    "pilot",
    "prompt_differences",
    "prompt_scores",
    "race_rates",
    "read_games",
    "roles",
    "savings",
    "stopping",
    "study_games",
    "turn_counts",
    "verify",
    "win_rates",
]
