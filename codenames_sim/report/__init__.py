"""What a person looks at."""

from codenames_sim.report.board import board_grid, replay_lines
from codenames_sim.report.progress import watching
from codenames_sim.report.summary import summary

__all__ = ["board_grid", "replay_lines", "summary", "watching"]
