"""The tables: a class for each, whose fields are its columns. Everything else is derived from it.

A field's type says how its column is stored and whether it may be null, the docstring below it what
it means. Arrow schemas, the types of DataFrames and docs/tables.md come from here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, ClassVar, get_args, get_type_hints

import pyarrow as pa
from msgspec import Struct

SCHEMA_VERSION = 2
"""Raised whenever a column is added or changes its name, type or meaning."""


class Differs:
    """Marks columns that differ between two plays of the same run."""


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
    """One row a game, void and surplus games included."""

    sorted_by: ClassVar = (
        *("pairing", "split", "pair_number", "repetition"),
        *("first_entrant", "game_id"),
    )

    run_id: Text
    """The run: a hash of all that determines its games, but for how many there are."""
    game_id: Text
    """The game: a hash of rules, board, repetition and who sits where."""
    pairing: Text
    """The two entrants that meet, as `one vs other`."""
    pair_number: Count
    """The number of the board in its pairing, from 0."""
    pair_id: Text
    """The games of a pairing on one board with one split: a mirrored pair shares it."""
    repetition: Count
    """How often the pairing had played this board before."""
    board_id: Text
    """The row of `boards`."""
    board_seed: Seed
    """The seed that the board was dealt from. All splits of a seed share their words."""
    rules: Text
    """The name of the rules."""
    words: Text
    """The name of the word list."""
    language: Text
    """The language of the words, such as `en`."""
    prompts: Text | None
    """The wording that language models were given. Null where none played."""
    split: Text
    """Agents of the first and of the second team, such as `9-8`."""
    first_agents: Count
    """Agents of the team that starts."""
    second_agents: Count
    """Agents of the other team."""
    bystanders: Count
    """Bystanders on the key card."""
    assassins: Count
    """Assassins on the key card."""
    first_colour: Text
    """The colour of the team that starts: `red` or `blue`."""
    first_entrant: Text
    """The entrant that starts."""
    second_entrant: Text
    """The other entrant."""
    first_spymaster: Text
    """The first team's spymaster by its name in the config; several are joined by ` + `."""
    first_operatives: Texts
    """The first team's operatives by their names in the config."""
    first_decide: Text | None
    """How the first team's operatives decide: `vote`, `captain` or `discuss`. Null for one."""
    second_spymaster: Text
    """As `first_spymaster`."""
    second_operatives: Texts
    """As `first_operatives`."""
    second_decide: Text | None
    """As `first_decide`."""
    winner: Text | None
    """`first` or `second`. Null where nobody won or the game is void."""
    winner_entrant: Text | None
    """The entrant that won. Null where `winner` is."""
    ending: Text | None
    """`agents_found`: the winner found its last agent. `agents_found_by_opponent`: the other team
    did. `agents_covered_after_invalid`: it was covered after an invalid clue. `assassin`: the loser
    guessed the assassin. `forfeit`: the loser could not answer. `stalled`: the turns ran out. Null
    where the game is void."""
    status: Text
    """`finished`; `void`: an agent or a server failed; `surplus`: played beyond the pair at which
    its pairing was stopped, and left out of estimates."""
    error: Text | None
    """Why the game is void. Null where it is not."""
    turns: Count
    """Turns of both teams; of a void game those it had come to."""
    guesses: Count
    """Guesses of both teams; of a void game those it had come to."""
    first_left: Count
    """Agents of the first team that were not covered at the end."""
    second_left: Count
    """Agents of the second team that were not covered at the end."""
    started_at: Time
    """When the game began."""
    seconds: Seconds
    """From its begin to its end."""
    input_tokens: Tokens
    """The sum over its calls, unknown ones left out."""
    output_tokens: Tokens
    """The sum over its calls, unknown ones left out."""
    usd: Usd | None
    """The sum over its calls, in US dollars. Null where the price of one is unknown."""


class BoardRow(Struct, frozen=True, kw_only=True):
    """One row a board."""

    sorted_by: ClassVar = ("board_seed", "split", "board_id")

    board_id: Text
    """A hash of all that lies on the table."""
    board_seed: Seed
    """The seed that it was dealt from."""
    words: Texts
    """The words in deal order, row by row."""
    key: Texts
    """The card of each word: `first`, `second`, `bystander` or `assassin`."""
    first_colour: Text
    """The colour of the team that starts: `red` or `blue`."""
    split: Text
    """Agents of the first and of the second team, such as `9-8`."""


class TurnRow(Struct, frozen=True, kw_only=True):
    """One row a turn of a finished or surplus game."""

    sorted_by: ClassVar = ("game_id", "turn")

    game_id: Text
    """The row of `games`."""
    turn: Count
    """The number of the turn, from 1, both teams counted."""
    team: Text
    """The team whose turn it is: `first` or `second`."""
    decision: Count
    """The number, from 0, of the decision that gave the clue."""
    clue: Text | None
    """The clue as it was played. Null where it was forfeited."""
    said: Text | None
    """The clue as the agent wrote it. Null where it was forfeited."""
    number: Count | None
    """The number of the clue. Null where the clue is unlimited or was forfeited."""
    unlimited: Flag
    """Whether the clue sets no limit on guesses by having no number."""
    legal: Flag | None
    """Whether the clue's word keeps to the clue rules. Null where it was forfeited."""
    reason: Text | None
    """Why the clue is not legal, such as `same_word`. Null where it is."""
    targets: Texts
    """The words that the spymaster meant, where it says so."""
    attempts: Count
    """How often the spymaster was asked, 1 where no model was."""
    guesses: Count
    """Guesses made in the turn."""
    correct: Count
    """How many of them were the team's own agents."""
    ended_by: Text
    """`wrong_opponent`, `wrong_bystander`, `assassin`: the last guess was such a card. `stopped`:
    the operatives stopped. `limit`: no guess was left. `invalid_clue`. `forfeit`. `won`."""
    forfeited_by: Text | None
    """The seat that could not answer. Null where none failed."""
    covered_after_invalid: Text | None
    """The word that the opponents covered after an invalid clue. Null where they covered none."""


class GuessRow(Struct, frozen=True, kw_only=True):
    """One row a guess of a finished or surplus game."""

    sorted_by: ClassVar = ("game_id", "turn", "guess")

    game_id: Text
    """The row of `games`."""
    turn: Count
    """The row of `turns`."""
    guess: Count
    """The number of the guess in its turn, from 1."""
    decision: Count
    """The number, from 0, of the decision that made it."""
    word: Text
    """The word on the table."""
    said: Text
    """The word as the agent wrote it."""
    card: Text
    """The word's card as the guessing team sees it: `own`, `opponent`, `bystander`, `assassin`."""
    votes: Texts
    """What each operative of a panel wanted, in order of seats: a word, `-` to stop, `?` for no
    answer. Empty for a single operative."""
    reason: Text | None
    """What the operative gave as its reason. Null where it gave none."""


class CallRow(Struct, frozen=True, kw_only=True):
    """One row an attempt at asking a language model. What the provider does not say is null."""

    sorted_by: ClassVar = ("game_id", "decision", "seat", "ask", "attempt")

    game_id: Text
    """The row of `games`."""
    turn: Count
    """The turn in which it was asked, from 1."""
    seat: Text
    """Who asked, such as `first.spymaster` or `second.operative.0`."""
    decision: Count
    """The number, from 0, of the decision it was asked for."""
    ask: Count
    """The number of the question in its decision, from 0: re-asks and rounds of a discussion."""
    attempt: Count
    """The number of the attempt at this question, from 0: retries."""
    provider: Text
    """`openai`, `anthropic` or `llamacpp`."""
    model: Text
    """The model as the config names it."""
    served_model: Text | None
    """The model that the server says it is."""
    outcome: Text
    """`ok`; `cached`: from a cache; `unparsable`: no answer in it; `illegal`: an answer outside the
    options; `refused` by the model; `truncated` at the longest answer; `rate_limited`, `timeout`,
    `connection`, `server_error`: failed, and asked again; `rejected`: the server refused the
    request; `lost`: it may have been answered; `cancelled`: the run ended; `expired`: its batch
    ended before it was answered."""
    finish_reason: Text | None
    """Why the model stopped, in the provider's words."""
    queued_s: Seconds
    """Waiting for a slot, the rate limit and the budget."""
    latency_s: Seconds
    """From sending to the last byte."""
    input_tokens: Tokens | None
    """Tokens of the prompt, cached ones included."""
    cached_input_tokens: Tokens | None
    """Tokens of the prompt that the provider had cached."""
    output_tokens: Tokens | None
    """Tokens of the answer, reasoning included."""
    reasoning_tokens: Tokens | None
    """Tokens of reasoning."""
    usd: Usd | None
    """US dollars. Null where the price or the tokens are unknown."""
    request_hash: Text
    """SHA-256 of the request."""
    request: Text | None
    """The request as JSON. Null under `keep: hash`."""
    response: Text | None
    """The text of the answer, or what the failure said. Null under `keep: hash`."""
    reasoning: Text | None = None
    """What the server sent apart from the answer. Null where it sent nothing, and under
    `keep: hash`."""
    asked_as: Text | None = None
    """How structured output was requested, such as `schema`. Null where it was not."""
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
"""Columns that tables of schema 1 lack; they are read as null."""


def _column(name: str, hint: Any) -> tuple[pa.Field[pa.DataType], bool]:
    """A column as Arrow has it, and whether it differs between two plays."""
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
"""What `load_run` sorts each table by."""
TIMES: tuple[str, ...] = tuple(
    field.name for columns in _COLUMNS.values() for field, differs in columns if differs
)
"""Columns that differ between two plays of the same run."""
