"""Games that must never play differently under the same PLAY_VERSION."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from codenames_sim.boards import deal
from codenames_sim.rules import (
    FORFEIT,
    PLAY_VERSION,
    SKIP,
    STOP,
    Action,
    Board,
    Clue,
    Cover,
    Game,
    Guess,
    Rules,
)
from tests.playing import STANDARD, random_action

GOLDEN = Path(__file__).parent / "golden" / f"games_{PLAY_VERSION}.json"
MODELS: dict[str, Rules] = {
    "official": STANDARD,
    "options": STANDARD.replace(zero_clues=True, unlimited_clues=True, invalid_clue="must_cover"),
    "wide": STANDARD.replace(rows=6, columns=6, assassins=3, extra_guesses="unlimited"),
}


def written(action: Action) -> list[Any]:
    match action:
        case Clue(word, number):
            return ["clue", word, number]
        case Guess(word):
            return ["guess", word]
        case Cover(word):
            return ["cover", word]
    return [type(action).__name__.lower()]


def read(text: list[Any]) -> Action:
    kinds = {"clue": Clue, "guess": Guess, "cover": Cover}
    plain: dict[str, Action] = {"stop": STOP, "skip": SKIP, "forfeit": FORFEIT}
    return plain[text[0]] if text[0] in plain else kinds[text[0]](*text[1:])


def told(game: Game) -> Any:
    """A game, whole, as JSON has it."""
    return json.loads(
        msgspec.json.encode(
            {
                "board": game.board,
                "actions": [written(event.action) for event in game.history],
                "turns": game.turns,
                "outcome": game.outcome,
            }
        )
    )


def new_games(rules: Rules) -> list[Any]:
    games = []
    for seed in range(4):
        game, rng = Game(rules, deal(rules, seed=seed)), random.Random(seed)
        while game.decision is not None:
            game.play(random_action(game, rng, ["zzz", "qqq", "xxx", *game.board.words[:9]]))
        games.append(told(game))
    return games


if os.environ.get("WRITE_GOLDEN"):
    GOLDEN.write_text(
        json.dumps({name: new_games(rules) for name, rules in MODELS.items()}, indent=1) + "\n"
    )


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("number", range(4))
def test_golden_games(model: str, number: int) -> None:
    golden = json.loads(GOLDEN.read_text("utf-8"))[model][number]
    board = msgspec.convert(golden["board"], Board)
    game = Game(MODELS[model], board)
    for text in golden["actions"]:
        game.play(read(text))
    assert told(game) == golden, "play has changed: raise PLAY_VERSION and write new golden games"
