"""Agents that play at random, as a baseline and for tests."""

from __future__ import annotations

from codenames_sim.agents.protocols import Turn
from codenames_sim.boards import load_words, named_lists
from codenames_sim.rules import (
    SKIP,
    STOP,
    Clue,
    Cover,
    CoverOptions,
    Guess,
    OperativeView,
    Skip,
    SpymasterView,
    Stop,
)

HIGHEST = 4
"""The highest number of a random spymaster, if the rules allow it."""


class RandomSpymaster:
    """Gives a random word of the language's word list.

    The word is occasionally illegal, for example because it is on the table.
    """

    deterministic = False
    replayable = True
    needs_worker = False

    async def give_clue(self, view: SpymasterView, turn: Turn) -> Clue:
        """A random word and a number from 1 to 4, within the limits of the rules."""
        words = load_words(view.language if view.language in named_lists() else "en").words
        options = view.options
        assert not isinstance(options, CoverOptions)
        lowest = max(1, options.lowest)
        highest = max(lowest, min(HIGHEST, options.highest))
        number = lowest + int(turn.rng.random() * (highest - lowest + 1))
        return Clue(turn.rng.choice(words), number)

    async def cover(self, view: SpymasterView, turn: Turn) -> Cover | Skip:
        """A random agent of its own team."""
        options = view.options
        assert isinstance(options, CoverOptions)
        return Cover(turn.rng.choice(options.words)) if options.words else SKIP


class RandomOperative:
    """Guesses a random word, and stops with probability `stop` whenever it may stop."""

    deterministic = False
    replayable = True
    needs_worker = False

    def __init__(self, stop: float = 0.2):
        if not 0 <= stop <= 1:
            raise ValueError(f"stop must be a probability from 0 to 1, not {stop}")
        self.stop = stop

    async def guess(self, view: OperativeView, turn: Turn) -> Guess | Stop:
        """A random word, or STOP."""
        options = view.options
        if options.may_stop and (not options.words or turn.rng.random() < self.stop):
            return STOP
        return Guess(turn.rng.choice(options.words))
