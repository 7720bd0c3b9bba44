"""Validation of parameters from a config."""

from __future__ import annotations

from codenames_sim.agents.vectors.similarity import POINTS


def within(
    name: str, given: float | None, otherwise: float, lowest: float, highest: float
) -> float:
    """`given`, or `otherwise` if it is None.

    Raises ValueError if `given` is not a number from `lowest` to `highest`.
    """
    if given is None:
        return otherwise
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise ValueError(f"{name} must be a number from {lowest} to {highest}, not {given!r}")
    if not lowest <= given <= highest:
        raise ValueError(f"{name} must be a number from {lowest} to {highest}, not {given}")
    return given


def score(name: str, given: float | None, otherwise: float) -> int:
    """A score from -1 to 1, converted to points. Raises ValueError as `within` does."""
    return round(POINTS * within(name, given, otherwise, -1, 1))
