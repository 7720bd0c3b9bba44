"""Compares our client with a plain loop of calls of the same SDK.

    python experiments/benchmarks/llm_client.py [--api chat|responses|messages] [--rounds 5]

Both ask the same loopback server in another process. They alternate in one process, so other load
on the machine affects both equally. Printed are medians over the rounds, and their ratios. `cpu` is
the processor time of the client per call. `lag` is the 99th percentile of the time that an event at
a random moment waits for the event loop. `memory` is the peak of a process that does nothing else.
Warm-up calls, which open connections and let our concurrency limit grow, are not measured.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from codenames_sim.llm import (
    Client,
    DecisionSession,
    Limits,
    Message,
    ModelSpec,
    Request,
    Schema,
    Settings,
    parse_spec,
)
from tests.loopback import Api, LoopbackProcess

IN_FLIGHT = (100, 500, 1000)
LATENCIES = (0.0, 0.5)
CALLS = 2000
"""Calls per round, for each of the two clients."""

WORD: dict[str, object] = {
    "type": "object",
    "properties": {"word": {"type": "string"}, "number": {"type": "integer"}},
    "required": ["word", "number"],
    "additionalProperties": False,
}
# About as long as a spymaster's prompt.
REQUEST = Request(
    (Message("system", "Play well. " * 150), Message("user", "whale ocean " * 60)),
    Schema("clue", WORD),
)

Ask = Callable[[], Awaitable[object]]


class Measured(Struct):
    """The measurements of one round."""

    calls_per_second: float
    cpu_ms: float
    lag_ms: float


async def repeat(ask: Ask, in_flight: int, calls: int) -> None:
    """Call `ask` `calls` times, with `in_flight` calls at once."""
    waiting = iter(range(calls))

    async def worker() -> None:
        for _ in waiting:
            await ask()

    await asyncio.gather(*(worker() for _ in range(in_flight)))


async def measure(ask: Ask, in_flight: int) -> Measured:
    """Measure one round."""
    looks: list[float] = []

    async def watch() -> None:
        while True:
            looks.append(time.perf_counter())
            await asyncio.sleep(0.001)

    watching = asyncio.create_task(watch())
    cpu, began = time.process_time(), time.perf_counter()
    await repeat(ask, in_flight, CALLS)
    seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
    watching.cancel()
    return Measured(
        calls_per_second=CALLS / seconds,
        cpu_ms=1000 * cpu / CALLS,
        lag_ms=1000 * lag([later - sooner for sooner, later in itertools.pairwise(looks)]),
    )


def lag(gaps: list[float], share: float = 0.01) -> float:
    """The wait, from a random moment to the end of its gap, exceeded with probability `share`.

    Gaps are weighted by their length, so a loop that looks rarely is measured by its long gaps.
    """
    low, high = 0.0, max(gaps)
    for _ in range(50):
        middle = (low + high) / 2
        longer = sum(max(0.0, gap - middle) for gap in gaps) > share * sum(gaps)
        low, high = (middle, high) if longer else (low, middle)
    return high


@asynccontextmanager
async def ours(spec: ModelSpec, in_flight: int) -> AsyncIterator[Ask]:
    """Our client, as a decision of a game uses it."""
    async with Client(Settings({spec.account: Limits(concurrency=in_flight)})) as client:
        yield lambda: DecisionSession(client, ("game",)).ask(spec, REQUEST)


@asynccontextmanager
async def bare(spec: ModelSpec, in_flight: int) -> AsyncIterator[Ask]:
    """The SDK's own method, with the same transport settings as ours."""
    import anthropic
    import httpx2
    import openai

    timeout = httpx2.Timeout(None, connect=60.0)
    limits = httpx2.Limits(max_connections=in_flight)
    system, user = ({"role": each.role, "content": each.text} for each in REQUEST.messages)
    named = {"name": "clue", "schema": WORD, "strict": True}
    sdk: anthropic.AsyncAnthropic | openai.AsyncOpenAI
    create: Callable[..., Awaitable[object]]
    arguments: dict[str, Any] = {"model": spec.model}
    if spec.api == "messages":
        sdk = anthropic.AsyncAnthropic(
            api_key="none",
            base_url=spec.base_url,
            max_retries=0,
            timeout=timeout,
            http_client=anthropic.DefaultAioHttpClient(limits=limits),
        )
        create = sdk.messages.create
        arguments |= {"system": system["content"], "messages": [user]}
        arguments |= {"max_tokens": spec.max_tokens}
        arguments |= {"output_config": {"format": {"type": "json_schema", "schema": WORD}}}
    else:
        sdk = openai.AsyncOpenAI(
            api_key="none",
            base_url=spec.base_url,
            max_retries=0,
            timeout=timeout,
            http_client=openai.DefaultAioHttpClient(limits=limits),
        )
        if spec.api == "chat":
            create = sdk.chat.completions.create
            arguments |= {"max_tokens": spec.max_tokens, "messages": [system, user]}
            arguments |= {"response_format": {"type": "json_schema", "json_schema": named}}
        else:
            create = sdk.responses.create
            arguments |= {"max_output_tokens": spec.max_tokens, "input": [system, user]}
            arguments |= {"store": False, "text": {"format": {"type": "json_schema", **named}}}
    async with sdk:
        yield lambda: create(**arguments)


BOTH = {"bare": bare, "ours": ours}


async def side_by_side(spec: ModelSpec, in_flight: int, rounds: int) -> dict[str, Measured]:
    """The medians of both, measured alternately."""
    async with bare(spec, in_flight) as theirs, ours(spec, in_flight) as mine:
        asks = {"bare": theirs, "ours": mine}
        for ask in asks.values():
            await repeat(ask, in_flight, 3 * in_flight)
        measured: dict[str, list[Measured]] = {who: [] for who in asks}
        for _ in range(rounds):
            for who, ask in asks.items():
                measured[who].append(await measure(ask, in_flight))
    return {who: median(figures) for who, figures in measured.items()}


def median(figures: list[Measured]) -> Measured:
    """The median of each figure."""
    fields = Measured.__struct_fields__
    return Measured(
        *(statistics.median(getattr(each, name) for each in figures) for name in fields)
    )


def peak_memory(who: str, spec: ModelSpec, in_flight: int) -> float:
    """The peak memory in megabytes of a process that only asks."""
    assert spec.base_url is not None
    command = [sys.executable, __file__, "--memory", who, spec.base_url, spec.api, str(in_flight)]
    return float(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


async def ask_and_weigh(who: str, base_url: str, api: str, in_flight: int) -> None:
    """Ask, and print the peak memory of this process in megabytes (Linux)."""
    provider, options = ("anthropic", {}) if api == "messages" else ("openai", {"api": api})
    spec = parse_spec(f"{provider}/loop", {"base_url": base_url, **options})
    async with BOTH[who](spec, in_flight) as ask:
        await repeat(ask, in_flight, 3 * in_flight)
    status = Path("/proc/self/status").read_text("ascii")
    print(int(status.split("VmHWM:")[1].split()[0]) / 1024)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--api", choices=[api.name.lower() for api in Api], default="chat")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--memory", nargs=4, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.memory:
        who, base_url, api, in_flight = arguments.memory
        asyncio.run(ask_and_weigh(who, base_url, api, int(in_flight)))
        return
    print(f"{arguments.api}, medians over {arguments.rounds} rounds of {CALLS} calls")
    print("latency  in flight         calls/s   cpu ms   lag ms   memory MB")
    for latency, in_flight in itertools.product(LATENCIES, IN_FLIGHT):
        with LoopbackProcess(latency=latency) as server:
            spec = server.spec(Api[arguments.api.upper()], max_tokens=200)
            measured = asyncio.run(side_by_side(spec, in_flight, arguments.rounds))
            table = {
                who: (*astuple(figures), peak_memory(who, spec, in_flight))
                for who, figures in measured.items()
            }
        table["ratio"] = tuple(
            one / other for one, other in zip(table["ours"], table["bare"], strict=True)
        )
        for who, figures in table.items():
            columns = "".join(f"{figure:9.2f}" for figure in figures)
            print(f"{latency:5.1f} s {in_flight:10}  {who:6}{columns}", flush=True)


if __name__ == "__main__":
    main()
