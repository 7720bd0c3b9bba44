"""Renders a recorded game move by move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from rich.console import RenderableType
from rich.text import Text

from codenames_sim.analysis import Recorded
from codenames_sim.report.board_grid import (
    board_grid,
    covered_faces,
    ending_text,
    key_cells,
    key_faces,
    team_chip,
    team_colours,
    turn_text,
)
from codenames_sim.report.messages import wording
from codenames_sim.report.sanitize import shown
from codenames_sim.rules import Ending, Team, TurnSeen


def replay_lines(recorded: Recorded) -> Iterator[RenderableType]:
    """A recorded game: the board as dealt, every turn, and the board at the end."""
    board, row, words = recorded.board, recorded.row, wording("en")
    colours, key, columns = team_colours(board), key_faces(board), recorded.rules.columns
    yield Text.assemble(
        ("Game ", "bold"),
        f"{row['game_id']}, rules {row['rules']}, split {row['split']}, seed {row['board_seed']}\n",
        team_chip(colours["first"], words),
        f" {shown(row['first_entrant'])} starts; ",
        team_chip(colours["second"], words),
        f" {shown(row['second_entrant'])}",
    )
    yield board_grid(key_cells(board.words, {}, key), columns, words)
    turns: tuple[TurnSeen, ...] = ()
    message = 0
    for game in recorded.positions():
        turns = game.turns
        while message < len(turns) and (ended_by := turns[message].ended_by) is not None:
            turn = turns[message]
            message += 1
            chip = team_chip(colours[turn.team], words)
            ended = (f" ({words.say('ended_by', ended_by)})", "dim")
            line = turn_text(colours, turn, words)
            yield Text.assemble((f"{message:>3} ", "dim"), chip, " ", line, ended)
    yield board_grid(key_cells(board.words, covered_faces(colours, turns), key), columns, words)
    winner = cast("Team | None", row["winner"])
    entrant = str(row["winner_entrant"] or "")
    yield ending_text(colours, winner, cast(Ending, row["ending"]), words, entrant)
