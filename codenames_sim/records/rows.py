"""What a game becomes in the tables."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import pyarrow as pa

from codenames_sim.boards import board_id
from codenames_sim.records.schema import TABLES
from codenames_sim.rules import Clue, Event, Game, Guess, Team

Row = tuple[object, ...]


class TeamLabels(NamedTuple):
    """Who played for a team."""

    entrant: str
    spymaster: str
    operatives: tuple[str, ...]
    decide: str | None
    """How several operatives decide; None for one."""


class GameLabels(NamedTuple):
    """What is known of a game before it is played."""

    run_id: str
    game_id: str
    pairing: str
    pair_number: int
    pair_id: str
    repetition: int
    board_seed: int
    words: str
    prompts: str | None
    """The wording given to its language models; None where none plays."""
    first: TeamLabels
    second: TeamLabels


class CallRow(NamedTuple):
    """One attempt at asking a model: a row of `calls`, its columns in order."""

    game_id: str
    turn: int
    seat: str
    decision: int
    ask: int
    attempt: int
    provider: str
    model: str
    served_model: str | None
    outcome: str
    finish_reason: str | None
    queued_s: float
    latency_s: float
    input_tokens: int | None
    cached_input_tokens: int | None
    output_tokens: int | None
    reasoning_tokens: int | None
    usd: float | None
    request_hash: str
    request: str | None
    response: str | None
    reasoning: str | None = None
    asked_as: str | None = None
    batch_id: str | None = None


@dataclass(frozen=True)
class Played:
    """A game and how it went."""

    labels: GameLabels
    game: Game
    error: str | None
    """Why the game could not be finished; None where it was."""
    started_at: datetime
    seconds: float
    calls: Sequence[CallRow] = ()


class TableRows:
    """Rows of finished games, gathered until they are made into tables."""

    def __init__(self) -> None:
        self._rows: dict[str, list[Row]] = {name: [] for name in TABLES}
        self._boards: set[str] = set()

    def add(self, played: Played) -> None:
        """Adds the rows of one game; a board is added once."""
        board = board_id(played.game.board)
        if board not in self._boards:
            self._boards.add(board)
            self._rows["boards"].append(_board_row(board, played))
        self._rows["games"].append(_game_row(board, played))
        self._rows["calls"] += played.calls
        if played.error is None:
            self._rows["turns"] += _turn_rows(played)
            self._rows["guesses"] += _guess_rows(played)

    def tables(self) -> dict[str, pa.Table]:
        """The rows as tables that have the promised columns and types."""
        return {name: to_table(name, rows) for name, rows in self._rows.items()}


def to_table(name: str, rows: Sequence[Row]) -> pa.Table:
    """Rows as the table of that name."""
    schema = TABLES[name]
    columns: Iterable[Sequence[object]] = zip(*rows, strict=True) if rows else [()] * len(schema)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def _game_row(board: str, played: Played) -> Row:
    labels, game, outcome = played.labels, played.game, played.game.outcome
    if played.error is not None:
        outcome = None
    cards, first, second = game.rules.cards, labels.first, labels.second
    winner = outcome.winner if outcome else None
    entrants: dict[Team | None, str | None] = {
        "first": first.entrant,
        "second": second.entrant,
        None: None,
    }
    return (
        labels.run_id,
        labels.game_id,
        labels.pairing,
        labels.pair_number,
        labels.pair_id,
        labels.repetition,
        board,
        labels.board_seed,
        game.rules.name,
        labels.words,
        game.board.language,
        labels.prompts,
        game.rules.split,
        cards["first"],
        cards["second"],
        cards["bystander"],
        cards["assassin"],
        game.board.first_colour,
        first.entrant,
        second.entrant,
        first.spymaster,
        first.operatives,
        first.decide,
        second.spymaster,
        second.operatives,
        second.decide,
        winner,
        entrants[winner],
        outcome.ending if outcome else None,
        "finished" if outcome else "void",
        played.error,
        outcome.turns if outcome else len(game.turns),
        outcome.guesses if outcome else sum(len(turn.guesses) for turn in game.turns),
        outcome.first_left if outcome else game.left("first"),
        outcome.second_left if outcome else game.left("second"),
        played.started_at,
        played.seconds,
        sum(call.input_tokens or 0 for call in played.calls),
        sum(call.output_tokens or 0 for call in played.calls),
        _dollars(played.calls),
    )


def _dollars(calls: Sequence[CallRow]) -> float | None:
    """What the calls cost together; None where one's price is unknown."""
    costs = [call.usd for call in calls]
    return None if None in costs else math.fsum(cost for cost in costs if cost is not None)


def _board_row(board: str, played: Played) -> Row:
    laid = played.game.board
    return (
        board,
        played.labels.board_seed,
        laid.words,
        laid.key,
        laid.first_colour,
        laid.split,
    )


def _turn_rows(played: Played) -> list[Row]:
    clues = {event.turn: event for event in played.game.history if event.kind == "clue"}
    attempts = Counter(
        decision for decision, _ in {(call.decision, call.ask) for call in played.calls}
    )
    return [
        (
            played.labels.game_id,
            at,
            turn.team,
            clues[at].decision,
            turn.clue,
            _said(clues[at]),
            turn.number,
            turn.unlimited,
            turn.legal,
            turn.reason,
            _targets(clues[at]),
            max(1, attempts[clues[at].decision]),
            len(turn.guesses),
            sum([guess.card == "own" for guess in turn.guesses]),
            turn.ended_by,
            turn.forfeited_by,
            turn.covered_after_invalid,
        )
        for at, turn in enumerate(played.game.turns, start=1)
    ]


def _said(event: Event) -> str | None:
    if not isinstance(event.action, Clue):
        return None
    return event.action.word if event.action.said is None else event.action.said


def _targets(event: Event) -> tuple[str, ...]:
    return event.action.targets if isinstance(event.action, Clue) else ()


def _guess_rows(played: Played) -> list[Row]:
    game_id, turns = played.labels.game_id, played.game.turns
    rows: list[Row] = []
    turn = number = 0
    for event in played.game.history:
        action = event.action
        if not isinstance(action, Guess):
            continue
        number = number + 1 if event.turn == turn else 1
        turn = event.turn
        rows.append(
            (
                game_id,
                turn,
                number,
                event.decision,
                action.word,
                action.said or action.word,
                turns[turn - 1].guesses[number - 1].card,
                action.votes,
                action.reason,
            )
        )
    return rows
