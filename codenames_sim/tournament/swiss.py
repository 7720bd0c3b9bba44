"""Pairs the entrants of a Swiss round by points, with as few rematches as possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

BYE = 1.0
"""Points for a bye, the same as for a win."""


def swiss_round(
    ranked: Sequence[str], met: Mapping[frozenset[str], int], byes: Mapping[str, int]
) -> tuple[list[tuple[str, str]], str | None]:
    """The pairs of the next round, and the entrant with a bye if the number is odd.

    `ranked` are the entrants, the best so far first. `met` is how often two entrants have met, and
    `byes` how often an entrant had a bye. The number of rematches is as small as possible. Then,
    from the first entrant down, each meets the nearest one in the ranking that is possible. The bye
    goes to the lowest-ranked entrant of those with the fewest byes.
    """
    for again in range(1 + max(1, sum(met.values())) * len(ranked)):
        for resting in _resting(ranked, byes):
            playing = tuple(name for name in ranked if name != resting)
            if (result := _paired(playing, met, again)) is not None:
                return result, resting
    raise AssertionError("there is always a round if enough rematches are allowed")


def _resting(ranked: Sequence[str], byes: Mapping[str, int]) -> Iterator[str | None]:
    if len(ranked) % 2 == 0:
        yield None
        return
    fewest = min(byes.get(name, 0) for name in ranked)
    yield from (name for name in reversed(ranked) if byes.get(name, 0) == fewest)


def _paired(
    playing: tuple[str, ...], met: Mapping[frozenset[str], int], again: int
) -> list[tuple[str, str]] | None:
    """Pairs of all entrants with at most `again` rematches in total; None if there are none."""

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

    result = rest(playing, again)
    return None if result is None else list(result)
