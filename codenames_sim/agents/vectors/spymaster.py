"""The spymaster: finds the best legal clue according to its rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import numpy as np
from numpy.typing import NDArray

from codenames_sim.agents.protocols import Turn
from codenames_sim.agents.vectors.chance import noise
from codenames_sim.agents.vectors.clue_appeal import earlier_points
from codenames_sim.agents.vectors.languages import similarity_for
from codenames_sim.agents.vectors.margins import ASSASSIN, BYSTANDER, LEAST, MOST, OPPONENT, Margins
from codenames_sim.agents.vectors.parameters import score, within
from codenames_sim.agents.vectors.planning import Planning
from codenames_sim.agents.vectors.position import Places, Position, Rule
from codenames_sim.agents.vectors.prediction import Habits
from codenames_sim.agents.vectors.similarity import POINTS, Points, Similarity, load_similarity
from codenames_sim.agents.vectors.strengths import load_strength
from codenames_sim.clues import Profile, check_clue
from codenames_sim.rules import (
    FORFEIT,
    SKIP,
    Clue,
    ClueOptions,
    Cover,
    CoverOptions,
    Forfeit,
    Seen,
    Skip,
    SpymasterView,
)

_LOOKED_AT = 64
"""Number of clues that are examined at a time, the most promising first."""


class VectorSpymaster:
    """Gives the best legal clue according to its rule; forfeits if its vocabulary has none.

    Scores range from -1 to 1 and come from `table`, by default the first table of the board's
    language.

    - The rule `margins` gives the clue with the most safe words. A word is safe if its score
      exceeds that of every assassin by more than `assassin`, of every opposing agent by `opponent`,
      of every bystander by `bystander`, and exceeds `least`. The number is at most `most`.
    - The rule `planning` gives the clue with the highest predicted probability of winning. It
      assumes that the operative is a `VectorOperative` with the same table and with this
      `temperature`, `stop` and `extra`.

    `noise` is the standard deviation of the error with which the spymaster perceives each score.
    Parameters that are not given come from `strength`.

    Raises ValueError if a parameter is out of range or belongs to the other rule, and InputError if
    a table does not exist.
    """

    deterministic = False
    replayable = True
    needs_worker = False

    def __init__(
        self,
        *,
        table: str | Mapping[str, float] | None = None,
        strength: str = "skilled",
        rule: str | None = None,
        noise: float | None = None,
        assassin: float | None = None,
        opponent: float | None = None,
        bystander: float | None = None,
        least: float | None = None,
        most: int | None = None,
        temperature: float | None = None,
        stop: float | None = None,
        extra: float | None = None,
    ):
        level = load_strength(strength)
        self._given = None if table is None else load_similarity(table)
        self._noise = POINTS * within("noise", noise, level.noise, 0, 10)
        operative = Habits(
            within("temperature", temperature, level.temperature, 0, 10),
            score("stop", stop, level.stop),
            score("extra", extra, level.extra),
        )
        margins = Margins(
            score("assassin", assassin, ASSASSIN),
            score("opponent", opponent, OPPONENT),
            score("bystander", bystander, BYSTANDER),
            score("least", least, LEAST),
            int(within("most", most, MOST, 1, 100)),
        )
        rules: dict[str, Rule] = {"planning": Planning(operative), "margins": margins}
        name = level.rule if rule is None else rule
        if name not in rules:
            raise ValueError(f"there is no rule '{name}'; use one of: {', '.join(rules)}")
        if name == "planning" and {assassin, opponent, bystander, least, most} != {None}:
            raise ValueError(
                "assassin, opponent, bystander, least and most require the rule 'margins', "
                "but the rule is 'planning'"
            )
        self._rule = rules[name]

    async def give_clue(self, view: SpymasterView, turn: Turn) -> Clue | Forfeit:
        """The best legal clue; FORFEIT if the vocabulary has none.

        Raises InputError if the table does not know the board's language.
        """
        similarity = similarity_for(view.language, self._given)
        options = view.options
        assert isinstance(options, ClueOptions)
        points = similarity.board(view.words)
        position = _position(view, options, similarity)
        for columns in _batches(self._rule.outline(points, position)):
            looked_at = points[:, columns]
            if self._noise:
                looked_at = self._misjudged(looked_at, turn)
            for idea in self._rule.rank(looked_at, position):
                word = similarity.words[columns[idea.column]]
                if _is_legal(word, view, options.profile):
                    return Clue(
                        word, idea.number, tuple([view.words[index] for index in idea.targets])
                    )
        return FORFEIT

    async def cover(self, view: SpymasterView, turn: Turn) -> Cover | Skip:
        """The own agent that is hardest to clue, with clues that the standard profile allows.

        Raises InputError as `give_clue` does.
        """
        similarity = similarity_for(view.language, self._given)
        options = view.options
        assert isinstance(options, CoverOptions)
        if not options.words:
            return SKIP
        points = similarity.board(view.words)
        others = [index for index, card in enumerate(_uncovered(view)) if card not in ("own", None)]
        worst = points[others].max(axis=0, initial=-POINTS)
        legal = cache(lambda column: _is_legal(similarity.words[column], view, "standard"))

        def ease(word: str) -> int:
            """The lead over others' words that the best legal clue for this word alone gives it."""
            lead = points[view.words.index(word)] - worst
            best = np.argsort(-lead, kind="stable").tolist()
            return next((int(lead[column]) for column in best if legal(column)), -2 * POINTS)

        return Cover(min(options.words, key=ease))

    def _misjudged(self, points: Points, turn: Turn) -> Points:
        drawn = noise(points.size, turn.rng).reshape(points.shape)
        return np.rint(points + self._noise * drawn).clip(-POINTS, POINTS).astype(np.int16)


def _position(view: SpymasterView, options: ClueOptions, similarity: Similarity) -> Position:
    cards = _uncovered(view)

    def places(card: Seen) -> Places:
        return np.array([index for index, kind in enumerate(cards) if kind == card], np.intp)

    return Position(
        own=places("own"),
        opponent=places("opponent"),
        bystander=places("bystander"),
        assassin=places("assassin"),
        earlier=earlier_points(view, similarity),
        extra_guess=view.rules.parameters.get("extra_guesses") != 0,
        highest=options.highest,
        zero=options.lowest == 0,
        unlimited=options.unlimited,
    )


def _uncovered(view: SpymasterView) -> list[Seen | None]:
    """The card of each word; None if it is covered."""
    return [
        card if shown is None else None for card, shown in zip(view.key, view.shown, strict=True)
    ]


def _batches(outline: NDArray[np.int32]) -> Iterator[Places]:
    """The columns in batches, by descending outline; ties are in vocabulary order."""
    size = min(_LOOKED_AT, len(outline))
    if size == 0:
        return
    bar = np.partition(outline, -size)[-size]
    above = np.flatnonzero(outline > bar)
    level = np.flatnonzero(outline == bar)[: size - len(above)]
    yield np.sort(np.concatenate([above, level]))
    order = np.argsort(-outline, kind="stable")
    for start in range(size, len(order), size):
        yield np.sort(order[start : start + size])


def _is_legal(word: str, view: SpymasterView, profile: Profile) -> bool:
    return check_clue(word, view.uncovered, language=view.language, profile=profile).legal
