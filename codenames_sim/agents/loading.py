"""Finds the agent class that a config names: a built-in kind, or `package.module:Class`."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import cast

from codenames_sim.agents.protocols import Operative, Spymaster
from codenames_sim.errors import ConfigError
from codenames_sim.rules import Role
from codenames_sim.yamlfile import did_you_mean

BUILT_IN: Mapping[str, Mapping[Role, str]] = {
    "random": {
        "spymaster": "codenames_sim.agents.random_agents:RandomSpymaster",
        "operative": "codenames_sim.agents.random_agents:RandomOperative",
    },
    "scripted": {
        "spymaster": "codenames_sim.agents.scripted:ScriptedSpymaster",
        "operative": "codenames_sim.agents.scripted:ScriptedOperative",
    },
    "vectors": {
        "spymaster": "codenames_sim.agents.vectors:VectorSpymaster",
        "operative": "codenames_sim.agents.vectors:VectorOperative",
    },
    "llm": {
        "spymaster": "codenames_sim.agents.llm:LlmSpymaster",
        "operative": "codenames_sim.agents.llm:LlmOperative",
    },
}
Make = Callable[[str, Role, Mapping[str, object]], Spymaster | Operative]
"""A function that creates an agent from its kind, role and parameters."""

_METHODS: Mapping[Role, tuple[str, ...]] = {
    "spymaster": ("give_clue", "cover"),
    "operative": ("guess",),
}


def make_agent(kind: str, role: Role, params: Mapping[str, object]) -> Spymaster | Operative:
    """Create an agent for one seat of one game.

    Raises ConfigError if the kind is unknown, if its class lacks the methods of the role, or if
    the class rejects the parameters.
    """
    made = agent_class(kind, role)
    try:
        agent: Spymaster | Operative = made(**params)
    except (TypeError, ValueError) as fault:
        takes = ", ".join(inspect.signature(made).parameters) or "none"
        raise ConfigError(f"agent '{kind}' as {role}: {fault}; parameters: {takes}") from fault
    return agent


@lru_cache(maxsize=256)
def agent_class(kind: str, role: Role) -> type:
    """The class that plays `role` for agents of this kind.

    Raises ConfigError if the kind is unknown or its class lacks the methods of the role.
    """
    path = BUILT_IN[kind][role] if kind in BUILT_IN else kind
    module, colon, name = path.partition(":")
    if not colon:
        raise ConfigError(
            f"there is no agent '{kind}'; {did_you_mean(kind, BUILT_IN)}; "
            "write your own agent as package.module:Class"
        )
    try:
        result = getattr(importlib.import_module(module), name)
    except ImportError as fault:
        raise ConfigError(f"agent '{kind}': can't import '{module}': {fault}") from fault
    except AttributeError:
        raise ConfigError(f"agent '{kind}': '{module}' has no '{name}'") from None
    for method in _METHODS[role]:
        if not (
            isinstance(result, type) and inspect.iscoroutinefunction(getattr(result, method, 0))
        ):
            raise ConfigError(
                f"agent '{kind}' can't be a {role}: its class has no `async def {method}`"
            )
    return cast(type, result)
