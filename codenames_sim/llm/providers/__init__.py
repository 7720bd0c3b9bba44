"""The APIs of all providers behind one interface. No other module imports an SDK."""

from __future__ import annotations

from typing import Protocol

from codenames_sim.errors import ConfigError
from codenames_sim.llm.messages import Failure, Reply, Request
from codenames_sim.llm.model_spec import ModelSpec
from codenames_sim.llm.secrets import key_from_environment


class Provider(Protocol):
    """A connection to one account.

    It has no retries and no limits, and returns failures instead of raising them.
    """

    async def send(self, spec: ModelSpec, request: Request) -> Reply | Failure:
        """Make one attempt at `request`."""
        ...

    async def models(self) -> tuple[str, ...] | Failure:
        """The names of the models that the account offers."""
        ...

    async def aclose(self) -> None:
        """Close the connections."""
        ...


async def connect(spec: ModelSpec, connections: int) -> Provider:
    """A provider for the spec's account, with at most `connections` connections.

    Raises `ConfigError` if the key or the extra is missing, or if a local model can't be loaded.
    """
    if spec.base_url is None:
        from codenames_sim.llm.providers.llamacpp import load

        return await load(spec, connections)
    key = key_from_environment(spec.api_key_env) if spec.api_key_env else None
    return speak(spec, spec.base_url, key, connections)


def speak(spec: ModelSpec, base_url: str, key: str | None, connections: int) -> Provider:
    """A provider that uses the spec's API at `base_url`."""
    match spec.api:
        case "messages":
            from codenames_sim.llm.providers.anthropic_messages import AnthropicMessages

            return AnthropicMessages(base_url, key, connections)
        case "responses":
            from codenames_sim.llm.providers.openai_responses import OpenAIResponses

            return OpenAIResponses(base_url, key, connections)
        case "chat":
            from codenames_sim.llm.providers.openai_chat import OpenAIChat

            return OpenAIChat(base_url, key, connections)
    raise ConfigError(f"llm {spec.name}: there is no API {spec.api!r}")
