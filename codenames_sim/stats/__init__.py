"""Formulas: numbers in, numbers out."""

from codenames_sim.stats.intervals import Interval, clustered_rate

__all__ = ["Interval", "clustered_rate"]
