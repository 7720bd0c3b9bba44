"""One game: a plain object that states the next decision and plays an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import msgspec

from codenames_sim.clues import check_clue
from codenames_sim.errors import IllegalAction, RulesError
from codenames_sim.rules.actions import (
    LONGEST_CLUE,
    Action,
    Clue,
    Cover,
    Forfeit,
    Guess,
    Kind,
    Skip,
    Stop,
    Team,
)
from codenames_sim.rules.board import CARDS, Board, Card, Colour, Seen
from codenames_sim.rules.endings import EndedBy, Ending
from codenames_sim.rules.expressions import UNLIMITED, Variables
from codenames_sim.rules.flow import Winner
from codenames_sim.rules.model import Rules
from codenames_sim.rules.options import CoverOptions, GuessOptions
from codenames_sim.rules.program import WAIT, Choice
from codenames_sim.rules.views import (
    Decision,
    Guessed,
    OperativeView,
    SpymasterView,
    TurnSeen,
)

PLAY_VERSION = 3
"""Raised whenever the same rules, board and actions would play differently."""

_OTHER: dict[Team, Team] = {"first": "second", "second": "first"}


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended."""

    winner: Team | None
    """None if nobody won."""
    ending: Ending
    turns: int
    guesses: int
    first_left: int
    """Agents of the first team that were not covered at the end."""
    second_left: int


class Event(msgspec.Struct, frozen=True):
    """One decision and its action. Replaying all events of a game gives the same game."""

    decision: int
    """The number of the decision in the game, from 0."""
    turn: int
    """The number of the turn, from 1."""
    team: Team
    """The team that decided."""
    kind: Kind
    action: Action


class Game:
    """A game, in progress or ended. `decision` is the next decision; `play` plays an action for it.

    Raises RulesError if the board does not fit the rules.
    """

    __slots__ = (
        "_choice",
        "_chosen",
        "_decision",
        "_guesses",
        "_history",
        "_left",
        "_operations",
        "_seen",
        "_shown",
        "_team",
        "_turn",
        "_turns",
        "_uncovered",
        "board",
        "outcome",
        "rules",
        "variables",
    )

    def __init__(self, rules: Rules, board: Board):
        _check_board(rules, board)
        self.rules = rules
        self.board = board
        self.outcome: Outcome | None = None
        """None until the game has ended."""
        self.variables: Variables = {
            "turn": 0,
            "number": 0,
            "legal": False,
            "guessed": 0,
            "guesses_left": 0,
            "card": "none",
            "own_left": 0,
            "opponent_left": 0,
        }
        """The values that the rules' expressions read."""
        self._operations = rules.program.operations
        self._choice: Choice | None = None
        self._decision: Decision | None = None
        self._chosen = ""
        self._guesses = 0
        self._history: list[Event] = []
        self._team: Team = "second"
        self._turn: TurnSeen | None = None
        self._turns: tuple[TurnSeen, ...] = ()
        self._uncovered = {word: index for index, word in enumerate(board.words)}
        self._left: dict[Card, int] = dict(rules.cards)
        self._seen: dict[Team, tuple[Seen, ...]] = {
            "first": board.seen_by("first"),
            "second": board.seen_by("second"),
        }
        nothing: list[Seen | None] = [None] * len(board.words)
        self._shown: dict[Team, list[Seen | None]] = {"first": nothing, "second": nothing[:]}
        self._run(rules.program.start)

    @property
    def history(self) -> tuple[Event, ...]:
        """All decisions so far, with their actions."""
        return tuple(self._history)

    @property
    def turns(self) -> tuple[TurnSeen, ...]:
        """All turns so far, as everyone at the table saw them. The last may be in progress."""
        return self._turns if self._turn is None else (*self._turns, self._turn)

    def left(self, team: Team) -> int:
        """The number of a team's agents that are not covered yet."""
        return self._left[team]

    @property
    def decision(self) -> Decision | None:
        """The next decision; None if the game has ended."""
        if self._decision is None and self._choice is not None:
            self._decision = self._decide(self._choice)
        return self._decision

    def play(self, action: Action) -> None:
        """Plays an action for the current decision.

        Raises IllegalAction for an action outside the decision's options; the game does not change.
        """
        choice = self._choice
        if choice is None:
            raise IllegalAction(f"the game has ended; {action!r} can't be played")
        check = Game._check_forfeit if isinstance(action, Forfeit) else _CHECKS[choice.kind]
        after = check(self, choice, action)
        team = _OTHER[self._team] if choice.kind == "cover" else self._team
        turn = cast(int, self.variables["turn"])
        event = Event(len(self._history), turn, team, choice.kind, action)
        self._choice = self._decision = None
        self._history.append(event)
        self._run(after(choice, action))

    def _run(self, index: int) -> None:
        operations = self._operations
        while index != WAIT:
            index = operations[index](self)

    # Checks. Each returns the method that plays the action, and does not change the game.

    def _check_clue(self, choice: Choice, action: Action) -> _After:
        options = choice.clue
        assert options is not None
        if type(action) is not Clue:
            raise self._refusal(choice, action, "play a Clue")
        number = action.number
        if number is None:
            if not options.unlimited:
                what = "give a number, these rules have no unlimited clues"
                raise self._refusal(choice, action, what)
        elif type(number) is not int or not options.lowest <= number <= options.highest:
            allowed = f"a whole number from {options.lowest} to {options.highest}"
            raise self._refusal(choice, action, f"give {allowed}")
        if not _is_text(action.word) or len(action.word) > LONGEST_CLUE:
            allowed = f"at most {LONGEST_CLUE} characters of valid Unicode"
            raise IllegalAction(f"the word of a clue must be a text of {allowed}")
        _check_noted(action.said, action.targets)
        return self._clue

    def _check_guess(self, choice: Choice, action: Action) -> _After:
        if type(action) is Stop:
            if "stop" not in choice.when or not choice.when["stop"](self.variables):
                raise self._refusal(choice, action, "play a Guess, it is too early to stop")
            _check_noted(action.reason, action.votes)
            return self._stop
        if type(action) is not Guess:
            raise self._refusal(choice, action, "play a Guess or STOP")
        if action.word not in self._uncovered or not choice.when["guess"](self.variables):
            what = "guess an uncovered word, spelled as on the table"
            raise self._refusal(choice, action, what)
        _check_noted(action.said, action.votes)
        _check_noted(action.reason)
        return self._guess

    def _check_cover(self, choice: Choice, action: Action) -> _After:
        if type(action) is Skip:
            if "skip" not in choice.when or not choice.when["skip"](self.variables):
                what = "play a Cover, these rules do not allow a SKIP"
                raise self._refusal(choice, action, what)
            return self._skip
        if type(action) is not Cover or not choice.when["cover"](self.variables):
            raise self._refusal(choice, action, "play a Cover or SKIP")
        index = self._uncovered.get(action.word)
        if index is None or self._seen[_OTHER[self._team]][index] != "own":
            raise self._refusal(choice, action, "cover one of your own uncovered agents")
        return self._cover

    def _check_forfeit(self, choice: Choice, action: Action) -> _After:
        return self._forfeit

    def _refusal(self, choice: Choice, action: Action, what_to_do: str) -> IllegalAction:
        turn = self.variables["turn"]
        return IllegalAction(
            f"turn {turn} of the {self._team} team, decision '{choice.kind}': "
            f"{repr(action)[:200]} is not an option; {what_to_do}"
        )

    # Effects of actions. Each returns the index of the next operation.

    def _clue(self, choice: Choice, action: Action) -> int:
        assert isinstance(action, Clue)
        options = choice.clue
        assert options is not None
        verdict = check_clue(
            action.word,
            tuple(self._uncovered),
            language=self.board.language,
            profile=options.profile,
        )
        unlimited = action.number is None
        self.variables["number"] = UNLIMITED if action.number is None else action.number
        self.variables["legal"] = verdict.legal
        self._turn = TurnSeen(
            self._team, action.word, action.number, unlimited, verdict.legal, verdict.reason
        )
        return choice.after

    def _guess(self, choice: Choice, action: Action) -> int:
        assert isinstance(action, Guess)
        self._chosen = action.word
        return choice.then["guess"]

    def _stop(self, choice: Choice, action: Action) -> int:
        return choice.then["stop"]

    def _cover(self, choice: Choice, action: Action) -> int:
        assert isinstance(action, Cover)
        self._chosen = action.word
        return choice.then["cover"]

    def _skip(self, choice: Choice, action: Action) -> int:
        return choice.then["skip"]

    def _forfeit(self, choice: Choice, action: Action) -> int:
        assert isinstance(action, Forfeit)
        if choice.kind != "cover":
            role = "spymaster" if choice.kind == "clue" else "operative"
            self._change_turn(forfeited_by=action.by or f"{self._team}.{role}")
        return choice.forfeit

    # Called by the program's operations.

    def ask(self, choice: Choice) -> None:
        """The flow has reached a choice."""
        if not self._open(choice):
            file, line = choice.place
            what = "the game reached this choice with no option available; change its 'when'"
            raise RulesError(what, file=file, line=line)
        self._choice = choice

    def begin_turn(self) -> None:
        """Starts the turn of the other team."""
        variables = self.variables
        variables["turn"] += 1  # type: ignore[operator]
        variables["guessed"] = 0
        team = self._team = _OTHER[self._team]
        variables["own_left"] = self._left[team]
        variables["opponent_left"] = self._left[_OTHER[team]]
        self._turn = TurnSeen(team)

    def end_turn(self, reason: EndedBy) -> None:
        """Ends the turn."""
        self._change_turn(ended_by=reason)
        assert self._turn is not None
        self._turns = (*self._turns, self._turn)
        self._turn = None

    def cover_chosen(self) -> None:
        """Covers the chosen word with its card."""
        word, turn, variables = self._chosen, self._turn, self.variables
        assert turn is not None
        index = self._uncovered.pop(word)
        card = self.board.key[index]
        self._left[card] -= 1
        for team, shown in self._shown.items():
            shown[index] = self._seen[team][index]
        seen = variables["card"] = self._seen[self._team][index]
        variables["own_left"] = self._left[self._team]
        variables["opponent_left"] = self._left[_OTHER[self._team]]
        if self._history[-1].kind == "guess":
            self._guesses += 1
            variables["guessed"] += 1  # type: ignore[operator]
            self._change_turn(guesses=(*turn.guesses, Guessed(word, seen)))
        else:
            self._change_turn(covered_after_invalid=word)

    def end_game(self, ending: Ending, winner: Winner, turn: EndedBy) -> None:
        """Ends the game."""
        if self._turn is not None:
            self.end_turn(turn)
        teams: dict[Winner, Team | None] = {
            "own": self._team,
            "opponent": _OTHER[self._team],
            "nobody": None,
        }
        self.outcome = Outcome(
            teams[winner],
            ending,
            len(self._turns),
            self._guesses,
            self._left["first"],
            self._left["second"],
        )

    def _change_turn(self, **changes: object) -> None:
        assert self._turn is not None
        self._turn = msgspec.structs.replace(self._turn, **changes)

    # Views.

    def _open(self, choice: Choice) -> bool:
        if choice.kind == "clue":
            return True
        anything = bool(self._uncovered) if choice.kind == "guess" else bool(self._coverable())
        needs_word = ("guess", "cover")
        return any(
            holds(self.variables) and (anything or name not in needs_word)
            for name, holds in choice.when.items()
        )

    def _coverable(self) -> tuple[str, ...]:
        own = self._seen[_OTHER[self._team]]
        return tuple([word for word, index in self._uncovered.items() if own[index] == "own"])

    def _decide(self, choice: Choice) -> Decision:
        kind, number, team = choice.kind, len(self._history), self._team
        if kind == "guess":
            words = tuple(self._uncovered) if choice.when["guess"](self.variables) else ()
            may_stop = "stop" in choice.when and bool(choice.when["stop"](self.variables))
            left = self.variables["guesses_left"]
            view = OperativeView(
                *self._table(team),
                GuessOptions(words, may_stop),
                None if left == UNLIMITED else cast(int, left),
            )
            return Decision(kind, team, "operative", number, view)
        if kind == "clue":
            assert choice.clue is not None
            spymaster = SpymasterView(*self._table(team), self._seen[team], choice.clue)
            return Decision(kind, team, "spymaster", number, spymaster)
        other = _OTHER[team]
        may_skip = "skip" in choice.when and bool(choice.when["skip"](self.variables))
        options = CoverOptions(self._coverable(), may_skip)
        spymaster = SpymasterView(*self._table(other), self._seen[other], options)
        return Decision(kind, other, "spymaster", number, spymaster)

    def _table(
        self, team: Team
    ) -> tuple[
        Team,
        Colour,
        str,
        Rules,
        tuple[str, ...],
        tuple[Seen | None, ...],
        tuple[str, ...],
        int,
        int,
        tuple[TurnSeen, ...],
    ]:
        board = self.board
        return (
            team,
            board.colour(team),
            board.language,
            self.rules,
            board.words,
            tuple(self._shown[team]),
            tuple(self._uncovered),
            self._left[team],
            self._left[_OTHER[team]],
            self.turns,
        )


_After = Callable[[Choice, Action], int]

_CHECKS: dict[Kind, Callable[[Game, Choice, Action], _After]] = {
    "clue": Game._check_clue,
    "guess": Game._check_guess,
    "cover": Game._check_cover,
}


def _is_text(word: object) -> bool:
    if not isinstance(word, str):
        return False
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def _check_noted(text: object, texts: object = ()) -> None:
    """Raises IllegalAction if the record can't store these fields of an action."""
    if not (text is None or _is_text(text)):
        raise IllegalAction("an action's `said` and `reason` must be None or valid Unicode text")
    if not (isinstance(texts, tuple) and all(_is_text(each) for each in texts)):
        raise IllegalAction("an action's `targets` and `votes` must be tuples of Unicode texts")


def _check_board(rules: Rules, board: Board) -> None:
    words, key = board.words, board.key
    if not len(words) == len(key) == rules.words:
        raise RulesError(
            f"the board has {len(words)} words and {len(key)} cards; "
            f"these rules need {rules.rows} × {rules.columns} = {rules.words} of each"
        )
    for card in CARDS:
        if key.count(card) != rules.cards[card]:
            raise RulesError(
                f"the board's key has {key.count(card)} cards '{card}'; "
                f"these rules need {rules.cards[card]}"
            )
    if len(set(words)) != len(words):
        raise RulesError("the board has a duplicate word")
