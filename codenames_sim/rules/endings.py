"""How turns and games end."""

from __future__ import annotations

from typing import Literal, get_args

EndedBy = Literal[
    "wrong_opponent",
    "wrong_bystander",
    "assassin",
    "stopped",
    "limit",
    "invalid_clue",
    "forfeit",
    "won",
]
"""Why a turn ended."""
ENDED_BY: tuple[EndedBy, ...] = get_args(EndedBy)

Ending = Literal[
    "agents_found",
    "agents_found_by_opponent",
    "agents_covered_after_invalid",
    "assassin",
    "forfeit",
    "stalled",
]
"""How a game ended."""
ENDINGS: tuple[Ending, ...] = get_args(Ending)
