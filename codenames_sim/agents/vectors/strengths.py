"""Named strengths: how well a pair understands each other, from near-random to near-perfect."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Strength:
    """What a strength's name stands for: parameters of the two agents."""

    temperature: float
    stop: float
    extra: float
    noise: float
    rule: str


STRENGTHS = {
    "expert": Strength(temperature=0.02, stop=0.2, extra=0.35, noise=0.0, rule="win_chance"),
}


def load_strength(name: str) -> Strength:
    """The strength of that name. Raises ValueError where there is none."""
    if name not in STRENGTHS:
        raise ValueError(f"there is no strength '{name}'; there are: {', '.join(STRENGTHS)}")
    return STRENGTHS[name]
