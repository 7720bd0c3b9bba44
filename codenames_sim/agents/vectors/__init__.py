"""Agents that know words as vectors."""

from codenames_sim.agents.vectors.operative import VectorOperative
from codenames_sim.agents.vectors.spymaster import VectorSpymaster

__all__ = ["VectorOperative", "VectorSpymaster"]
