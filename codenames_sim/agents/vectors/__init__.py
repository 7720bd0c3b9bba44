"""Agents that know words as vectors."""

from codenames_sim.agents.vectors.operative import VectorOperative
from codenames_sim.agents.vectors.spymaster import VectorSpymaster
from codenames_sim.agents.vectors.strengths import STRENGTHS, Strength

__all__ = ["STRENGTHS", "Strength", "VectorOperative", "VectorSpymaster"]
