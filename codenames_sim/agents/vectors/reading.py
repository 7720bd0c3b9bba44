"""How a clue is read: what speaks for each word, given the clue, its number and earlier clues.

The operative guesses by it and the planning spymaster predicts by it.
"""

from __future__ import annotations

import numpy as np

from codenames_sim.agents.vectors.mind import POINTS, Mind, Points
from codenames_sim.rules import OperativeView, SpymasterView


def earlier_points(view: OperativeView | SpymasterView, mind: Mind) -> Points | None:
    """The points of each word on the table for the open clue that it is closest to.

    Open are the team's clues before the present turn for which fewer words were found than they
    said; None where there is no such clue. A word found after a clue's number was used up counts
    for the open clue that it is closest to.
    """
    missing: dict[str, int] = {}
    for turn in view.turns[:-1]:
        if turn.team != view.team or not turn.legal or turn.clue is None or turn.number is None:
            continue
        found = [guessed.word for guessed in turn.guesses if guessed.card == "own"]
        for word in found[turn.number :]:
            still = [clue for clue, count in missing.items() if count > 0]
            if still:
                at = view.words.index(word)
                closest = max(still, key=lambda clue: int(mind.points(clue, view.words)[at]))
                missing[closest] -= 1
        missing[turn.clue] = max(0, turn.number - len(found))
    points = [mind.points(clue, view.words) for clue, count in missing.items() if count > 0]
    return np.max(points, axis=0) if points else None


def appeal(clue: Points, earlier: Points | None, number: int | None) -> Points:
    """What speaks for each word (rows) while the clue's own number is not used up.

    A number above 0 says that the clue alone is meant. An unlimited clue (None) lets the open
    ones be finished too. With 0 the clue says what to keep away from.
    """
    if number is None:
        return clue if earlier is None else np.maximum(clue, earlier)
    if number == 0:
        away = np.maximum(clue, 0)
        return -away if earlier is None else np.maximum(earlier - away, -POINTS)
    return clue
