"""The randomness of one decision."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

_T = TypeVar("_T")
_MASK = 0xFFFF_FFFF_FFFF_FFFF


class Rng(random.Random):
    """`random.Random` over SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).

    The standard generator takes 8 µs to seed, and every decision has its own. `random`,
    `getrandbits` and `choice` give the same on any version of Python; the built-in agents use no
    other method.
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
        """A number from [0, 1), of 53 bits."""
        return (self._next() >> 11) * 2**-53

    def getrandbits(self, k: int, /) -> int:
        """A whole number of `k` bits."""
        bits = 0
        for _ in range(0, k, 64):
            bits = bits << 64 | self._next()
        return bits >> (-k % 64)

    def choice(self, seq: Sequence[_T]) -> _T:  # type: ignore[override]
        """One of a sequence that is not empty."""
        return seq[int(self.random() * len(seq))]

    def getstate(self) -> tuple[int]:
        """The state, for `setstate`."""
        return (self._state,)

    def setstate(self, state: tuple[int]) -> None:  # type: ignore[override]
        """Goes back to a state that `getstate` gave."""
        (self._state,) = state
