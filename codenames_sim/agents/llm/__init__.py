"""Spymasters and operatives that are language models."""

from __future__ import annotations

from collections.abc import Mapping

from codenames_sim.agents.llm.model_player import Options, split_params
from codenames_sim.agents.llm.operative import LlmOperative
from codenames_sim.agents.llm.prompt_files import (
    DEFAULT_PROMPTS,
    PromptSet,
    load_prompts,
    prompt_languages,
    prompt_set,
    prompt_versions,
    prompts_file,
    prompts_hash,
)
from codenames_sim.agents.llm.prompts import Prompts
from codenames_sim.agents.llm.spymaster import LlmSpymaster
from codenames_sim.llm import ModelSpec

__all__ = [
    "DEFAULT_PROMPTS",
    "LlmOperative",
    "LlmSpymaster",
    "Options",
    "PromptSet",
    "Prompts",
    "load_prompts",
    "model_of",
    "prompt_languages",
    "prompt_set",
    "prompt_versions",
    "prompts_file",
    "prompts_hash",
]


def model_of(params: Mapping[str, object]) -> ModelSpec:
    """The model that an agent of these parameters asks. Raises ConfigError."""
    return split_params(params)[0]
