"""The terminal interface for a person: the board, the clues so far, and an input line.

It uses the terminal's own line editing, so no terminal mode has to be restored when a game ends.
Lines are read in a thread, so the event loop is not blocked while a person thinks.
"""

from __future__ import annotations

import asyncio
import shlex
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from codenames_sim.interactive.person_agents import Command, Doubt, Note, Question
from codenames_sim.interactive.seated_game import Seated
from codenames_sim.records import Played
from codenames_sim.report.board_grid import (
    Colours,
    Face,
    board_grid,
    covered_faces,
    ending_text,
    key_cells,
    key_faces,
    seen_cells,
    team_chip,
    team_colours,
    turn_text,
)
from codenames_sim.report.messages import Wording
from codenames_sim.report.sanitize import shown
from codenames_sim.rules import Role, Team, TurnSeen

LEAST_HISTORY = 3
"""Lines of clues that are shown even if the terminal has no room for them."""
ROOMY = 16
"""Lines that must remain free below a grid with higher cells; otherwise cells are one line high."""


@dataclass(frozen=True)
class Place:
    """What a person in a seat may know before the first clue. An operative has no key."""

    team: Team
    role: Role
    words: Sequence[str]
    columns: int
    colours: Colours
    agents: Mapping[Team, int]
    """The number of agents that each team has to find."""
    labels: Mapping[str, str]
    """The agent's label by seat (`first.spymaster` and so on)."""
    key: Sequence[Face] | None


def place_of(seated: Seated, words: Wording) -> Place:
    """What the person in this seat may know."""
    fixture = seated.fixture
    labels: dict[str, str] = {}
    for team, entrant in (("first", fixture.first), ("second", fixture.second)):
        for role, agent in entrant.seats:
            seat = f"{team}.{role}"
            labels[seat] = f"{labels[seat]}, {agent.label}" if seat in labels else agent.label
    labels[f"{seated.team}.{seated.role}"] = words.say("screen", "you")
    cards = fixture.rules.cards
    return Place(
        seated.team,
        seated.role,
        fixture.board.words,
        fixture.rules.columns,
        team_colours(fixture.board),
        {"first": cards["first"], "second": cards["second"]},
        labels,
        key_faces(fixture.board) if seated.role == "spymaster" else None,
    )


class Terminal:
    """A `PersonInterface` on a terminal, for one game. A context manager.

    `read` returns the next typed line in UTF-8, or b"" at the end of the input, which raises
    KeyboardInterrupt as Ctrl-C does.
    """

    def __init__(
        self, console: Console, words: Wording, place: Place, read: Callable[[], bytes]
    ) -> None:
        self._console = console
        self._words = words
        self._place = place
        self._read = read
        self._notes: list[str] = []

    def __enter__(self) -> Terminal:
        self._console.set_alt_screen(True)
        return self

    def __exit__(self, *_: object) -> None:
        self._console.set_alt_screen(False)

    @property
    def language(self) -> str:
        """The person's language."""
        return self._words.language

    async def ask(self, turns: Sequence[TurnSeen], question: Question, **facts: object) -> str:
        """Show the game, ask, and return the typed line, stripped and not empty."""
        if facts.get("left", 0) is None:
            facts["left"] = self._words.say("questions", "unlimited")
        text = ""
        while not text:
            self._show(turns)
            text = await self._line(self._words.say("questions", question, **facts))
        self._notes.clear()
        return text

    async def confirm(self, turns: Sequence[TurnSeen], doubt: Doubt, **facts: object) -> bool:
        """Ask a yes/no question."""
        self._note(self._words.say("doubts", doubt, **facts))
        answer: Command | None = None
        while answer not in ("yes", "no"):
            self._show(turns)
            answer = self.command(await self._line(self._words.say("doubts", "choice")))
        self._notes.clear()
        return answer == "yes"

    def tell(self, note: Note, **facts: object) -> None:
        """Show a note together with the next question."""
        text = {name: shown(fact, 200) for name, fact in facts.items()}
        self._note(self._words.say("notes", note, **text))

    def help(self, question: Question) -> None:
        """Show, together with the next question, how to answer `question`."""
        self._note(self._words.say("help", question))

    def command(self, text: str) -> Command | None:
        """The command that `text` means in the person's language, or None."""
        return cast("Command | None", self._words.meaning(text))

    def wait(self, turns: Sequence[TurnSeen], team: Team, role: Role) -> None:
        """Show the game while another seat decides."""
        label = shown(self._place.labels[f"{team}.{role}"], 60)
        colour = self._words.say("colours", self._place.colours[team])
        who = self._words.say("screen", role, colour=colour, label=label)
        if self._redraws:
            self._show(turns)
        thinking = self._words.say("screen", "thinking", who=who)
        self._console.print(Text(thinking, style="dim italic"))

    @property
    def _redraws(self) -> bool:
        """Whether the screen can be cleared; otherwise frames are printed one after the other."""
        return self._console.is_terminal and not self._console.is_dumb_terminal

    def _note(self, text: str) -> None:
        self._notes.append(text)

    async def _line(self, prompt: str) -> str:
        self._console.print(Text(f"{prompt} ", style="bold"), end="", soft_wrap=True)
        loop = asyncio.get_running_loop()
        line: asyncio.Future[bytes] = loop.create_future()

        def deliver(typed: bytes) -> None:
            if not line.done():
                line.set_result(typed)

        def read() -> None:
            typed = self._read()
            with suppress(RuntimeError):  # The game is over and its event loop is closed.
                loop.call_soon_threadsafe(deliver, typed)

        threading.Thread(target=read, daemon=True).start()
        typed = await line
        if not typed:
            raise KeyboardInterrupt
        return typed.decode("utf-8", "replace").strip()

    def _show(self, turns: Sequence[TurnSeen]) -> None:
        if self._redraws:
            self._console.clear()
        else:
            self._console.print()
        self._console.print(self._frame(turns))

    def _frame(self, turns: Sequence[TurnSeen]) -> RenderableType:
        place, words = self._place, self._words
        covered = covered_faces(place.colours, turns)
        if place.key is None:
            cells = seen_cells(place.words, covered)
        else:
            cells = key_cells(place.words, covered, place.key)
        rows = -(-len(cells) // place.columns)
        roomy = self._console.height >= 4 * rows + 1 + ROOMY
        above: list[RenderableType] = [self._head(turns)]
        above.append(board_grid(cells, place.columns, words, roomy=roomy))
        if place.key is not None:
            letters = {str(face): letter for face, letter in words.sections["letters"].items()}
            above.append(Text(words.say("screen", "legend", **letters), style="dim"))
        above.append(self._teams(covered))
        below = [Text(note, style="yellow") for note in self._notes]
        below.insert(0, Text())
        used = self._lines(*above, *below) + 2
        room = max(LEAST_HISTORY, self._console.height - used)
        return Group(*above, _Last(self._history(turns), room, words), *below)

    def _lines(self, *parts: RenderableType) -> int:
        return len(self._console.render_lines(Group(*parts), pad=False))

    def _head(self, turns: Sequence[TurnSeen]) -> RenderableType:
        place, words = self._place, self._words
        head = Table.grid(expand=True)
        head.add_column()
        head.add_column(justify="right", style="dim")
        you = words.say("screen", f"you_are_{place.role}")
        turn = words.say("screen", "turn", number=len(turns))
        head.add_row(
            Text.assemble((you, "bold"), " ", team_chip(place.colours[place.team], words)),
            f"{turn} · {words.say('screen', 'help')}",
        )
        return head

    def _teams(self, covered: Mapping[str, Face]) -> RenderableType:
        faces = list(covered.values())
        parts = _two_columns()
        parts.add_row(*[self._team(team, faces) for team in ("first", "second")])
        return parts

    def _team(self, team: Team, covered: Sequence[Face]) -> Text:
        place, words = self._place, self._words
        colour = place.colours[team]
        left = words.say("screen", "left", number=place.agents[team] - covered.count(colour))
        seats = (place.labels[f"{team}.spymaster"], place.labels[f"{team}.operative"])
        names = " + ".join([shown(seat, 30) for seat in seats])
        team_line = Text.assemble(
            team_chip(colour, words), (f" {left}", "bold"), (f" · {names}", "dim")
        )
        team_line.no_wrap, team_line.overflow = True, "ellipsis"
        return team_line

    def _history(self, turns: Sequence[TurnSeen]) -> RenderableType:
        """The first team's turns on the left, the second team's turns on the right."""
        history = _two_columns()
        for index in range(0, len(turns), 2):
            pair = enumerate(turns[index : index + 2], start=index + 1)
            history.add_row(*[self._turn(number, turn) for number, turn in pair])
        return history

    def _turn(self, number: int, turn: TurnSeen) -> Text:
        text = turn_text(self._place.colours, turn, self._words)
        return Text.assemble((f"{number:>2} ", "dim"), text)


def _two_columns() -> Table:
    columns = Table.grid(expand=True, padding=(0, 1, 0, 0))
    columns.add_column(ratio=1, overflow="fold")
    columns.add_column(ratio=1, overflow="fold")
    return columns


@dataclass(frozen=True)
class _Last:
    """The last lines of a long renderable, and the number of hidden lines."""

    whole: RenderableType
    lines: int
    words: Wording

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = console.render_lines(self.whole, options, pad=False)
        if len(lines) > self.lines:
            earlier = len(lines) - self.lines + 1
            lines = lines[earlier:]
            yield Text(self.words.say("screen", "earlier", number=earlier), style="dim")
        for line in lines:
            yield from line
            yield Segment.line()


def farewell(seated: Seated, played: Played, folder: Path, words: Wording) -> RenderableType:
    """The end of the game: the board with its key, the result, and the recording's folder."""
    fixture, outcome = seated.fixture, played.game.outcome
    if played.error is not None or outcome is None:
        return Text(words.say("after", "void", error=shown(played.error, 500)), style="yellow")
    board = fixture.board
    colours = team_colours(board)
    covered = covered_faces(colours, played.game.turns)
    cells = key_cells(board.words, covered, key_faces(board))
    how = ending_text(colours, outcome.winner, outcome.ending, words)
    if outcome.winner is not None:
        mine = "you_won" if outcome.winner == seated.team else "you_lost"
        how = Text.assemble((words.say("after", mine), "bold"), " ", how)
    recorded = words.say("after", "recorded", folder=folder, seed=fixture.board_seed)
    return Group(
        board_grid(cells, fixture.rules.columns, words),
        how,
        Text(f"{recorded}\n  codenames-sim replay {shlex.quote(str(folder))}"),
    )
