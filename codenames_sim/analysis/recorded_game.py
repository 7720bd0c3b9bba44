"""Replays a recorded game from its run's folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from codenames_sim.errors import RunError
from codenames_sim.records import Run
from codenames_sim.rules import (
    FORFEIT,
    SKIP,
    STOP,
    Action,
    Board,
    Card,
    Clue,
    Colour,
    Cover,
    Decision,
    Game,
    Guess,
    Rules,
)

Row = Mapping[str, object]


@dataclass(frozen=True)
class Recorded:
    """A recorded game: its row of `games`, its rules, board, turns and guesses."""

    row: Row
    rules: Rules
    board: Board
    turns: Sequence[Row]
    guesses: Sequence[Row]

    def positions(self) -> Iterator[Game]:
        """The game before the first decision and after each one.

        It is always the same `Game` object, which is mutated. Raises RunError or another
        CodenamesError if the record is not possible under its rules.
        """
        game = Game(self.rules, self.board)
        yield game
        guesses = iter(self.guesses)
        while (decision := game.decision) is not None:
            turn = len(game.turns)
            if turn > len(self.turns):
                raise RunError(f"game {self.row['game_id']} has not ended after its recorded turns")
            game.play(self._action(decision, self.turns[turn - 1], guesses))
            yield game

    def _action(self, decision: Decision, turn: Row, guesses: Iterator[Row]) -> Action:
        if decision.kind == "clue":
            if turn["clue"] is None:
                return FORFEIT
            targets = tuple(cast(list[str], turn["targets"]))
            return Clue(str(turn["clue"]), cast("int | None", turn["number"]), targets)
        if decision.kind == "cover":
            covered = turn["covered_after_invalid"]
            return SKIP if covered is None else Cover(str(covered))
        made = len(cast("Sequence[object]", decision.view.turn.guesses))
        if made < cast(int, turn["guesses"]):
            return Guess(str(next(guesses)["word"]))
        return STOP if turn["ended_by"] == "stopped" else FORFEIT


def find_game(run: Run, game_id: str) -> Recorded:
    """The recorded game whose id starts with `game_id`.

    Raises RunError if no game or several games match, or if the game is void.
    """
    result = [row for row in _ids(run) if row.startswith(game_id)]
    if len(result) != 1:
        some = ", ".join(result[:3] or _ids(run)[:3])
        what = "no game id starts" if not result else f"{len(result)} game ids start"
        raise RunError(f"{what} with '{game_id}'; use an id such as: {some}", file=run.folder)
    row = run.table("games", where=("game_id", result[0])).to_pylist()[0]
    if row["status"] == "void":
        what = f"game {result[0]} is void and can't be replayed: {row['error']}"
        raise RunError(what, file=run.folder)
    board = run.table("boards", where=("board_id", row["board_id"])).to_pylist()[0]
    return Recorded(
        row,
        Rules.load(run.folder / "inputs" / "rules.yaml").with_split(row["split"]),
        recorded_board(board, row["language"]),
        _of_game(run, "turns", result[0], "turn"),
        _of_game(run, "guesses", result[0], "turn", "guess"),
    )


def recorded_board(row: Row, language: str) -> Board:
    """The board in a row of `boards`."""
    return Board(
        tuple(cast("list[str]", row["words"])),
        cast("tuple[Card, ...]", tuple(cast("list[str]", row["key"]))),
        cast(Colour, row["first_colour"]),
        language,
    )


def _ids(run: Run) -> list[str]:
    return cast(list[str], run.table("games", columns=["game_id"])["game_id"].to_pylist())


def _of_game(run: Run, table: str, game_id: str, *order: str) -> list[Row]:
    result = run.table(table, where=("game_id", game_id))
    return cast(list[Row], result.sort_by([(name, "ascending") for name in order]).to_pylist())
