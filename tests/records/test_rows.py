"""What a game becomes in the tables, column by column: no two columns can be exchanged unseen."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

import pyarrow as pa
import pytest
from msgspec import structs

from codenames_sim.boards import board_id
from codenames_sim.llm.messages import CallRecord, Outcome
from codenames_sim.records import (
    ROWS,
    TABLES,
    CallRow,
    GameLabels,
    Played,
    TableRows,
    TeamLabels,
)
from codenames_sim.rules import FORFEIT, STOP, Board, Clue, Cover, Guess
from tests.playing import STANDARD, played, sorted_board, words_of

# Every count is another number.
RULES = STANDARD.replace(rows=6, first_agents=9, second_agents=7, assassins=2)
DEALT = sorted_board(RULES)
BOARD = Board(DEALT.words, DEALT.key, "blue")
OWN, OTHER = words_of(BOARD, "first"), words_of(BOARD, "second")
ASSASSIN = words_of(BOARD, "assassin")[0]
STARTED = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
LABELS = GameLabels(
    run_id="run",
    game_id="game",
    pairing="alpha vs beta",
    pair_number=31,
    pair_id="pair",
    repetition=32,
    board_seed=33,
    words="list",
    prompts="v9",
    first=TeamLabels("alpha", "speaker", ("ear", "eye"), "captain"),
    second=TeamLabels("beta", "voice", ("nose", "mouth"), "discuss"),
)
RECORD = CallRecord(
    ask=21,
    attempt=22,
    provider="provider",
    model="model",
    served_model="served",
    outcome=Outcome.TRUNCATED,
    finish_reason="length",
    queued_s=0.25,
    latency_s=1.5,
    input_tokens=1_001,
    cached_input_tokens=1_002,
    output_tokens=1_003,
    reasoning_tokens=1_004,
    usd=0.125,
    request_hash="hash",
    request="request",
    response="response",
    reasoning="thought",
    asked_as="schema",
    batch_id="batch",
)
CALL = CallRow(
    game_id="game", turn=24, seat="first.spymaster", decision=0, **structs.asdict(RECORD)
)
GAME = played(
    RULES,
    BOARD,
    [
        Clue(OWN[0], 3, targets=(OWN[1],), said=f" {OWN[0]} "),
        Cover(OTHER[6]),
        Clue("zzz", 4, targets=tuple(OTHER[:2]), said="ZZZ"),
        Guess(OTHER[0], "Ooo", votes=(OTHER[0], "-"), reason="near"),
        Guess(OTHER[1], votes=("?", OTHER[1]), reason="far"),
        STOP,
        FORFEIT,
        Clue("yyy", 1),
        Guess(OWN[2]),
        *[FORFEIT] * 5,
        Clue("xxx", 3),
        Guess(OTHER[2]),
        Guess(ASSASSIN, votes=(ASSASSIN, "-"), reason="sure"),
    ],
)
FINISHED = Played(LABELS, GAME, None, STARTED, 2.5, [CALL])
GAME_ROW: Mapping[str, object] = {
    "run_id": "run",
    "game_id": "game",
    "pairing": "alpha vs beta",
    "pair_number": 31,
    "pair_id": "pair",
    "repetition": 32,
    "board_id": board_id(BOARD),
    "board_seed": 33,
    "rules": "codenames",
    "words": "list",
    "language": "en",
    "prompts": "v9",
    "split": "9-7",
    "first_agents": 9,
    "second_agents": 7,
    "bystanders": 12,
    "assassins": 2,
    "first_colour": "blue",
    "first_entrant": "alpha",
    "second_entrant": "beta",
    "first_spymaster": "speaker",
    "first_operatives": ["ear", "eye"],
    "first_decide": "captain",
    "second_spymaster": "voice",
    "second_operatives": ["nose", "mouth"],
    "second_decide": "discuss",
    "winner": "first",
    "winner_entrant": "alpha",
    "ending": "assassin",
    "status": "finished",
    "error": None,
    "turns": 10,
    "guesses": 5,
    "first_left": 8,
    "second_left": 3,
    "started_at": STARTED,
    "seconds": 2.5,
    "input_tokens": 1_001,
    "output_tokens": 1_003,
    "usd": 0.125,
}
VOID_ROW = {
    **GAME_ROW,
    "winner": None,
    "winner_entrant": None,
    "ending": None,
    "status": "void",
    "error": "broken",
}


def rows_of(game: Played) -> dict[str, list[dict[str, object]]]:
    rows = TableRows()
    rows.add(game)
    return {name: table.to_pylist() for name, table in rows.tables().items()}


def test_a_row_of_games() -> None:
    assert rows_of(FINISHED)["games"] == [GAME_ROW]


def test_a_void_game_has_a_row_and_its_calls_and_no_turns() -> None:
    rows = rows_of(replace(FINISHED, error="broken"))
    assert rows["games"] == [VOID_ROW]
    assert len(rows["calls"]) == 1
    assert rows["turns"] == rows["guesses"] == []


def test_a_row_of_boards() -> None:
    assert rows_of(FINISHED)["boards"] == [
        {
            "board_id": board_id(BOARD),
            "board_seed": 33,
            "words": list(BOARD.words),
            "key": list(BOARD.key),
            "first_colour": "blue",
            "split": "9-7",
        }
    ]


def test_rows_of_turns() -> None:
    invalid, stopped, forfeited, *_, last = rows_of(FINISHED)["turns"]
    assert invalid == {
        "game_id": "game",
        "turn": 1,
        "team": "first",
        "decision": 0,
        "clue": OWN[0],
        "said": f" {OWN[0]} ",
        "number": 3,
        "unlimited": False,
        "legal": False,
        "reason": "same_word",
        "targets": [OWN[1]],
        "attempts": 1,
        "guesses": 0,
        "correct": 0,
        "ended_by": "invalid_clue",
        "forfeited_by": None,
        "covered_after_invalid": OTHER[6],
    }
    assert stopped == {
        "game_id": "game",
        "turn": 2,
        "team": "second",
        "decision": 2,
        "clue": "zzz",
        "said": "ZZZ",
        "number": 4,
        "unlimited": False,
        "legal": True,
        "reason": None,
        "targets": OTHER[:2],
        "attempts": 1,
        "guesses": 2,
        "correct": 2,
        "ended_by": "stopped",
        "forfeited_by": None,
        "covered_after_invalid": None,
    }
    assert forfeited == {
        "game_id": "game",
        "turn": 3,
        "team": "first",
        "decision": 6,
        "clue": None,
        "said": None,
        "number": None,
        "unlimited": False,
        "legal": None,
        "reason": None,
        "targets": [],
        "attempts": 1,
        "guesses": 0,
        "correct": 0,
        "ended_by": "forfeit",
        "forfeited_by": "first.spymaster",
        "covered_after_invalid": None,
    }
    counts = ("turn", "decision", "number", "attempts", "guesses", "correct")
    assert [last[name] for name in counts] == [10, 14, 3, 1, 2, 1]


def test_rows_of_guesses() -> None:
    one, two, *_, last = rows_of(FINISHED)["guesses"]
    assert one == {
        "game_id": "game",
        "turn": 2,
        "guess": 1,
        "decision": 3,
        "word": OTHER[0],
        "said": "Ooo",
        "card": "own",
        "votes": [OTHER[0], "-"],
        "reason": "near",
    }
    assert (two["guess"], two["decision"], two["said"]) == (2, 4, OTHER[1])
    assert last == {
        "game_id": "game",
        "turn": 10,
        "guess": 2,
        "decision": 16,
        "word": ASSASSIN,
        "said": ASSASSIN,
        "card": "assassin",
        "votes": [ASSASSIN, "-"],
        "reason": "sure",
    }


def test_rows_of_calls_are_the_client_s_records() -> None:
    """The client's layer may not know the tables, so this holds the two together."""
    owner = {"game_id": "game", "turn": 24, "seat": "first.spymaster", "decision": 0}
    assert rows_of(FINISHED)["calls"] == [owner | structs.asdict(RECORD)]
    assert (*owner, *CallRecord.__struct_fields__) == CallRow.__struct_fields__


@pytest.mark.parametrize("table", TABLES)
def test_no_two_columns_can_be_exchanged_unseen(table: str) -> None:
    """Columns of one type differ in some row of the tests above, so an exchange fails them."""
    rows = [*rows_of(FINISHED)[table], *rows_of(replace(FINISHED, error="broken"))[table]]
    # Rows that are asserted in full, and the counts of the last turn.
    rows = [*rows[:3], rows[-1]] if table == "turns" else [rows[0], rows[-1]]
    for one, other in itertools.combinations(TABLES[table], 2):
        if one.type == other.type:
            alike = all(row[one.name] == row[other.name] for row in rows)
            assert not alike, f"{one.name} and {other.name} are alike in every row"


@pytest.mark.parametrize("table", TABLES)
def test_the_schema_is_that_of_the_declared_row(table: str) -> None:
    schema, row = TABLES[table], ROWS[table]
    assert tuple(schema.names) == row.__struct_fields__
    assert set(row.sorted_by) <= set(schema.names)
    assert not any(pa.types.is_null(field.type) for field in schema)
