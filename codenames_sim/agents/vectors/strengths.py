"""Named strengths: how well the two agents of a team understand each other.

`experiments/vector_bots.py strengths` measures them; docs/agents.md has the figures.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class Strength:
    """The parameters of `VectorSpymaster` and `VectorOperative` that a strength sets."""

    temperature: float
    noise: float
    stop: float = 0.1
    extra: float = 0.1
    rule: str = "planning"


STRENGTHS = MappingProxyType(
    {
        "novice": Strength(temperature=1.0, noise=0.4),
        "beginner": Strength(temperature=0.2, noise=0.12),
        "casual": Strength(temperature=0.13, noise=0.07),
        "skilled": Strength(temperature=0.08, noise=0.03),
        "expert": Strength(temperature=0.045, noise=0.01),
        "telepath": Strength(temperature=0.01, noise=0.0),
    }
)
"""From almost random guesses to almost perfect understanding, the weakest first."""


def load_strength(name: str) -> Strength:
    """The strength `name`. Raises ValueError if there is none."""
    if name not in STRENGTHS:
        raise ValueError(f"there is no strength '{name}'; use one of: {', '.join(STRENGTHS)}")
    return STRENGTHS[name]
