"""What both of OpenAI's APIs share: a connection over the official SDK."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Protocol

import aiohttp
import httpx2
import openai

from codenames_sim.llm import faults
from codenames_sim.llm.messages import Failure, Message

# The SDK wraps most of what the transport raises, but not an answer that is no HTTP.
NO_RESPONSE = (openai.APIConnectionError, aiohttp.ClientError)

NO_KEY = "none"
"""The SDK demands a key even for servers that want none."""


class _RawResponse(Protocol):
    @property
    def content(self) -> bytes: ...


class OpenAIConnection:
    """An SDK client that leaves retries and limits to its owner."""

    def __init__(self, base_url: str, key: str | None, connections: int):
        self.sdk = openai.AsyncOpenAI(
            api_key=key or NO_KEY,
            base_url=base_url,
            max_retries=0,
            timeout=httpx2.Timeout(None, connect=10.0),
            http_client=openai.DefaultAioHttpClient(
                limits=httpx2.Limits(max_connections=connections),
                # A redirect would carry the key and the prompt to an address nobody configured.
                follow_redirects=False,
            ),
        )

    async def models(self) -> tuple[str, ...] | Failure:
        """The names of the models the server lists."""
        try:
            return tuple([model.id async for model in self.sdk.models.list()])
        except openai.APIStatusError as error:
            return faults.of_status(error.status_code, error.response.headers, error.body)
        except NO_RESPONSE as error:
            return faults.of_connection(error)
        except (ValueError, TypeError, AttributeError) as error:
            return faults.of_body(b"", error)

    async def aclose(self) -> None:
        """Let the connections go."""
        await self.sdk.close()


async def body_of(call: Awaitable[_RawResponse]) -> bytes | Failure:
    """The body of a successful response, or why there is none."""
    try:
        return (await call).content
    except openai.APIStatusError as error:
        return faults.of_status(error.status_code, error.response.headers, error.body)
    except NO_RESPONSE as error:
        return faults.of_connection(error)


def as_input(messages: tuple[Message, ...]) -> list[dict[str, str]]:
    """Messages as both APIs take them."""
    return [{"role": message.role, "content": message.text} for message in messages]
