"""Statistics computed from the tables of runs."""

from codenames_sim.analysis.clue_behaviour import behaviour
from codenames_sim.analysis.cross_play_grid import cross_play
from codenames_sim.analysis.export import compact_games
from codenames_sim.analysis.first_move_effect import Balance, FirstMove, first_move, in_one_table
from codenames_sim.analysis.games import read_games, study_games
from codenames_sim.analysis.mechanism import by_cards, race_rates, turn_counts
from codenames_sim.analysis.merging import Merged, Runs, merged
from codenames_sim.analysis.pairwise_scores import head_to_head
from codenames_sim.analysis.prompt_effects import prompt_differences, prompt_scores
from codenames_sim.analysis.ratings import first_move_ratings, leaderboard, roles
from codenames_sim.analysis.recorded_game import Recorded, find_game
from codenames_sim.analysis.run_overview import EntrantRecord, Overview, overview
from codenames_sim.analysis.sample_size import Assumptions, Need, needs, pilot, savings
from codenames_sim.analysis.stopped_pairings import Stopping, stopping
from codenames_sim.analysis.verification import Finding, verify
from codenames_sim.analysis.win_rates import differences, win_rates

__all__ = [
    "Assumptions",
    "Balance",
    "EntrantRecord",
    "Finding",
    "FirstMove",
    "Merged",
    "Need",
    "Overview",
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
