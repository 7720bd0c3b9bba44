"""Statistical formulas. They take and return numbers, and know nothing of runs or tables."""

from codenames_sim.stats.bradley_terry import BradleyTerry, Games, Rating, ratings
from codenames_sim.stats.clustered import Estimate, Means, clustered_means
from codenames_sim.stats.equivalence_test import Equivalence, equivalence
from codenames_sim.stats.fieller_interval import RatioSet, fieller
from codenames_sim.stats.intervals import Interval, clustered_rate
from codenames_sim.stats.logistic import Line, clustered_logistic, misfit
from codenames_sim.stats.multiple import holm
from codenames_sim.stats.power import (
    clusters_for_effect,
    clusters_for_equivalence,
    clusters_for_width,
)
from codenames_sim.stats.race_model import Step, Steps, Turns, race
from codenames_sim.stats.roles import Fit, RoleRating, RoleTable, Team, role_table
from codenames_sim.stats.sequential import ConfidenceSequence
from codenames_sim.stats.sprt import Sprt, expected_score, log_likelihood_ratio
from codenames_sim.stats.totals import Total, stratified_total

__all__ = [
    "BradleyTerry",
    "ConfidenceSequence",
    "Equivalence",
    "Estimate",
    "Fit",
    "Games",
    "Interval",
    "Line",
    "Means",
    "Rating",
    "RatioSet",
    "RoleRating",
    "RoleTable",
    "Sprt",
    "Step",
    "Steps",
    "Team",
    "Total",
    "Turns",
    "clustered_logistic",
    "clustered_means",
    "clustered_rate",
    "clusters_for_effect",
    "clusters_for_equivalence",
    "clusters_for_width",
    "equivalence",
    "expected_score",
    "fieller",
    "holm",
    "log_likelihood_ratio",
    "misfit",
    "race",
    "ratings",
    "role_table",
    "stratified_total",
]
