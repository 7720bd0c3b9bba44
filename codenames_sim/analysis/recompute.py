"""What a recorded game's rows must hold, worked out from its board, its history and its plan.

This repeats on purpose what `records.rows` does, by other means: a column filled from the wrong
source disagrees with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from codenames_sim.analysis.recorded_game import Row
from codenames_sim.boards import board_id
from codenames_sim.rules import Board, Game, Guess
from codenames_sim.tournament import Entrant, Plan


def game_columns(row: Row, board: Board, plan: Plan, run_id: object) -> Mapping[str, object]:
    """The columns of a row of `games` that its plan and board determine."""
    first, second = str(row["first_entrant"]), str(row["second_entrant"])
    count = board.key.count
    known: dict[str, object] = {
        "run_id": run_id,
        "board_id": board_id(board),
        "pair_number": int(str(row["board_seed"])) - plan.seed,
        "rules": next(iter(plan.rules.values())).name,
        "words": plan.words.name,
        "language": plan.words.language,
        "split": f"{count('first')}-{count('second')}",
        "first_agents": count("first"),
        "second_agents": count("second"),
        "bystanders": count("bystander"),
        "assassins": count("assassin"),
        "first_colour": board.first_colour,
    }
    for team, name in (("first", first), ("second", second)):
        if (entrant := plan.entrants.get(name)) is not None:
            known |= {f"{team}_{column}": value for column, value in _seated(entrant)}
    return known


def board_columns(board: Board) -> Mapping[str, object]:
    """The columns of a row of `boards` that its words and key determine."""
    return {
        "board_id": board_id(board),
        "split": f"{board.key.count('first')}-{board.key.count('second')}",
    }


def outcome_columns(row: Row, game: Game) -> Mapping[str, object]:
    """The columns of a row of `games` that its replay determines."""
    outcome = game.outcome
    assert outcome is not None
    known: dict[str, object] = {
        "winner": outcome.winner,
        "winner_entrant": outcome.winner and row[f"{outcome.winner}_entrant"],
        "ending": outcome.ending,
        "error": None,
        "turns": len(game.turns),
        "guesses": sum(len(turn.guesses) for turn in game.turns),
    }
    covered = {guess.word for turn in game.turns for guess in turn.guesses}
    covered |= {turn.covered_after_invalid or "" for turn in game.turns}
    for team in ("first", "second"):
        known[f"{team}_left"] = sum(
            card == team and word not in covered
            for word, card in zip(game.board.words, game.board.key, strict=True)
        )
    return known


def turn_columns(game: Game) -> Iterator[Mapping[str, object]]:
    """The columns of each row of `turns` that the replay determines."""
    clues = {event.turn: event.decision for event in game.history if event.kind == "clue"}
    for number, turn in enumerate(game.turns, start=1):
        cards = [guess.card for guess in turn.guesses]
        yield {
            "turn": number,
            "team": turn.team,
            "decision": clues[number],
            "number": turn.number,
            "unlimited": turn.clue is not None and turn.number is None,
            "legal": turn.legal,
            "reason": turn.reason,
            "guesses": len(cards),
            "correct": cards.count("own"),
            "ended_by": turn.ended_by,
            "covered_after_invalid": turn.covered_after_invalid,
        }


def guess_columns(game: Game) -> Iterator[Mapping[str, object]]:
    """The columns of each row of `guesses` that the replay determines."""
    made = [event for event in game.history if isinstance(event.action, Guess)]
    cards = dict(zip(game.board.words, game.board.key, strict=True))
    before = {"turn": 0, "guess": 0}
    for event in made:
        assert isinstance(event.action, Guess)
        again = event.turn == before["turn"]
        before = {"turn": event.turn, "guess": before["guess"] + 1 if again else 1}
        card = cards[event.action.word]
        yield {
            **before,
            "decision": event.decision,
            "word": event.action.word,
            "card": {"first": "opponent", "second": "opponent", event.team: "own"}.get(card, card),
        }


def _seated(entrant: Entrant) -> Iterator[tuple[str, object]]:
    operatives = [seat.label for seat in entrant.operatives]
    yield (
        "spymaster",
        " + ".join(seat.label for seat in (entrant.spymaster, *entrant.other_spymasters)),
    )
    yield "operatives", operatives
    yield "decide", entrant.decide if len(operatives) > 1 else None
