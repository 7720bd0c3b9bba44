"""Interpretation of clues: the appeal of each word, given the clue, its number and earlier clues.

The operative guesses by this appeal, and the planning spymaster predicts guesses by it.
"""

from __future__ import annotations

import numpy as np

from codenames_sim.agents.vectors.similarity import POINTS, Points, Similarity
from codenames_sim.rules import OperativeView, SpymasterView


def earlier_points(view: OperativeView | SpymasterView, similarity: Similarity) -> Points | None:
    """The points of each word on the board against the open clue that it is closest to.

    An open clue is an earlier clue of the team for which fewer words were found than its number.
    Returns None if no clue is open. A word found by an extra guess counts for the open clue that it
    is closest to.
    """
    missing: dict[str, int] = {}
    for turn in view.turns[:-1]:
        if turn.team != view.team or not turn.legal or turn.clue is None or turn.number is None:
            continue
        result = [guessed.word for guessed in turn.guesses if guessed.card == "own"]
        for word in result[turn.number :]:
            still = [clue for clue, count in missing.items() if count > 0]
            if still:
                index = view.words.index(word)
                closest = max(
                    still, key=lambda clue: int(similarity.points(clue, view.words)[index])
                )
                missing[closest] -= 1
        missing[turn.clue] = max(0, turn.number - len(result))
    points = [similarity.points(clue, view.words) for clue, count in missing.items() if count > 0]
    return np.max(points, axis=0) if points else None


def appeal(clue: Points, earlier: Points | None, number: int | None) -> Points:
    """The appeal of each word (rows) until the clue's number is used up.

    With a number above 0, only the clue counts. With an unlimited clue (None), the open clues count
    too. With 0, words close to the clue are avoided.
    """
    if number is None:
        return clue if earlier is None else np.maximum(clue, earlier)
    if number == 0:
        away = np.maximum(clue, 0)
        return -away if earlier is None else np.maximum(earlier - away, -POINTS)
    return clue
