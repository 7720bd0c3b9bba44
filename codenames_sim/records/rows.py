"""Converts games to rows of the tables."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import pyarrow as pa

from codenames_sim.boards import board_id
from codenames_sim.records.tables import TABLES, BoardRow, CallRow, GameRow, GuessRow, Row, TurnRow
from codenames_sim.rules import Clue, Event, Game, Guess, Team, TurnSeen


class TeamLabels(NamedTuple):
    """The labels of a team's agents."""

    entrant: str
    spymaster: str
    operatives: tuple[str, ...]
    decide: str | None
    """How several operatives decide; None for a single one."""


class GameLabels(NamedTuple):
    """The columns of a game that are known before it is played."""

    run_id: str
    game_id: str
    pairing: str
    pair_number: int
    pair_id: str
    repetition: int
    board_seed: int
    words: str
    prompts: str | None
    """The names of the prompts given to its language models; None if none plays."""
    first: TeamLabels
    second: TeamLabels


@dataclass(frozen=True)
class Played:
    """A game that was played, with its labels, times and model calls."""

    labels: GameLabels
    game: Game
    error: str | None
    """Why the game could not be finished; None if it was."""
    started_at: datetime
    seconds: float
    calls: Sequence[CallRow] = ()


class TableRows:
    """Collects the rows of games until they are converted to tables."""

    def __init__(self) -> None:
        self._rows: dict[str, list[Row]] = {name: [] for name in TABLES}
        self._boards: set[str] = set()

    def add(self, played: Played) -> None:
        """Adds the rows of one game. A board is added only once."""
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
        """The rows as tables with the columns and types of the schema."""
        return {name: to_table(name, rows) for name, rows in self._rows.items()}


def to_table(name: str, rows: Sequence[Row]) -> pa.Table:
    """Converts rows to the table with that name."""
    schema = TABLES[name]
    arrays = [pa.array([getattr(row, field.name) for row in rows], field.type) for field in schema]
    return pa.Table.from_arrays(arrays, schema=schema)


def _game_row(board: str, played: Played) -> GameRow:
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
    return GameRow(
        run_id=labels.run_id,
        game_id=labels.game_id,
        pairing=labels.pairing,
        pair_number=labels.pair_number,
        pair_id=labels.pair_id,
        repetition=labels.repetition,
        board_id=board,
        board_seed=labels.board_seed,
        rules=game.rules.name,
        words=labels.words,
        language=game.board.language,
        prompts=labels.prompts,
        split=game.rules.split,
        first_agents=cards["first"],
        second_agents=cards["second"],
        bystanders=cards["bystander"],
        assassins=cards["assassin"],
        first_colour=game.board.first_colour,
        first_entrant=first.entrant,
        second_entrant=second.entrant,
        first_spymaster=first.spymaster,
        first_operatives=first.operatives,
        first_decide=first.decide,
        second_spymaster=second.spymaster,
        second_operatives=second.operatives,
        second_decide=second.decide,
        winner=winner,
        winner_entrant=entrants[winner],
        ending=outcome.ending if outcome else None,
        status="finished" if outcome else "void",
        error=played.error,
        turns=outcome.turns if outcome else len(game.turns),
        guesses=outcome.guesses if outcome else sum(len(turn.guesses) for turn in game.turns),
        first_left=outcome.first_left if outcome else game.left("first"),
        second_left=outcome.second_left if outcome else game.left("second"),
        started_at=played.started_at,
        seconds=played.seconds,
        input_tokens=sum(call.input_tokens or 0 for call in played.calls),
        output_tokens=sum(call.output_tokens or 0 for call in played.calls),
        usd=_dollars(played.calls),
    )


def _dollars(calls: Sequence[CallRow]) -> float | None:
    """The total cost of the calls; None if the price of one is unknown."""
    costs = [call.usd for call in calls]
    return None if None in costs else math.fsum(cost for cost in costs if cost is not None)


def _board_row(board: str, played: Played) -> BoardRow:
    laid = played.game.board
    return BoardRow(
        board_id=board,
        board_seed=played.labels.board_seed,
        words=laid.words,
        key=laid.key,
        first_colour=laid.first_colour,
        split=laid.split,
    )


def _turn_rows(played: Played) -> list[TurnRow]:
    clues = {event.turn: event for event in played.game.history if event.kind == "clue"}
    attempts = Counter(
        decision for decision, _ in {(call.decision, call.ask) for call in played.calls}
    )
    return [
        TurnRow(
            game_id=played.labels.game_id,
            turn=number,
            team=turn.team,
            decision=clues[number].decision,
            clue=turn.clue,
            said=_said(clues[number]),
            number=turn.number,
            unlimited=turn.unlimited,
            legal=turn.legal,
            reason=turn.reason,
            targets=_targets(clues[number]),
            attempts=max(1, attempts[clues[number].decision]),
            guesses=len(turn.guesses),
            correct=sum([guess.card == "own" for guess in turn.guesses]),
            ended_by=_ended_by(turn),
            forfeited_by=turn.forfeited_by,
            covered_after_invalid=turn.covered_after_invalid,
        )
        for number, turn in enumerate(played.game.turns, start=1)
    ]


def _said(event: Event) -> str | None:
    if not isinstance(event.action, Clue):
        return None
    return event.action.word if event.action.said is None else event.action.said


def _targets(event: Event) -> tuple[str, ...]:
    return event.action.targets if isinstance(event.action, Clue) else ()


def _ended_by(turn: TurnSeen) -> str:
    assert turn.ended_by is not None, "every turn of a finished game has ended"
    return turn.ended_by


def _guess_rows(played: Played) -> list[GuessRow]:
    game_id, turns = played.labels.game_id, played.game.turns
    rows: list[GuessRow] = []
    turn = number = 0
    for event in played.game.history:
        action = event.action
        if not isinstance(action, Guess):
            continue
        number = number + 1 if event.turn == turn else 1
        turn = event.turn
        rows.append(
            GuessRow(
                game_id=game_id,
                turn=turn,
                guess=number,
                decision=event.decision,
                word=action.word,
                said=action.said or action.word,
                card=turns[turn - 1].guesses[number - 1].card,
                votes=action.votes,
                reason=action.reason,
            )
        )
    return rows
