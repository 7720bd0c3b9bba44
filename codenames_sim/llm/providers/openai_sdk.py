"""A connection through OpenAI's SDK, shared by both of its APIs."""

from __future__ import annotations

from collections.abc import Awaitable

import aiohttp
import httpx2
import openai

from codenames_sim.llm import classify
from codenames_sim.llm.messages import Failure, Message
from codenames_sim.llm.providers.shared import read_listing

NO_KEY = "none"
"""The SDK requires a key even for servers that need none."""


class OpenAIConnection:
    """A connection without retries and limits; the client adds them."""

    def __init__(self, base_url: str, key: str | None, connections: int):
        self._sdk = openai.AsyncOpenAI(
            api_key=key or NO_KEY,
            base_url=base_url,
            max_retries=0,
            timeout=httpx2.Timeout(None, connect=30.0),
            http_client=openai.DefaultAioHttpClient(
                limits=httpx2.Limits(max_connections=connections),
                # A redirect would send the key and the prompt to an address outside the config.
                follow_redirects=False,
            ),
        )

    async def post(self, path: str, body: dict[str, object]) -> bytes | Failure:
        """Send `body` and return the body of the response, or the failure.

        The SDK's `create` methods also validate the request and build objects from the response,
        which takes as long as everything else they do.
        """
        return await _received(self._sdk.post(path, body=body, cast_to=httpx2.Response))

    async def models(self) -> tuple[str, ...] | Failure:
        """The names of the models that the server lists."""
        body = await _received(self._sdk.get("/models", cast_to=httpx2.Response))
        return body if isinstance(body, Failure) else read_listing(body)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._sdk.close()


async def _received(response: Awaitable[httpx2.Response]) -> bytes | Failure:
    try:
        return (await response).content
    except openai.APIStatusError as error:
        return classify.of_status(error.status_code, error.response.headers, error.body)
    # The SDK wraps most errors of the transport, but not a response that is not valid HTTP.
    except (openai.APIConnectionError, aiohttp.ClientError) as error:
        return classify.of_connection(error)


def as_input(messages: tuple[Message, ...]) -> list[dict[str, str]]:
    """The messages in the form that both APIs take."""
    return [{"role": message.role, "content": message.text} for message in messages]
