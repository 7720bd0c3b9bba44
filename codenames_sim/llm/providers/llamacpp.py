"""Models from a GGUF file, served by llama.cpp inside this process."""

from __future__ import annotations

import asyncio
import os
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from codenames_sim.errors import ConfigError
from codenames_sim.llm.messages import Failure, Reply, Request
from codenames_sim.llm.providers.packaged import gguf_file
from codenames_sim.llm.spec import ModelSpec

if TYPE_CHECKING:
    from codenames_sim.llm.providers import Provider


class _Server(Protocol):
    """What is used of xllamacpp, which has no types. It serves until it is garbage."""

    @property
    def listening_address(self) -> str: ...


class LlamaCpp:
    """A llama.cpp server on a loopback port of its own, and a provider that asks it."""

    def __init__(self, server: _Server, client: Provider):
        self._server = server
        self._client = client

    async def send(self, spec: ModelSpec, request: Request) -> Reply | Failure:
        """One attempt at `request`."""
        return await self._client.send(spec, request)

    async def models(self) -> tuple[str, ...] | Failure:
        """The path of the model."""
        return await self._client.models()

    async def aclose(self) -> None:
        """Stop the server."""
        await self._client.aclose()
        del self._server


async def load(spec: ModelSpec, parallel: int) -> LlamaCpp:
    """Load the model `spec.model`, a path or a packaged model's name, to answer `parallel` calls
    at once.

    Raises `ConfigError` if the extra or the package is not installed or the file is no model.
    """
    from codenames_sim.llm.providers import speak

    server = await asyncio.to_thread(_serve, gguf_file(spec.model), parallel)
    # The SDKs differ in whether the version belongs to the base URL.
    version = "" if spec.api == "messages" else "/v1"
    return LlamaCpp(server, speak(spec, server.listening_address + version, None, parallel))


def _serve(path: str, parallel: int) -> _Server:
    try:
        xllamacpp = import_module("xllamacpp")
    except ImportError:
        raise ConfigError(
            f"llm llamacpp/{path}: needs xllamacpp; pip install 'codenames-sim[local]'"
        ) from None
    if not os.path.isfile(path):
        raise ConfigError(f"llm llamacpp/{path}: there is no such file", file=path)
    params = xllamacpp.CommonParams()
    params.model.path = path
    params.port = 0
    params.ui = False
    params.verbosity = -1
    params.n_parallel = parallel
    # One context that all calls share, so that its length doesn't shrink with their number.
    params.kv_unified = True
    # One processor is left to the event loop: llama.cpp's threads wait for each other by spinning,
    # so that one of them held up holds up all.
    threads = max(1, (os.cpu_count() or 2) - 1)
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    try:
        server: _Server = xllamacpp.Server(params)
    except Exception as error:  # Whatever it raises, there is no model to ask.
        raise ConfigError(f"llm llamacpp/{path}: llama.cpp can't load it: {error}") from None
    return server
