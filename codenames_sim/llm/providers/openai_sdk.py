"""What both of OpenAI's APIs share: a connection over the official SDK."""

from __future__ import annotations

from collections.abc import Awaitable

import aiohttp
import httpx2
import openai

from codenames_sim.llm import faults
from codenames_sim.llm.messages import Failure, Message
from codenames_sim.llm.providers.shared import read_listing

NO_KEY = "none"
"""The SDK demands a key even for servers that want none."""


class OpenAIConnection:
    """An SDK client that leaves retries and limits to its owner."""

    def __init__(self, base_url: str, key: str | None, connections: int):
        self._sdk = openai.AsyncOpenAI(
            api_key=key or NO_KEY,
            base_url=base_url,
            max_retries=0,
            timeout=httpx2.Timeout(None, connect=30.0),
            http_client=openai.DefaultAioHttpClient(
                limits=httpx2.Limits(max_connections=connections),
                # A redirect would carry the key and the prompt to an address nobody configured.
                follow_redirects=False,
            ),
        )

    async def post(self, path: str, body: dict[str, object]) -> bytes | Failure:
        """The body of the response to `body`, or why there is none.

        This is all that the SDK's `create` methods do, but for checking the types of a request and
        building objects from a response, which takes them as long as the rest.
        """
        return await _received(self._sdk.post(path, body=body, cast_to=httpx2.Response))

    async def models(self) -> tuple[str, ...] | Failure:
        """The names of the models the server lists."""
        body = await _received(self._sdk.get("/models", cast_to=httpx2.Response))
        return body if isinstance(body, Failure) else read_listing(body)

    async def aclose(self) -> None:
        """Let the connections go."""
        await self._sdk.close()


async def _received(response: Awaitable[httpx2.Response]) -> bytes | Failure:
    try:
        return (await response).content
    except openai.APIStatusError as error:
        return faults.of_status(error.status_code, error.response.headers, error.body)
    # The SDK wraps most of what the transport raises, but not an answer that is no HTTP.
    except (openai.APIConnectionError, aiohttp.ClientError) as error:
        return faults.of_connection(error)


def as_input(messages: tuple[Message, ...]) -> list[dict[str, str]]:
    """Messages as both APIs take them."""
    return [{"role": message.role, "content": message.text} for message in messages]
