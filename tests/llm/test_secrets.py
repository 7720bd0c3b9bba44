"""No key reaches a log, a record, an answer, an error or a traceback."""

from __future__ import annotations

import asyncio
import logging
import traceback
from pathlib import Path
from types import TracebackType

import msgspec
import pytest

from codenames_sim.errors import ConfigError
from codenames_sim.llm import (
    CallError,
    CallRecord,
    Client,
    DecisionSession,
    Exchange,
    FileCache,
    Key,
    Question,
    Request,
    Retry,
    Settings,
)
from codenames_sim.llm.doctor import diagnose
from codenames_sim.llm.secrets import MASK, key_from_environment, redact
from tests.loopback import Api, Fault, Loopback

pytestmark = pytest.mark.anyio

KEY = "a-key-of-no-known-form-8c1f"


@pytest.fixture(autouse=True)
def key_in_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOOPBACK_KEY", KEY)


class Kept:
    """A journal that keeps everything as bytes."""

    def __init__(self) -> None:
        self.written = b""

    def lookup(self, key: Key) -> Exchange | None:
        return None

    async def store(self, key: Key, exchange: Exchange) -> None:
        self.written += msgspec.json.encode((key, exchange))


def variables_of(trace: TracebackType | None) -> str:
    """Every local variable of every frame, as a traceback that shows locals prints them."""
    return "".join(
        repr(value)
        for frame, _ in traceback.walk_tb(trace)
        for value in frame.f_locals.values()
        if frame.f_code.co_filename != __file__
    )


def everything_in(error: BaseException | None) -> str:
    """An error, its causes and contexts, their attributes and variables, as text."""
    text = ""
    while error is not None:
        text += "".join(traceback.format_exception(error)) + repr(vars(error))
        text += variables_of(error.__traceback__)
        error = error.__cause__ or error.__context__
    return text


@pytest.mark.parametrize("fault", Fault)
async def test_not_after_any_fault(
    api: Api,
    fault: Fault,
    request_for_word: Request,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
) -> None:
    caplog.set_level(logging.DEBUG)
    journal, cache = Kept(), FileCache(tmp_path / "cache")
    once = Settings(retry=Retry(attempts=1, timeout=0.5))
    async with Loopback(faults={fault: 1.0}) as server, Client(once) as client:
        spec = server.spec(api, api_key_env="LOOPBACK_KEY")
        session = DecisionSession(client, ("game",), journal, cache)
        message = ""
        try:
            message = repr(await session.ask(spec, request_for_word))
        except CallError as error:
            message = everything_in(error)
        message += repr(client) + repr(vars(client)) + repr(spec)
        assert KEY in server.keys
    cache.close()
    cached = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert KEY not in message
    assert KEY.encode() not in msgspec.json.encode(session.calls)
    assert KEY.encode() not in journal.written + cached
    assert KEY not in "".join(logging.Formatter().format(record) for record in caplog.records)


async def test_an_echoed_key_is_masked_rather_than_lost(
    api: Api, request_for_word: Request, impatient: Settings
) -> None:
    rows: list[CallRecord] = []
    async with Loopback(script=[Fault.ECHO_KEY]) as server, Client(impatient) as client:
        spec = server.spec(api, api_key_env="LOOPBACK_KEY")
        answer = await client.ask(Question.put(spec, request_for_word), record=rows.append)
    assert answer.data == {"word": MASK}
    assert rows[0].response == f'{{"word": "{MASK}"}}'


async def test_not_after_a_cancellation(
    api: Api, request_for_word: Request, impatient: Settings
) -> None:
    async with Loopback(faults={Fault.HANG: 1.0}) as server, Client(Settings()) as client:
        spec = server.spec(api, api_key_env="LOOPBACK_KEY")
        call = asyncio.ensure_future(client.ask(Question.put(spec, request_for_word)))
        while not server.ledger.requests:
            await asyncio.sleep(0.01)
        call.cancel()
        with pytest.raises(asyncio.CancelledError) as cancelled:
            await call
    assert KEY not in everything_in(cancelled.value)


async def test_not_from_the_doctor(api: Api) -> None:
    for fault in (Fault.UNAUTHORIZED, Fault.ECHO_KEY, Fault.NONE):
        async with Loopback(faults={fault: 1.0}) as server:
            spec = server.spec(api, api_key_env="LOOPBACK_KEY")
            assert KEY not in repr(await diagnose(spec))


async def test_no_key_goes_to_an_address_it_was_not_meant_for(
    api: Api, request_for_word: Request, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.setenv(variable, KEY)
    async with Loopback() as server, Client() as client:
        await client.ask(Question.put(server.spec(api), request_for_word))
    assert server.keys == {"none"}


@pytest.mark.parametrize("value", ["", "  ", "short", "né-a-clé-à-moi", "two\nlines-of-key"])
def test_an_invalid_key_is_rejected(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_KEY", value)
    with pytest.raises(ConfigError, match="SOME_KEY") as refused:
        key_from_environment("SOME_KEY")
    assert not value.strip() or value not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("key sk-proj-abcdefghij0123456789 wrong", f"key {MASK} wrong"),
        ("sk-ant-api03-ABCdef_ghi-jkl0123456789", MASK),
        ("Authorization: Bearer abc.def-ghi123", f"Authorization: Bearer {MASK}"),
        ("http://me:hunter2@host/v1 is down", f"http://{MASK}@host/v1 is down"),
        ("ask-me a risk-free question", "ask-me a risk-free question"),
    ],
)
def test_what_looks_like_a_secret_is_masked(text: str, clean: str) -> None:
    assert redact(text) == clean


def test_logged_errors_are_masked_with_their_traceback(caplog: pytest.LogCaptureFixture) -> None:
    key = key_from_environment("LOOPBACK_KEY")
    try:
        raise ValueError(f"the key {key}")
    except ValueError:
        logging.getLogger("anything").exception("it was %s", key)
    (record,) = caplog.records
    assert logging.Formatter().format(record).count(MASK) >= 2
    assert key not in logging.Formatter().format(record)


async def test_a_redirect_is_not_followed(
    api: Api, request_for_word: Request, impatient: Settings
) -> None:
    async with Loopback(script=[Fault.REDIRECT]) as server, Client(impatient) as client:
        with pytest.raises(CallError, match="HTTP 307"):
            await client.ask(Question.put(server.spec(api), request_for_word))
