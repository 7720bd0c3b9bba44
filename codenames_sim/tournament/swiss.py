"""A round of a Swiss tournament: equals meet, and nobody meets again who need not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

BYE = 1.0
"""Points of a round without an opponent: those of winning it."""


def swiss_round(
    ranked: Sequence[str], met: Mapping[frozenset[str], int], byes: Mapping[str, int]
) -> tuple[list[tuple[str, str]], str | None]:
    """Who meets whom, and who has a bye where the number is odd.

    `ranked` are the entrants, the best so far first; `met` says how often two have met, `byes` how
    often an entrant had none to meet. As few meet again as can be; then each, from the first one
    down, meets the nearest it can. The bye goes to the last one of those with the fewest.
    """
    for again in range(1 + max(1, sum(met.values())) * len(ranked)):
        for resting in _resting(ranked, byes):
            playing = tuple(name for name in ranked if name != resting)
            if (found := _paired(playing, met, again)) is not None:
                return found, resting
    raise AssertionError("with enough rematches allowed, anybody can meet anybody")


def _resting(ranked: Sequence[str], byes: Mapping[str, int]) -> Iterator[str | None]:
    if len(ranked) % 2 == 0:
        yield None
        return
    fewest = min(byes.get(name, 0) for name in ranked)
    yield from (name for name in reversed(ranked) if byes.get(name, 0) == fewest)


def _paired(
    playing: tuple[str, ...], met: Mapping[frozenset[str], int], again: int
) -> list[tuple[str, str]] | None:
    """All in pairs that have met `again` times before, taken together; None where that can't be."""

    @cache
    def rest(left: tuple[str, ...], allowed: int) -> tuple[tuple[str, str], ...] | None:
        if not left:
            return ()
        first, *others = left
        for other in others:
            cost = met.get(frozenset((first, other)), 0)
            if cost > allowed:
                continue
            after = rest(tuple(name for name in others if name != other), allowed - cost)
            if after is not None:
                return ((first, other), *after)
        return None

    found = rest(playing, again)
    return None if found is None else list(found)
