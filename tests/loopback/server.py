"""The server itself."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import msgspec
from aiohttp import web

from codenames_sim.llm import ModelSpec, parse_spec
from tests.loopback import wire
from tests.loopback.faults import Fault
from tests.loopback.ledger import Ledger
from tests.loopback.wire import Api, Prompt

_MARK = "\ue000"
"""A character that nothing else has."""
_PROSE = "All work and no play makes a model dull. " * 25_000


class Loopback:
    """A server on a free loopback port, for as long as its context lasts.

    It answers with `answer(prompt)` after `latency` seconds. Faults come from `script` while that
    lasts, then at random with the probabilities in `faults`, from a generator seeded with `seed`.
    """

    def __init__(
        self,
        *,
        answer: Callable[[Prompt], str] = wire.example,
        script: Iterable[Fault] = (),
        faults: Mapping[Fault, float] | None = None,
        latency: float = 0.0,
        slow: float = 0.2,
        retry_after: float = 0.0,
        seed: int = 0,
        port: int = 0,
    ):
        self.answer = answer
        self.script = deque(script)
        self.faults = dict(faults or {})
        self.latency = latency
        self.slow = slow
        """Seconds that `SLOW` adds."""
        self.retry_after = retry_after
        """Seconds that a 429 asks to wait."""
        self.ledger = Ledger()
        self.prompts: deque[Prompt] = deque(maxlen=100)
        """The latest requests."""
        self.keys: set[str] = set()
        """Every key that was sent."""
        self._rng = random.Random(seed)
        self._port = port
        self._at_once = 0

    async def __aenter__(self) -> Loopback:
        app = web.Application(client_max_size=2**26)
        for api in Api:
            app.router.add_post(api, self._asked)
        app.router.add_get("/v1/models", self._models)
        app.router.add_get("/ledger", self._ledger)
        app.router.add_delete("/ledger", self._ledger)
        app.router.add_put("/faults", self._set_faults)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port, backlog=4096)
        await site.start()
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    @property
    def url(self) -> str:
        """The address."""
        return f"http://127.0.0.1:{self._port}"

    def spec(self, api: Api = Api.CHAT, model: str = "loop", **options: object) -> ModelSpec:
        """The spec of a model of this server, asked through `api`."""
        return spec_at(self.url, api, model, **options)

    async def _asked(self, http: web.Request) -> web.StreamResponse:
        key = _key(http)
        self.keys.add(key)
        prompt = wire.read(Api(http.path), msgspec.json.decode(await http.read()))
        self.prompts.append(prompt)
        fault = self._next_fault()
        self.ledger.requests += 1
        self._at_once += 1
        self.ledger.most_at_once = max(self.ledger.most_at_once, self._at_once)
        try:
            delay = self.latency + (self.slow if fault is Fault.SLOW else 0.0)
            if delay:
                await asyncio.sleep(delay)
            text = self._text(prompt, fault, key)
            response = await self._respond(http, prompt, fault, text)
        finally:
            self._at_once -= 1
        self.ledger.add(fault, prompt.input_tokens, prompt.cached_tokens, wire.output_tokens(text))
        return response

    def _next_fault(self) -> Fault:
        if self.script:
            return self.script.popleft()
        index = self._rng.random()
        for fault, probability in self.faults.items():
            index -= probability
            if index < 0:
                return fault
        return Fault.NONE

    def _text(self, prompt: Prompt, fault: Fault, key: str) -> str:
        match fault:
            case Fault.PROSE:
                return _PROSE
            case Fault.REFUSED:
                return "I can't help with that."
            case Fault.DUPLICATE_KEYS:
                return '{"word": "one", "word": "two"}'
            case Fault.REASONING_ONLY:
                return f"<think>{self.answer(prompt)}</think> I don't know."
            case Fault.ECHO_KEY:
                return f'{{"word": "{key}"}}'
            case Fault.TRUNCATED:
                return self.answer(prompt)[:-3]
        return self.answer(prompt)

    async def _respond(
        self, http: web.Request, prompt: Prompt, fault: Fault, text: str
    ) -> web.StreamResponse:
        transport = http.transport
        if transport is None:
            # The client has gone while it was being answered, as a killed one does.
            return web.Response()
        body = msgspec.json.encode(wire.body(prompt, text, fault))
        match fault:
            case Fault.RATE_LIMITED:
                return _error(429, "slow down", {"retry-after": f"{self.retry_after:g}"})
            case Fault.RATE_LIMITED_MS:
                return _error(429, "slow down", {"retry-after-ms": f"{self.retry_after * 1000:g}"})
            case Fault.RATE_LIMITED_DATE:
                when = datetime.now(UTC) + timedelta(seconds=self.retry_after)
                return _error(429, "slow down", {"retry-after": format_datetime(when, usegmt=True)})
            case Fault.QUOTA:
                return _error(429, "you have no money left", code="insufficient_quota")
            case Fault.SERVER_ERROR:
                return _error(500, "something broke")
            case Fault.OVERLOADED:
                return _error(529, "too much to do")
            case Fault.UNAUTHORIZED:
                return _error(401, f"wrong key {_key(http)}", {"x-echo": _key(http)})
            case Fault.BAD_REQUEST:
                return _error(400, "this makes no sense")
            case Fault.NOT_FOUND:
                return _error(404, "no such model")
            case Fault.REDIRECT:
                return web.Response(status=307, headers={"location": f"{self.url}/elsewhere"})
            case Fault.RESET:
                transport.abort()
            case Fault.RESET_MIDWAY:
                response = web.StreamResponse(headers={"content-type": "application/json"})
                response.content_length = len(body)
                await response.prepare(http)
                await response.write(body[: len(body) // 2])
                await asyncio.sleep(0.01)
                transport.abort()
                return response
            case Fault.HANG:
                await asyncio.sleep(3600)
            case Fault.NOT_HTTP:
                transport.write(b"SSH-2.0-OpenSSH_9.7\r\n")
                transport.close()
            case Fault.HTML:
                page = "<html><body>502 Bad Gateway</body></html>"
                return web.Response(text=page, content_type="text/html")
            case Fault.BROKEN_JSON:
                return _json(body[: len(body) // 2])
            case Fault.INVALID_UTF8:
                marked = msgspec.json.encode(wire.body(prompt, _MARK + text, fault))
                return _json(marked.replace(_MARK.encode(), b"\xff\xfe"))
            case Fault.EMPTY:
                return _json(b'{"choices": [], "output": null, "content": null}')
            case _:
                return _json(body)
        return web.Response()

    async def _models(self, _: web.Request) -> web.Response:
        models: list[dict[str, Any]] = [{"id": "loop", "object": "model", "type": "model"}]
        listing = {"object": "list", "data": models, "has_more": False}
        return _json(msgspec.json.encode(listing))

    async def _ledger(self, http: web.Request) -> web.Response:
        body = msgspec.json.encode(self.ledger)
        if http.method == "DELETE":
            self.ledger = Ledger()
        return _json(body)

    async def _set_faults(self, http: web.Request) -> web.Response:
        self.faults = msgspec.json.decode(await http.read(), type=dict[Fault, float])
        return web.Response()


def spec_at(url: str, api: Api, model: str, **options: object) -> ModelSpec:
    """The spec of a model of the server at `url`: only OpenAI's SDK wants the version in it."""
    if api is Api.MESSAGES:
        return parse_spec(f"anthropic/{model}", {"base_url": url, **options})
    where = {"base_url": f"{url}/v1", "api": "chat" if api is Api.CHAT else "responses"}
    return parse_spec(f"openai/{model}", {**where, **options})


def _key(http: web.Request) -> str:
    """The key that was sent, in whichever header."""
    headers = (http.headers.get("x-api-key"), http.headers.get("authorization"))
    return next((each for each in headers if each), "").removeprefix("Bearer ")


def _json(body: bytes) -> web.Response:
    return web.Response(body=body, content_type="application/json")


def _error(
    status: int, message: str, headers: Mapping[str, str] | None = None, code: str | None = None
) -> web.Response:
    error = {"type": "error", "message": message, "code": code, "param": None}
    body = msgspec.json.encode({"type": "error", "error": error})
    return web.Response(status=status, body=body, headers=headers, content_type="application/json")
