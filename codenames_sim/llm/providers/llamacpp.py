"""Models in GGUF files, served by llama.cpp inside this process."""

from __future__ import annotations

import asyncio
import os
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from codenames_sim.errors import ConfigError
from codenames_sim.llm.messages import Failure, Reply, Request
from codenames_sim.llm.model_spec import ModelSpec
from codenames_sim.llm.providers.local_files import gguf_file

if TYPE_CHECKING:
    from codenames_sim.llm.providers import Provider


class _Server(Protocol):
    """The part of xllamacpp's server that is used; xllamacpp has no type hints.

    The server runs until it is garbage-collected.
    """

    @property
    def listening_address(self) -> str: ...


class LlamaCpp:
    """A llama.cpp server on its own loopback port, and a provider that asks it."""

    def __init__(self, server: _Server, client: Provider):
        self._server = server
        self._client = client

    async def send(self, spec: ModelSpec, request: Request) -> Reply | Failure:
        """Make one attempt at `request`."""
        return await self._client.send(spec, request)

    async def models(self) -> tuple[str, ...] | Failure:
        """The path of the model."""
        return await self._client.models()

    async def aclose(self) -> None:
        """Stop the server."""
        await self._client.aclose()
        del self._server


async def load(spec: ModelSpec, parallel: int) -> LlamaCpp:
    """Load the model `spec.model` (a path or the name of a packaged model), serving up to
    `parallel` calls at once.

    Raises `ConfigError` if the extra or the package is not installed or the file is not a model.
    """
    from codenames_sim.llm.providers import speak

    server = await asyncio.to_thread(_serve, gguf_file(spec.model), parallel)
    # OpenAI's SDK expects the version in the base URL, Anthropic's does not.
    version = "" if spec.api == "messages" else "/v1"
    return LlamaCpp(server, speak(spec, server.listening_address + version, None, parallel))


def _serve(path: str, parallel: int) -> _Server:
    try:
        xllamacpp = import_module("xllamacpp")
    except ImportError:
        raise ConfigError(
            f"llm llamacpp/{path}: the package xllamacpp is missing; "
            "pip install 'codenames-sim[local]'"
        ) from None
    if not os.path.isfile(path):
        raise ConfigError(f"llm llamacpp/{path}: the file does not exist", file=path)
    params = xllamacpp.CommonParams()
    params.model.path = path
    params.port = 0
    params.ui = False
    params.verbosity = -1
    params.n_parallel = parallel
    # All calls share one context; otherwise each would get a fraction of its length.
    params.kv_unified = True
    # Leave one processor to the event loop: llama.cpp's threads wait for each other by spinning,
    # so one delayed thread delays all.
    threads = max(1, (os.cpu_count() or 2) - 1)
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    try:
        server: _Server = xllamacpp.Server(params)
    except Exception as error:  # xllamacpp documents no exception types.
        raise ConfigError(f"llm llamacpp/{path}: llama.cpp can't load it: {error}") from None
    return server
