"""A board on the terminal, and a game told move by move."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from codenames_sim.analysis import Recorded
from codenames_sim.report.shown import shown
from codenames_sim.rules import Board, Card, Colour, Guessed, Team, TurnSeen

INK: dict[Colour, str] = {"red": "bold white on red3", "blue": "bold white on blue3"}
BYSTANDER = "black on wheat1"
ASSASSIN = "bold white on grey11"
MARKS = {"own": "✓", "opponent": "✗", "bystander": "–", "assassin": "☠"}
"""Beside the colours, which not everyone sees."""


def board_grid(
    board: Board, columns: int, covered: frozenset[str], *, key_shown: bool
) -> RenderableType:
    """The grid of words. Covered words have their card's colour; with `key_shown`, all have.

    A letter beside the word says the same: R, B, a dash for a bystander, a cross for the assassin.
    """
    grid = Table(box=box.SQUARE, show_header=False, show_lines=True, pad_edge=False)
    for _ in range(columns):
        grid.add_column(justify="center", min_width=12)
    cells = [_cell(board, at, covered, key_shown=key_shown) for at in range(len(board.words))]
    for start in range(0, len(cells), columns):
        grid.add_row(*cells[start : start + columns])
    return grid


def _cell(board: Board, at: int, covered: frozenset[str], *, key_shown: bool) -> Text:
    word, card = board.words[at], board.key[at]
    gone = word in covered
    if not (gone or key_shown):
        return Text(f" {word} ")
    ink, letter = _look(board, card)
    if gone:
        return Text(f" {letter} {word} ", style=f"{ink} strike" if key_shown else ink)
    return Text(f" {letter} {word} ", style=ink)


def _look(board: Board, card: Card) -> tuple[str, str]:
    if card == "bystander":
        return BYSTANDER, "–"
    if card == "assassin":
        return ASSASSIN, "✝"
    colour = board.colour(card)
    return INK[colour], colour[0].upper()


def replay_lines(recorded: Recorded, columns: int) -> Iterator[RenderableType]:
    """A recorded game: the board as dealt, every turn, and the board at the end."""
    board, row = recorded.board, recorded.row
    first, second = _team(board, "first"), _team(board, "second")
    yield Text.assemble(
        ("Game ", "bold"),
        f"{row['game_id']}, rules {row['rules']}, split {row['split']}, seed {row['board_seed']}\n",
        first,
        f" {shown(row['first_entrant'])} starts; ",
        second,
        f" {shown(row['second_entrant'])}",
    )
    yield board_grid(board, columns, frozenset(), key_shown=True)
    told, covered = 0, frozenset[str]()
    for game in recorded.positions():
        turns = game.turns
        while told < len(turns) and turns[told].ended_by is not None:
            turn = turns[told]
            told += 1
            covered |= {guess.word for guess in turn.guesses}
            covered |= {turn.covered_after_invalid or ""}
            yield _turn(board, told, turn)
    yield board_grid(board, columns, covered, key_shown=True)
    yield _ending(board, recorded)


def _turn(board: Board, number: int, turn: TurnSeen) -> Text:
    line = Text.assemble((f"{number:>3} ", "dim"), _team(board, turn.team), " ")
    if turn.clue is None:
        line.append("no clue")
    else:
        said = "unlimited" if turn.unlimited else turn.number
        line.append(f"{shown(turn.clue)} {said}", style="bold")
    if turn.legal is False:
        line.append(f"  not legal: {turn.reason}", style="yellow")
    for guess in turn.guesses:
        line.append("  ")
        line.append(_guess(board, turn.team, guess))
    if turn.covered_after_invalid is not None:
        line.append(f"  the other team covers {turn.covered_after_invalid}")
    line.append(f"  ({str(turn.ended_by).replace('_', ' ')})", style="dim")
    return line


def _guess(board: Board, team: Team, guess: Guessed) -> Text:
    card: Card = board.key[board.words.index(guess.word)]
    ink, _ = _look(board, card)
    return Text(f" {MARKS[guess.card]} {guess.word} ", style=ink)


def _ending(board: Board, recorded: Recorded) -> Text:
    row = recorded.row
    ending = str(row["ending"]).replace("_", " ")
    if row["winner"] is None:
        return Text.assemble(("Nobody wins", "bold"), f": {ending}")
    winner: Team = "first" if row["winner"] == "first" else "second"
    return Text.assemble(
        _team(board, winner), (f" {shown(row['winner_entrant'])} wins", "bold"), f": {ending}"
    )


def _team(board: Board, team: Team) -> Text:
    colour = board.colour(team)
    return Text(f" {colour} ", style=INK[colour])
