"""Agents that play a script from the config: for tests, and to repeat a known game."""

from __future__ import annotations

from collections.abc import Sequence

from codenames_sim.agents.protocols import Turn
from codenames_sim.rules import (
    FORFEIT,
    SKIP,
    STOP,
    Clue,
    Cover,
    Forfeit,
    Guess,
    OperativeView,
    Skip,
    SpymasterView,
    Stop,
)


class ScriptedSpymaster:
    """Gives `clues`, each a word and a number (None: unlimited), and covers `covers`, in order.

    After the last clue it forfeits; after the last cover it covers nothing.
    """

    deterministic = True
    replayable = True
    needs_worker = False

    def __init__(
        self, clues: Sequence[tuple[str, int | None]] = (), covers: Sequence[str | None] = ()
    ):
        self._clues = iter([(word, number) for word, number in clues])
        self._covers = iter(covers)

    async def give_clue(self, view: SpymasterView, turn: Turn) -> Clue | Forfeit:
        """The next clue of the script."""
        clue = next(self._clues, None)
        return FORFEIT if clue is None else Clue(*clue)

    async def cover(self, view: SpymasterView, turn: Turn) -> Cover | Skip:
        """The next cover of the script; None means skip."""
        word = next(self._covers, None)
        return SKIP if word is None else Cover(word)


class ScriptedOperative:
    """Guesses the words of `guesses` in order; None means stop. After the last it forfeits."""

    deterministic = True
    replayable = True
    needs_worker = False

    def __init__(self, guesses: Sequence[str | None] = ()):
        self._guesses = iter(guesses)

    async def guess(self, view: OperativeView, turn: Turn) -> Guess | Stop | Forfeit:
        """The next guess of the script."""
        word = next(self._guesses, FORFEIT)
        if isinstance(word, Forfeit):
            return word
        return STOP if word is None else Guess(word)
