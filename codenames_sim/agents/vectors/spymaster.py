"""The spymaster: finds the best legal clue by its rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import numpy as np
from numpy.typing import NDArray

from codenames_sim.agents.hook import Turn
from codenames_sim.agents.vectors.chance import noise
from codenames_sim.agents.vectors.languages import mind_for
from codenames_sim.agents.vectors.margins import ASSASSIN, BYSTANDER, LEAST, MOST, OPPONENT, Margins
from codenames_sim.agents.vectors.mind import POINTS, Mind, Points, load_mind
from codenames_sim.agents.vectors.parameters import score, within
from codenames_sim.agents.vectors.planning import Planning
from codenames_sim.agents.vectors.position import Places, Position, Rule
from codenames_sim.agents.vectors.prediction import Habits
from codenames_sim.agents.vectors.reading import earlier_points
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
"""Clues that are compared closely at a time, the most promising first."""


class VectorSpymaster:
    """Gives the legal clue that its rule likes best, and forfeits where its vocabulary has none.

    Scores, from -1 to 1, are those of the words in `table`, by default the first table of the
    board's language. With the rule `margins` the clue is for as many words as are closer to it
    than any assassin, by the margin `assassin`, than any agent of the opponents, by `opponent`,
    than any bystander, by `bystander`, and than `least`; it never says more than `most`. With the
    rule `planning` it is the clue after which the team wins most often; the operative is taken for
    a `VectorOperative` of the same table and of these `temperature`, `stop` and `extra`. `noise` is
    the standard deviation of what the spymaster misjudges each score by. What is not given comes
    from `strength`.

    Raises ValueError for a parameter out of its range or of the other rule, InputError for a table
    that does not exist.
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
        self._given = None if table is None else load_mind(table)
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
            raise ValueError(f"there is no rule '{name}'; there are: {', '.join(rules)}")
        if name == "planning" and {assassin, opponent, bystander, least, most} != {None}:
            raise ValueError(
                "assassin, opponent, bystander, least and most belong to the rule 'margins'; "
                "here the rule is 'planning'"
            )
        self._rule = rules[name]

    async def give_clue(self, view: SpymasterView, turn: Turn) -> Clue | Forfeit:
        """The best legal clue; FORFEIT where the vocabulary has none.

        Raises InputError where its table does not speak the board's language.
        """
        mind = mind_for(view.language, self._given)
        options = view.options
        assert isinstance(options, ClueOptions)
        points = mind.board(view.words)
        position = _position(view, options, mind)
        for columns in _batches(self._rule.outline(points, position)):
            looked_at = points[:, columns]
            if self._noise:
                looked_at = self._misjudged(looked_at, turn)
            for idea in self._rule.rank(looked_at, position):
                word = mind.words[columns[idea.column]]
                if _is_legal(word, view, options.profile):
                    return Clue(word, idea.number, tuple([view.words[at] for at in idea.targets]))
        return FORFEIT

    async def cover(self, view: SpymasterView, turn: Turn) -> Cover | Skip:
        """The own agent that is the hardest to give a clue for, by the standard profile.

        Raises InputError as `give_clue` does.
        """
        mind = mind_for(view.language, self._given)
        options = view.options
        assert isinstance(options, CoverOptions)
        if not options.words:
            return SKIP
        points = mind.board(view.words)
        others = [at for at, card in enumerate(_uncovered(view)) if card not in ("own", None)]
        worst = points[others].max(axis=0, initial=-POINTS)
        legal = cache(lambda column: _is_legal(mind.words[column], view, "standard"))

        def ease(word: str) -> int:
            """The lead that the best legal clue for a word alone gives it over others' words."""
            lead = points[view.words.index(word)] - worst
            best = np.argsort(-lead, kind="stable").tolist()
            return next((int(lead[column]) for column in best if legal(column)), -2 * POINTS)

        return Cover(min(options.words, key=ease))

    def _misjudged(self, points: Points, turn: Turn) -> Points:
        drawn = noise(points.size, turn.rng).reshape(points.shape)
        return np.rint(points + self._noise * drawn).clip(-POINTS, POINTS).astype(np.int16)


def _position(view: SpymasterView, options: ClueOptions, mind: Mind) -> Position:
    cards = _uncovered(view)

    def places(card: Seen) -> Places:
        return np.array([at for at, kind in enumerate(cards) if kind == card], np.intp)

    return Position(
        own=places("own"),
        opponent=places("opponent"),
        bystander=places("bystander"),
        assassin=places("assassin"),
        earlier=earlier_points(view, mind),
        extra_guess=view.rules.parameters.get("extra_guesses") != 0,
        highest=options.highest,
        zero=options.lowest == 0,
        unlimited=options.unlimited,
    )


def _uncovered(view: SpymasterView) -> list[Seen | None]:
    """The card of each word; None where it is covered."""
    return [
        card if shown is None else None for card, shown in zip(view.key, view.shown, strict=True)
    ]


def _batches(outline: NDArray[np.int32]) -> Iterator[Places]:
    """The columns in batches, from the highest outline down; equals in the vocabulary's order."""
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
