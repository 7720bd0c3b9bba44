"""Agents that play by the similarity of word vectors."""

from codenames_sim.agents.vectors.operative import VectorOperative
from codenames_sim.agents.vectors.spymaster import VectorSpymaster
from codenames_sim.agents.vectors.strengths import STRENGTHS, Strength

__all__ = ["STRENGTHS", "Strength", "VectorOperative", "VectorSpymaster"]
