"""What tests of play share: boards written out, models that differ in a few lines, random play."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path

from codenames_sim.boards import deal, load_words
from codenames_sim.rules import (
    FORFEIT,
    SKIP,
    STOP,
    Action,
    Board,
    Card,
    Clue,
    ClueOptions,
    Cover,
    Game,
    Guess,
    GuessOptions,
    Rules,
)

STANDARD = Rules.load("codenames")


def variant(folder: Path, text: str) -> Rules:
    """The rules of a file that extends `codenames` by `text`."""
    file = folder / "variant.yaml"
    file.write_text(f"extends: codenames\nrules: variant\n{text}", "utf-8")
    return Rules.load(file)


def sorted_board(rules: Rules = STANDARD, seed: int = 1) -> Board:
    """A dealt board with its key in order: the first team's agents, the second's, and so on."""
    dealt = deal(rules, seed=seed)
    key: tuple[Card, ...] = tuple(card for card, count in rules.cards.items() for _ in range(count))
    return Board(dealt.words, key, "red")


def words_of(board: Board, card: Card) -> list[str]:
    """The words that have this card, in deal order."""
    return [word for word, kind in zip(board.words, board.key, strict=True) if kind == card]


def played(rules: Rules, board: Board, actions: Iterable[Action]) -> Game:
    """The game after these actions."""
    game = Game(rules, board)
    for action in actions:
        game.play(action)
    return game


def random_action(game: Game, rng: random.Random, clues: Sequence[str]) -> Action:
    """Anything that the present decision allows, a forfeit now and then."""
    decision = game.decision
    assert decision is not None
    options = decision.options
    if rng.random() < 0.02:
        return FORFEIT
    if isinstance(options, ClueOptions):
        if options.unlimited and rng.random() < 0.2:
            return Clue(rng.choice(clues), None)
        return Clue(rng.choice(clues), rng.randint(options.lowest, options.highest))
    if isinstance(options, GuessOptions):
        stops = options.may_stop and (not options.words or rng.random() < 0.3)
        return STOP if stops else Guess(rng.choice(options.words))
    skips = options.may_skip and (not options.words or rng.random() < 0.5)
    return SKIP if skips else Cover(rng.choice(options.words))


def random_game(rules: Rules, seed: int) -> Game:
    """A game played at random to its end; some clues are words on the table."""
    game, rng = Game(rules, deal(rules, seed=seed)), random.Random(seed)
    clues = [*load_words("en").words[:150], *game.board.words]
    while game.decision is not None:
        game.play(random_action(game, rng, clues))
    return game
