"""Plays `word_association` of kaggle-environments with random agents; prints games per second.

`engine.py` runs it in a separate virtual environment. The agents do what ours do: the spymaster
gives a random word and a number from 1 to 4; the operative guesses a random unrevealed word, and
passes with probability 0.2 after its first guess.
"""

from __future__ import annotations

import random
import sys
import time

from kaggle_environments import make  # type: ignore[import-not-found]

RNG = random.Random(1)
WORDS = [f"CLUE{n}" for n in range(500)]


def cluemaster(observation, configuration):  # type: ignore[no-untyped-def]
    return {"clue": RNG.choice(WORDS), "number": RNG.randint(1, 4)}


def guesser(observation, configuration):  # type: ignore[no-untyped-def]
    fresh = observation.guesses_remaining == observation.clue_number + 1
    if not fresh and RNG.random() < 0.2:
        return -1
    return RNG.choice([index for index, seen in enumerate(observation.revealed) if not seen])


def main() -> None:
    seconds = float(sys.argv[1])
    games, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        make("word_association").run([cluemaster, guesser, cluemaster, guesser])
        games += 1
    print(games / (time.perf_counter() - began))


if __name__ == "__main__":
    main()
