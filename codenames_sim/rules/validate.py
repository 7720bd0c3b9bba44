"""Checks before play that every game under a flow ends.

The check walks all paths of the flow. It is conservative: it accepts a loop only if every path
through it covers a word or leaves the loop. The numbers of words and turns are finite.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from codenames_sim.errors import RulesError
from codenames_sim.rules.flow import (
    Block,
    Choose,
    CoverStep,
    EndGame,
    EndTurn,
    If,
    Repeat,
    Set,
    Step,
    Turns,
)


@dataclass(frozen=True)
class _State:
    """What holds at a point of the flow on every path to it."""

    in_turn: bool = False
    covered: bool = False
    """A word was covered since the current pass of the innermost loop began."""


_Out = _State | None
"""None: no path continues past this point."""


def check_flow(game: Block) -> None:
    """Raises RulesError unless every game under this flow ends with a step that ends it."""
    if _walk(game, _State()) is not None:
        raise _fault(_loose_end(game), "every path through the game must end with 'end_game'")


def _walk(block: Block, state: _State) -> _Out:
    out: _Out = state
    for step in block.steps:
        if out is None:
            raise _fault(step, "this step is unreachable: every path ends before it; remove it")
        out = _step(step, out)
    return out


def _step(step: Step, state: _State) -> _Out:
    match step:
        case Turns():
            return _turns(step, state)
        case Choose():
            return _choose(step, _needs_turn(step, state))
        case If():
            return _either([_walk(step.then, state), _walk(step.otherwise, state)])
        case Repeat():
            return _repeat(step, state)
        case Set():
            return state
        case CoverStep():
            what = "'cover: chosen' must be the first step after the option 'guess' or 'cover'"
            raise _fault(step, what)
        case EndTurn():
            _needs_turn(step, state)
            return None
        case EndGame():
            return None
    raise AssertionError(step)


def _turns(step: Turns, state: _State) -> _Out:
    if state.in_turn:
        raise _fault(step, "'turns' can't be inside a turn")
    if _walk(step.body, _State(in_turn=True)) is not None:
        loose = _loose_end(step.body)
        raise _fault(loose, "every path through a turn must end with 'end_turn' or 'end_game'")
    return _State()


def _choose(step: Choose, state: _State) -> _Out:
    if step.forfeit is not None and _walk(step.forfeit, state) is not None:
        what = "every path after 'forfeit' must end with 'end_turn' or 'end_game'"
        raise _fault(_loose_end(step.forfeit), what)
    if step.kind == "clue":
        return state
    ways: list[_Out] = []
    for option in step.options:
        if option.name not in ("guess", "cover"):
            ways.append(_walk(option.then, state))
        elif option.then.steps and isinstance(option.then.steps[0], CoverStep):
            rest = replace(option.then, steps=option.then.steps[1:])
            ways.append(_walk(rest, _State(state.in_turn, covered=True)))
        else:
            what = f"the first step after the option '{option.name}' must be 'cover: chosen'"
            raise _fault(option.then, what)
    if step.kind == "cover":
        ways.append(state)  # a forfeit
    return _either(ways)


def _repeat(step: Repeat, state: _State) -> _Out:
    end = _walk(step.body, _State(state.in_turn))
    if end is not None and not end.covered:
        raise _fault(
            step,
            "this loop may never end: every path through it must cover a word, end the turn or "
            "end the game",
        )
    return state


def _either(ways: list[_Out]) -> _Out:
    states = [way for way in ways if way is not None]
    if not states:
        return None
    return _State(states[0].in_turn, all(state.covered for state in states))


def _needs_turn(step: Step, state: _State) -> _State:
    if not state.in_turn:
        raise _fault(step, "this step must be inside 'turns'")
    return state


def _loose_end(block: Block) -> Block | Step:
    """The last step of a path that continues past the end of the block."""
    if not block.steps:
        return block
    last = block.steps[-1]
    if isinstance(last, If):
        for branch in (last.then, last.otherwise):
            if _walk(branch, _State(in_turn=True)) is not None:
                return _loose_end(branch)
    return last


def _fault(index: Block | Step, what: str) -> RulesError:
    file, line = index.place
    return RulesError(what, file=file, line=line)
