"""Renders a board and its turns on the terminal, for interactive games and replays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from rich import box
from rich.align import Align
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from codenames_sim.report.messages import Wording
from codenames_sim.report.sanitize import shown
from codenames_sim.rules import Board, Card, Colour, Ending, Seen, Team, TurnSeen

Face = Colour | Literal["bystander", "assassin"]
"""The face of a card."""

INKS: Mapping[Face, str] = {
    "red": "bold white on red3",
    "blue": "bold white on blue3",
    "bystander": "black on tan",
    "assassin": "bold white on grey23",
}
FADED: Mapping[Face, str] = {
    "red": "strike red3",
    "blue": "strike dodger_blue2",
    "bystander": "strike wheat4",
    "assassin": "strike grey50",
}
"""Styles of covered words if the cards of all words are shown."""
MARKS: Mapping[Seen, str] = {"own": "✓", "opponent": "✗", "bystander": "–", "assassin": "†"}
"""Symbols for the result of a guess, in addition to its colour."""

Colours = Mapping[Team, Colour]

_OTHER: Mapping[Team, Team] = {"first": "second", "second": "first"}


class Cell(NamedTuple):
    """One word of the grid."""

    word: str
    face: Face | None
    """The card of the word; None if the viewer may not know it."""
    covered: bool
    faded: bool = False
    """Whether the word is displayed less prominently than words still to be found."""


def team_colours(board: Board) -> Colours:
    """The colour of each team."""
    return {"first": board.colour("first"), "second": board.colour("second")}


def key_faces(board: Board) -> list[Face]:
    """The face of each word's card."""
    faces: Mapping[Card, Face] = {
        "first": board.colour("first"),
        "second": board.colour("second"),
        "bystander": "bystander",
        "assassin": "assassin",
    }
    return [faces[card] for card in board.key]


def covered_faces(colours: Colours, turns: Sequence[TurnSeen]) -> dict[str, Face]:
    """The words covered in these turns, and the faces of their cards."""
    covered: dict[str, Face] = {}
    for turn in turns:
        for guess in turn.guesses:
            covered[guess.word] = _seen_face(colours, turn.team, guess.card)
        if turn.covered_after_invalid is not None:
            covered[turn.covered_after_invalid] = colours[_OTHER[turn.team]]
    return covered


def seen_cells(words: Sequence[str], covered: Mapping[str, Face]) -> list[Cell]:
    """The grid as all players see it."""
    return [Cell(word, covered.get(word), word in covered) for word in words]


def key_cells(words: Sequence[str], covered: Mapping[str, Face], key: Sequence[Face]) -> list[Cell]:
    """The grid as spymasters see it, with the key."""
    return [
        Cell(word, face, word in covered, faded=word in covered)
        for word, face in zip(words, key, strict=True)
    ]


def board_grid(
    cells: Sequence[Cell], columns: int, words: Wording, *, roomy: bool = False
) -> RenderableType:
    """The grid of words, coloured by card if known; `roomy` makes the cells higher.

    A letter beside the word repeats the colour. It is in brackets if the word is covered.
    """
    grid = Table(box=box.ROUNDED, show_header=False, show_lines=True, padding=0, style="dim")
    for _ in range(columns):
        grid.add_column(justify="center", min_width=14)
    for start in range(0, len(cells), columns):
        grid.add_row(*[_card(cell, words, roomy) for cell in cells[start : start + columns]])
    return grid


def _card(cell: Cell, words: Wording, roomy: bool) -> RenderableType:
    if cell.face is None:
        text, card = Text(cell.word, style="bold"), ""
    else:
        letter = words.say("letters", cell.face)
        text = Text(f"[{letter}] {cell.word}" if cell.covered else f"{letter} {cell.word}")
        text.stylize(FADED[cell.face] if cell.faded else INKS[cell.face])
        card = "" if cell.faded else INKS[cell.face]
    style = f"not dim {card}"
    return Padding(Align.center(text, style=style), (int(roomy), 0), style=style)


def team_chip(colour: Colour, words: Wording) -> Text:
    """The name of a team's colour, on that colour."""
    return Text(f" {words.say('colours', colour)} ", style=INKS[colour])


def turn_text(colours: Colours, turn: TurnSeen, words: Wording) -> Text:
    """A turn: its clue, why the clue was illegal if it was, and all words that were covered."""
    line = Text()
    if turn.clue is None:
        if turn.forfeited_by is not None:
            line.append(words.say("history", "no_clue"))
        return line
    number = words.say("history", "unlimited") if turn.unlimited else turn.number
    line.append(f"{shown(turn.clue, 40)} {number}", style="bold")
    if turn.reason is not None:
        reason = words.say("reasons", turn.reason)
        line.append(f" {words.say('history', 'illegal', reason=reason)}", style="yellow")
    for guess in turn.guesses:
        face = _seen_face(colours, turn.team, guess.card)
        line.append(" ")
        line.append(f"{MARKS[guess.card]}{guess.word}", style=INKS[face])
    if turn.covered_after_invalid is not None:
        word = turn.covered_after_invalid
        line.append(f" {words.say('history', 'covered', word=word)}")
    return line


def ending_text(
    colours: Colours, winner: Team | None, ending: Ending, words: Wording, entrant: str = ""
) -> Text:
    """The winner and the reason why the game ended."""
    text = words.say("endings", ending)
    if winner is None:
        return Text(words.say("after", "nobody", ending=text))
    chip = team_chip(colours[winner], words)
    name = f" {shown(entrant)}" if entrant else ""
    return Text.assemble(chip, f"{name} ", words.say("after", "wins", ending=text))


def _seen_face(colours: Colours, team: Team, card: Seen) -> Face:
    """The face of a card that `team` sees as `card`."""
    if card == "own":
        return colours[team]
    return colours[_OTHER[team]] if card == "opponent" else card
