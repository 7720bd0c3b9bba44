"""The tables. Each has a class whose fields are its columns.

The type of a field gives the column's Arrow type and whether it is nullable; the docstring below it
gives its meaning. Arrow schemas, the types of DataFrames and docs/tables.md are derived from these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, ClassVar, get_args, get_type_hints

import pyarrow as pa
from msgspec import Struct

SCHEMA_VERSION = 2
"""Raised whenever a column is added, or changes its name, type or meaning."""


class Differs:
    """Marks the columns that differ if the same run is played twice."""


Text = Annotated[str, pa.string()]
Texts = Annotated[Sequence[str], pa.list_(pa.string())]
Count = Annotated[int, pa.int32()]
Seed = Annotated[int, pa.int64()]
Tokens = Annotated[int, pa.int64()]
Flag = Annotated[bool, pa.bool_()]
Seconds = Annotated[float, pa.float64(), Differs]
Usd = Annotated[float, pa.float64()]
Time = Annotated[datetime, pa.timestamp("us", tz="UTC"), Differs]


class GameRow(Struct, frozen=True, kw_only=True):
    """One row per game, including void and surplus games."""

    sorted_by: ClassVar = (
        *("pairing", "split", "pair_number", "repetition"),
        *("first_entrant", "game_id"),
    )

    run_id: Text
    """The id of the run: a hash of everything that determines its games, except their number."""
    game_id: Text
    """The id of the game: a hash of the rules, the board, the repetition and the seats."""
    pairing: Text
    """The two entrants that meet, as `one vs other`."""
    pair_number: Count
    """The number of the board in its pairing, from 0."""
    pair_id: Text
    """The id of a pairing's games on one board with one split. A mirrored pair shares it."""
    repetition: Count
    """The number of times that the pairing had played this board before."""
    board_id: Text
    """The key of the row in `boards`."""
    board_seed: Seed
    """The seed of the board. All splits of a seed share their words."""
    rules: Text
    """The name of the rules."""
    words: Text
    """The name of the word list."""
    language: Text
    """The language of the words, such as `en`."""
    prompts: Text | None
    """The wording of the prompts for language models; several are joined with ` + `. Null if no
    language model played."""
    split: Text
    """The numbers of agents of the first and of the second team, such as `9-8`."""
    first_agents: Count
    """The number of agents of the team that starts."""
    second_agents: Count
    """The number of agents of the other team."""
    bystanders: Count
    """The number of bystanders on the key card."""
    assassins: Count
    """The number of assassins on the key card."""
    first_colour: Text
    """The colour of the team that starts: `red` or `blue`."""
    first_entrant: Text
    """The entrant that starts."""
    second_entrant: Text
    """The other entrant."""
    first_spymaster: Text
    """The first team's spymaster, by its name in the config; several are joined with ` + `."""
    first_operatives: Texts
    """The first team's operatives, by their names in the config."""
    first_decide: Text | None
    """How the first team's operatives decide: `vote`, `captain` or `discuss`. Null for a single
    operative."""
    second_spymaster: Text
    """Like `first_spymaster`."""
    second_operatives: Texts
    """Like `first_operatives`."""
    second_decide: Text | None
    """Like `first_decide`."""
    winner: Text | None
    """`first` or `second`. Null if nobody won or the game is void."""
    winner_entrant: Text | None
    """The entrant that won. Null if `winner` is null."""
    ending: Text | None
    """`agents_found`: the winner found its last agent. `agents_found_by_opponent`: the other team
    found it. `agents_covered_after_invalid`: it was covered after an invalid clue. `assassin`: the
    loser guessed the assassin. `forfeit`: the loser could not answer. `stalled`: the limit of turns
    was reached. Null if the game is void."""
    status: Text
    """`finished`. `void`: an agent or a server failed. `surplus`: the game is beyond the pair at
    which its pairing was stopped, and is left out of estimates."""
    error: Text | None
    """Why the game is void. Null if it is not void."""
    turns: Count
    """The number of turns of both teams; for a void game, those that it had reached."""
    guesses: Count
    """The number of guesses of both teams; for a void game, those that it had reached."""
    first_left: Count
    """The number of agents of the first team that were not covered at the end."""
    second_left: Count
    """The number of agents of the second team that were not covered at the end."""
    started_at: Time
    """The time at which the game started."""
    seconds: Seconds
    """The duration of the game."""
    input_tokens: Tokens
    """The sum over its calls, without unknown counts."""
    output_tokens: Tokens
    """The sum over its calls, without unknown counts."""
    usd: Usd | None
    """The cost of its calls in US dollars. Null if the price of one is unknown."""


class BoardRow(Struct, frozen=True, kw_only=True):
    """One row per board."""

    sorted_by: ClassVar = ("board_seed", "split", "board_id")

    board_id: Text
    """The id of the board: a hash of its language, first colour, words and key."""
    board_seed: Seed
    """The seed of the board."""
    words: Texts
    """The words in deal order, row by row."""
    key: Texts
    """The card of each word: `first`, `second`, `bystander` or `assassin`."""
    first_colour: Text
    """The colour of the team that starts: `red` or `blue`."""
    split: Text
    """The numbers of agents of the first and of the second team, such as `9-8`."""


class TurnRow(Struct, frozen=True, kw_only=True):
    """One row per turn of a finished or surplus game."""

    sorted_by: ClassVar = ("game_id", "turn")

    game_id: Text
    """The key of the row in `games`."""
    turn: Count
    """The number of the turn, from 1, counting both teams."""
    team: Text
    """The team whose turn it is: `first` or `second`."""
    decision: Count
    """The number of the decision that gave the clue, from 0."""
    clue: Text | None
    """The clue as it was played. Null if it was forfeited."""
    said: Text | None
    """The clue as the agent wrote it, before it was normalised to `clue`. Null if it was
    forfeited."""
    number: Count | None
    """The number of the clue. Null if the clue is unlimited or was forfeited."""
    unlimited: Flag
    """Whether the clue has no number, so that guesses are unlimited."""
    legal: Flag | None
    """Whether the clue is legal under the clue rules. Null if it was forfeited."""
    reason: Text | None
    """Why the clue is not legal, such as `same_word`. Null if it is legal or was forfeited."""
    targets: Texts
    """The words that the spymaster intended, if it names them."""
    attempts: Count
    """The number of questions that the clue took, including re-asks; 1 if no model was asked."""
    guesses: Count
    """The number of guesses in the turn."""
    correct: Count
    """The number of guesses that were the team's own agents."""
    ended_by: Text
    """`wrong_opponent`, `wrong_bystander`, `assassin`: the last guess was this card. `stopped`: the
    operatives stopped. `limit`: no guess was left. `invalid_clue`: the clue was not legal.
    `forfeit`: a seat could not answer. `won`: the game was won."""
    forfeited_by: Text | None
    """The seat that could not answer. Null if all answered."""
    covered_after_invalid: Text | None
    """The word that the opponents covered after an invalid clue. Null if they covered none."""


class GuessRow(Struct, frozen=True, kw_only=True):
    """One row per guess of a finished or surplus game."""

    sorted_by: ClassVar = ("game_id", "turn", "guess")

    game_id: Text
    """The key of the row in `games`."""
    turn: Count
    """The number of the turn, as in `turns`."""
    guess: Count
    """The number of the guess in its turn, from 1."""
    decision: Count
    """The number of the decision that made the guess, from 0."""
    word: Text
    """The word on the table."""
    said: Text
    """The word as the agent wrote it, before it was normalised to `word`."""
    card: Text
    """The word's card from the guessing team's side: `own`, `opponent`, `bystander`, `assassin`."""
    votes: Texts
    """The vote of each operative of a panel, in order of seats: a word, `-` to stop, `?` for no
    answer. Empty for a single operative."""
    reason: Text | None
    """The reason that the operative gave. Null if it gave none."""


class CallRow(Struct, frozen=True, kw_only=True):
    """One row per attempt to call a language model. Values that the provider does not send are
    null."""

    sorted_by: ClassVar = ("game_id", "decision", "seat", "ask", "attempt")

    game_id: Text
    """The key of the row in `games`."""
    turn: Count
    """The number of the turn, as in `turns`."""
    seat: Text
    """The seat that asked, such as `first.spymaster` or `second.operative.0`."""
    decision: Count
    """The number of the decision, from 0."""
    ask: Count
    """The number of the question in its decision, from 0. Re-asks and rounds of a discussion are
    separate questions."""
    attempt: Count
    """The number of the attempt at this question, from 0. Retries are separate attempts."""
    provider: Text
    """`openai`, `anthropic` or `llamacpp`."""
    model: Text
    """The model, as the config names it."""
    served_model: Text | None
    """The model that the server reports."""
    outcome: Text
    """`ok`. `cached`: the answer came from a cache. `unparsable`: the response has no usable
    answer. `illegal`: the answer is outside the options. `refused`: the model refused. `truncated`:
    the answer reached its length limit. `rate_limited`, `timeout`, `connection`, `server_error`:
    the attempt failed and can be retried. `rejected`: the server rejected the request. `lost`: the
    connection broke after the request was sent, so the server may have answered it. `cancelled`:
    the run ended first. `expired`: the batch ended before the request was answered."""
    finish_reason: Text | None
    """Why the model stopped, in the provider's words."""
    queued_s: Seconds
    """Seconds of waiting for a slot, the rate limit and the budget."""
    latency_s: Seconds
    """Seconds from sending to the last byte."""
    input_tokens: Tokens | None
    """The number of prompt tokens, including cached ones."""
    cached_input_tokens: Tokens | None
    """The number of prompt tokens that the provider had cached."""
    output_tokens: Tokens | None
    """The number of generated tokens, including reasoning."""
    reasoning_tokens: Tokens | None
    """The number of reasoning tokens."""
    usd: Usd | None
    """The cost in US dollars. Null if the price or the token counts are unknown."""
    request_hash: Text
    """The SHA-256 hash of the request."""
    request: Text | None
    """The request as JSON. Null with `keep: hash`."""
    response: Text | None
    """The text of the answer, or the error message of a failed attempt. Null with `keep: hash`."""
    reasoning: Text | None = None
    """The reasoning that the server sent separately from the answer. Null if it sent none, and with
    `keep: hash`."""
    asked_as: Text | None = None
    """How structured output was requested, such as `schema`. Null if it was not, and for answers
    from a cache."""
    batch_id: Text | None = None
    """The batch that the request was part of. Null for a live call."""


Row = GameRow | BoardRow | TurnRow | GuessRow | CallRow
ROWS: Mapping[str, type[Row]] = {
    "games": GameRow,
    "boards": BoardRow,
    "turns": TurnRow,
    "guesses": GuessRow,
    "calls": CallRow,
}
"""The class of each table's rows."""
ADDED: Mapping[str, frozenset[str]] = {
    "games": frozenset({"prompts"}),
    "turns": frozenset({"said"}),
    "calls": frozenset({"reasoning", "asked_as", "batch_id"}),
}
"""The columns that schema 1 lacks. They are read as null from its tables."""


def _column(name: str, hint: Any) -> tuple[pa.Field[pa.DataType], bool]:
    """The Arrow field of a column, and whether the column differs if a run is played twice."""
    kinds = [each for each in get_args(hint) if each is not type(None)]
    optional = len(kinds) < len(get_args(hint))
    annotated = kinds[0] if optional else hint
    kind, *marks = annotated.__metadata__
    return pa.field(name, kind, nullable=optional), Differs in marks


_COLUMNS = {
    table: [
        _column(name, get_type_hints(row, include_extras=True)[name])
        for name in row.__struct_fields__
    ]
    for table, row in ROWS.items()
}
TABLES: Mapping[str, pa.Schema] = {
    table: pa.schema([field for field, _ in columns]) for table, columns in _COLUMNS.items()
}
SORTED_BY: Mapping[str, tuple[str, ...]] = {table: row.sorted_by for table, row in ROWS.items()}
"""The columns by which `load_run` sorts each table."""
TIMES: tuple[str, ...] = tuple(
    field.name for columns in _COLUMNS.values() for field, differs in columns if differs
)
"""The columns that differ if the same run is played twice."""
