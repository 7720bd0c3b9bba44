"""Many matches in flight, and what they leave in a folder."""

from codenames_sim.runner.folder import finished_run
from codenames_sim.runner.run import Tally, play_run

__all__ = ["Tally", "finished_run", "play_run"]
