"""Agents: the protocols that an agent implements, and agents that need no API key."""

from codenames_sim.agents.loading import BUILT_IN, Make, agent_class, make_agent
from codenames_sim.agents.panel import Decide, OperativePanel, SpymasterPanel
from codenames_sim.agents.protocols import Operative, Spymaster, TeamAgents, Turn
from codenames_sim.agents.rng import Rng
from codenames_sim.agents.version import AGENTS_VERSION

__all__ = [
    "AGENTS_VERSION",
    "BUILT_IN",
    "Decide",
    "Make",
    "Operative",
    "OperativePanel",
    "Rng",
    "Spymaster",
    "SpymasterPanel",
    "TeamAgents",
    "Turn",
    "agent_class",
    "make_agent",
]
