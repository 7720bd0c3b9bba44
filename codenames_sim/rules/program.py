"""Compiles a flow to a list of closures that the engine runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from codenames_sim.clues import Profile
from codenames_sim.rules.actions import Kind
from codenames_sim.rules.endings import EndedBy
from codenames_sim.rules.endings import Ending as GameEnding
from codenames_sim.rules.expressions import Evaluate, Variables
from codenames_sim.rules.flow import (
    Block,
    Choose,
    CoverStep,
    End,
    EndGame,
    EndTurn,
    If,
    Option,
    Repeat,
    Set,
    Step,
    Turns,
    Winner,
)
from codenames_sim.rules.options import ClueOptions

WAIT = -1
"""What an operation returns if a decision is needed or the game has ended."""


class Choice:
    """A decision in the program: the conditions of its options, and where each option leads."""

    __slots__ = ("after", "clue", "forfeit", "kind", "place", "then", "when")

    def __init__(self, step: Choose, clue: ClueOptions | None):
        self.kind: Kind = step.kind
        self.place = step.place
        self.clue = clue
        self.when: Mapping[str, Evaluate] = {
            option.name: option.when.run for option in step.options
        }
        self.then: dict[str, int] = {}
        self.after = WAIT
        self.forfeit = WAIT


class Machine(Protocol):
    """The part of a game that operations use."""

    variables: Variables

    def ask(self, choice: Choice) -> None: ...
    def begin_turn(self) -> None: ...
    def end_turn(self, reason: EndedBy) -> None: ...
    def cover_chosen(self) -> None: ...
    def end_game(self, ending: GameEnding, winner: Winner, turn: EndedBy) -> None: ...


Operation = Callable[[Machine], int]
"""Changes a game and returns the index of the next operation."""


@dataclass(frozen=True)
class Program:
    operations: tuple[Operation, ...]
    start: int


def compile_flow(game: Block, ends: tuple[End, ...], profile: Profile) -> Program:
    """The operations of a flow that `check_flow` has accepted."""
    compiler = _Compiler(ends, profile)
    start = compiler.block(game, WAIT)
    return Program(tuple(compiler.operations), start)


class _Compiler:
    """Compiles from the last step to the first, so that each operation knows the next one."""

    def __init__(self, ends: tuple[End, ...], profile: Profile):
        self.ends = ends
        self.profile = profile
        self.operations: list[Operation] = []
        self.next_turn = WAIT

    def add(self, operation: Operation) -> int:
        self.operations.append(operation)
        return len(self.operations) - 1

    def block(self, block: Block, after: int) -> int:
        for step in reversed(block.steps):
            after = self.step(step, after)
        return after

    def step(self, step: Step, after: int) -> int:
        match step:
            case Turns():
                return self.turns(step, after)
            case Choose():
                return self.choose(step, after)
            case If():
                return self.branch(step, after)
            case Repeat():
                return self.repeat(step, after)
            case Set():
                return self.set(step.to.run, after)
            case CoverStep():
                return self.cover(after)
            case EndTurn():
                return self.end_turn(step.reason)
            case EndGame():
                return self.end_game(step)
        raise AssertionError(step)

    def turns(self, step: Turns, after: int) -> int:
        most = step.at_most.constant
        assert isinstance(most, int)
        outer, head = self.next_turn, self.add(_nowhere)
        self.next_turn = head
        body = self.block(step.body, head)
        self.next_turn = outer

        def begin(game: Machine) -> int:
            if game.variables["turn"] >= most:  # type: ignore[operator]
                return after
            game.begin_turn()
            return body

        self.operations[head] = begin
        return head

    def choose(self, step: Choose, after: int) -> int:
        choice = Choice(step, self.clue_options(step))
        choice.after = after
        choice.forfeit = after if step.forfeit is None else self.block(step.forfeit, after)
        choice.then = {option.name: self.option(option, after) for option in step.options}

        def ask(game: Machine) -> int:
            game.ask(choice)
            return WAIT

        return self.add(ask)

    def clue_options(self, step: Choose) -> ClueOptions | None:
        if step.numbers is None:
            return None
        low, high = step.numbers.lowest.constant, step.numbers.highest.constant
        assert isinstance(low, int)
        assert isinstance(high, int)
        return ClueOptions(low, high, bool(step.numbers.unlimited.constant), self.profile)

    def option(self, option: Option, after: int) -> int:
        return self.block(option.then, after)

    def branch(self, step: If, after: int) -> int:
        then, otherwise = self.block(step.then, after), self.block(step.otherwise, after)
        if step.condition.constant is not None:
            return then if step.condition.constant else otherwise
        holds = step.condition.run
        return self.add(lambda game: then if holds(game.variables) else otherwise)

    def repeat(self, step: Repeat, after: int) -> int:
        head = self.add(_nowhere)
        body = self.block(step.body, head)
        holds = step.condition.run
        self.operations[head] = lambda game: body if holds(game.variables) else after
        return head

    def set(self, value: Evaluate, after: int) -> int:
        def run(game: Machine) -> int:
            game.variables["guesses_left"] = value(game.variables)
            return after

        return self.add(run)

    def cover(self, after: int) -> int:
        ends = tuple((end.when.run, end) for end in self.ends)

        def run(game: Machine) -> int:
            game.cover_chosen()
            variables = game.variables
            for holds, end in ends:
                if holds(variables):
                    game.end_game(end.ending, end.winner, end.turn)
                    return WAIT
            return after

        return self.add(run)

    def end_turn(self, reason: EndedBy) -> int:
        next_turn = self.next_turn

        def run(game: Machine) -> int:
            game.end_turn(reason)
            return next_turn

        return self.add(run)

    def end_game(self, step: EndGame) -> int:
        def run(game: Machine) -> int:
            game.end_game(step.ending, step.winner, "forfeit")
            return WAIT

        return self.add(run)


def _nowhere(_: Machine) -> int:
    raise AssertionError("this operation was never replaced")
