"""Spymasters and operatives that are language models."""

from __future__ import annotations

from collections.abc import Mapping

from codenames_sim.llm import ModelSpec, parse_spec


def model_of(params: Mapping[str, object]) -> ModelSpec:
    """The model that an agent of these parameters asks. Raises ConfigError."""
    options = {name: value for name, value in params.items() if name != "llm"}
    return parse_spec(str(params["llm"]), options)
