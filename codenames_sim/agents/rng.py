"""The random number generator of one decision."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

_T = TypeVar("_T")
_MASK = 0xFFFF_FFFF_FFFF_FFFF


class Rng(random.Random):
    """`random.Random` based on SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).

    Every decision seeds its own generator, and seeding the standard one takes 8 µs. `random`,
    `getrandbits` and `choice` return the same values on every version of Python. The built-in
    agents use no other method.
    """

    def __new__(cls, seed: int) -> Rng:
        return super().__new__(cls)

    def __init__(self, seed: int):
        self._state = seed & _MASK

    def _next(self) -> int:
        self._state = x = (self._state + 0x9E3779B97F4A7C15) & _MASK
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
        return x ^ (x >> 31)

    def random(self) -> float:
        """A number in [0, 1) with 53 random bits."""
        return (self._next() >> 11) * 2**-53

    def getrandbits(self, k: int, /) -> int:
        """An integer of `k` random bits."""
        bits = 0
        for _ in range(0, k, 64):
            bits = bits << 64 | self._next()
        return bits >> (-k % 64)

    def choice(self, seq: Sequence[_T]) -> _T:  # type: ignore[override]
        """A random element of a non-empty sequence."""
        return seq[int(self.random() * len(seq))]

    def getstate(self) -> tuple[int]:
        """The state, for `setstate`."""
        return (self._state,)

    def setstate(self, state: tuple[int]) -> None:  # type: ignore[override]
        """Restore a state returned by `getstate`."""
        (self._state,) = state
