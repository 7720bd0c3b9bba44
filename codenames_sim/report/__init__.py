"""What a person looks at."""

from codenames_sim.report.board import board_grid
from codenames_sim.report.progress import watching
from codenames_sim.report.replay import replay_lines
from codenames_sim.report.summary import summary
from codenames_sim.report.table import Terminal, farewell, place_of
from codenames_sim.report.wording import wording

__all__ = [
    "Terminal",
    "board_grid",
    "farewell",
    "place_of",
    "replay_lines",
    "summary",
    "watching",
    "wording",
]
