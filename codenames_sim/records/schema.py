"""The tables: their columns and types. Every promise about a Parquet file is made here."""

from __future__ import annotations

from collections.abc import Mapping

import pyarrow as pa

SCHEMA_VERSION = 2
"""Raised whenever a column is added or changes its name, type or meaning."""

_TYPES: Mapping[str, pa.DataType] = {
    "text": pa.string(),
    "texts": pa.list_(pa.string()),
    "count": pa.int32(),
    "seed": pa.int64(),
    "tokens": pa.int64(),
    "flag": pa.bool_(),
    "seconds": pa.float64(),
    "usd": pa.float64(),
    "time": pa.timestamp("us", tz="UTC"),
}


def _columns(columns: str) -> pa.Schema:
    """A schema from `name type` pairs; a type with a question mark may be null."""
    pairs = [column.split() for column in columns.strip().splitlines()]
    return pa.schema(
        [
            pa.field(name, _TYPES[kind.rstrip("?")], nullable=kind.endswith("?"))
            for name, kind in pairs
        ]
    )


GAMES = _columns("""
    run_id            text
    game_id           text
    pairing           text
    pair_number       count
    pair_id           text
    repetition        count
    board_id          text
    board_seed        seed
    rules             text
    words             text
    language          text
    prompts           text?
    split             text
    first_agents      count
    second_agents     count
    bystanders        count
    assassins         count
    first_colour      text
    first_entrant     text
    second_entrant    text
    first_spymaster   text
    first_operatives  texts
    first_decide      text?
    second_spymaster  text
    second_operatives texts
    second_decide     text?
    winner            text?
    winner_entrant    text?
    ending            text?
    status            text
    error             text?
    turns             count
    guesses           count
    first_left        count
    second_left       count
    started_at        time
    seconds           seconds
    input_tokens      tokens
    output_tokens     tokens
    usd               usd?
""")
"""One row a game. `prompts` names the wording that language models were given and is null where
none played. `winner` and `ending` are null where there is none, `usd` where a price is unknown. A
void game's `turns`, `guesses` and agents left are those it had come to."""

BOARDS = _columns("""
    board_id     text
    board_seed   seed
    words        texts
    key          texts
    first_colour text
    split        text
""")
"""One row a board: words in deal order, and each one's card: first, second, bystander, assassin."""

TURNS = _columns("""
    game_id               text
    turn                  count
    team                  text
    decision              count
    clue                  text?
    said                  text?
    number                count?
    unlimited             flag
    legal                 flag?
    reason                text?
    targets               texts
    attempts              count
    guesses               count
    correct               count
    ended_by              text
    forfeited_by          text?
    covered_after_invalid text?
""")
"""One row a turn of a finished game. `clue`, `said` (the clue as the agent wrote it) and `legal`
are null where the clue was forfeited, `number` also where it is unlimited; `decision` is the number
of the decision that gave the clue."""

GUESSES = _columns("""
    game_id  text
    turn     count
    guess    count
    decision count
    word     text
    said     text
    card     text
    votes    texts
    reason   text?
""")
"""One row a guess, numbered from 1 in its turn; `card` as the guessing team sees it."""

CALLS = _columns("""
    game_id             text
    turn                count
    seat                text
    decision            count
    ask                 count
    attempt             count
    provider            text
    model               text
    served_model        text?
    outcome             text
    finish_reason       text?
    queued_s            seconds
    latency_s           seconds
    input_tokens        tokens?
    cached_input_tokens tokens?
    output_tokens       tokens?
    reasoning_tokens    tokens?
    usd                 usd?
    request_hash        text
    request             text?
    response            text?
    reasoning           text?
    asked_as            text?
    batch_id            text?
""")
"""One row an attempt at asking a language model. What the provider did not say is null. `reasoning`
is what the server sent apart from the answer; it, `request` and `response` are null under
`keep: hash`. `asked_as` says how structured output was requested, and is null where it was not;
`batch_id` is null for a live call."""

ADDED: Mapping[str, frozenset[str]] = {
    "games": frozenset({"prompts"}),
    "turns": frozenset({"said"}),
    "calls": frozenset({"reasoning", "asked_as", "batch_id"}),
}
"""Columns that tables of schema 1 lack; they are read as null."""

TABLES: Mapping[str, pa.Schema] = {
    "games": GAMES,
    "boards": BOARDS,
    "turns": TURNS,
    "guesses": GUESSES,
    "calls": CALLS,
}
SORTED_BY: Mapping[str, tuple[str, ...]] = {
    "games": ("pairing", "split", "pair_number", "repetition", "first_entrant", "game_id"),
    "boards": ("board_seed", "split", "board_id"),
    "turns": ("game_id", "turn"),
    "guesses": ("game_id", "turn", "guess"),
    "calls": ("game_id", "decision", "seat", "ask", "attempt"),
}
"""What `load_run` sorts each table by."""
TIMES: tuple[str, ...] = ("started_at", "seconds", "queued_s", "latency_s")
"""Columns that differ between two plays of the same run."""
