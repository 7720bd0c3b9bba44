"""Formulas: numbers in, numbers out."""

from codenames_sim.stats.intervals import Interval, clustered_rate
from codenames_sim.stats.sequential import ConfidenceSequence
from codenames_sim.stats.sprt import Sprt, expected_score, log_likelihood_ratio

__all__ = [
    "ConfidenceSequence",
    "Interval",
    "Sprt",
    "clustered_rate",
    "expected_score",
    "log_likelihood_ratio",
]
