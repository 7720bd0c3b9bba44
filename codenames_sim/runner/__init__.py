"""Plays the games of a run concurrently and writes them into the run's folder."""

from codenames_sim.runner.folder import finished_run, recorded_plan
from codenames_sim.runner.progress import Progress
from codenames_sim.runner.run import Options, Result, drop_journal, play_run

__all__ = [
    "Options",
    "Progress",
    "Result",
    "drop_journal",
    "finished_run",
    "play_run",
    "recorded_plan",
]
