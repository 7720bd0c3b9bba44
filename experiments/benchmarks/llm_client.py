"""Calls a second of our client beside a bare loop of the same SDK's calls.

    python experiments/benchmarks/llm_client.py [--api chat|responses|messages] [--rounds 3]

Both ask one loopback server, which has a process of its own; so has each measurement, and the two
take turns. Printed are medians over the rounds, and the ratios. `cpu` is the client's own processor
time for a call, `lag` the 99th percentile of how late its event loop wakes a task, `memory` its
peak. Calls that open connections and let our limit on concurrency grow come first and don't count.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

sys.path.insert(0, str(Path(__file__).parents[2]))

from codenames_sim.llm import Client, Desk, Limits, Message, ModelSpec, Request, Schema, Settings
from tests.loopback import Api, LoopbackProcess

IN_FLIGHT = (100, 500, 1000)
LATENCIES = (0.0, 0.5)
CALLS = {0.0: 4000, 0.5: 5000}

WORD: dict[str, object] = {
    "type": "object",
    "properties": {"word": {"type": "string"}, "number": {"type": "integer"}},
    "required": ["word", "number"],
    "additionalProperties": False,
}
# As long as a spymaster's prompt.
REQUEST = Request(
    (Message("system", "Play well. " * 150), Message("user", "whale ocean " * 60)),
    Schema("clue", WORD),
)

Ask = Callable[[], Awaitable[object]]


class Measured(Struct):
    """One measurement."""

    calls_a_second: float
    cpu_ms: float
    lag_ms: float
    memory_mb: float


async def measure(ask: Ask, in_flight: int, calls: int) -> Measured:
    """Call `ask` so many times, so many at once."""

    async def repeat(count: int) -> None:
        waiting = iter(range(count))

        async def worker() -> None:
            for _ in waiting:
                await ask()

        await asyncio.gather(*(worker() for _ in range(in_flight)))

    lags: list[float] = []

    async def watch() -> None:
        while True:
            due = time.perf_counter() + 0.01
            await asyncio.sleep(0.01)
            lags.append(time.perf_counter() - due)

    await repeat(3 * in_flight)
    watching = asyncio.create_task(watch())
    cpu, began = time.process_time(), time.perf_counter()
    await repeat(calls)
    seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
    watching.cancel()
    return Measured(
        calls_a_second=calls / seconds,
        cpu_ms=1000 * cpu / calls,
        lag_ms=1000 * statistics.quantiles(lags, n=100)[-1],
        memory_mb=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    )


async def ours(spec: ModelSpec, in_flight: int, calls: int) -> Measured:
    """Our client, as a decision in a game uses it."""
    limits = {spec.account: Limits(concurrency=in_flight)}
    async with Client(Settings(limits=limits)) as client:

        async def ask() -> None:
            await Desk(client, ("game",)).ask(spec, REQUEST)

        return await measure(ask, in_flight, calls)


async def bare(spec: ModelSpec, in_flight: int, calls: int) -> Measured:
    """The SDK's own method in a loop, its transport set up as ours is."""
    import anthropic
    import httpx2
    import openai

    limits = httpx2.Limits(max_connections=in_flight)
    system, user = ({"role": each.role, "content": each.text} for each in REQUEST.messages)
    form = {"type": "json_schema", "schema": WORD}
    named = {"name": "clue", "schema": WORD, "strict": True}
    sdk: anthropic.AsyncAnthropic | openai.AsyncOpenAI
    create: Callable[..., Awaitable[object]]
    arguments: dict[str, Any] = {"model": spec.model}
    if spec.api == "messages":
        sdk = anthropic.AsyncAnthropic(
            api_key="none",
            base_url=spec.base_url,
            max_retries=0,
            http_client=anthropic.DefaultAioHttpClient(limits=limits),
        )
        create = sdk.messages.create
        arguments |= {"max_tokens": spec.max_tokens, "output_config": {"format": form}}
        arguments |= {"system": system["content"], "messages": [user]}
    else:
        sdk = openai.AsyncOpenAI(
            api_key="none",
            base_url=spec.base_url,
            max_retries=0,
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
        return await measure(lambda: create(**arguments), in_flight, calls)


def in_a_process(who: str, url: str, api: str, in_flight: int, calls: int) -> Measured:
    """A measurement in a fresh process."""
    command = [sys.executable, __file__, "--measure", who, url, api, str(in_flight), str(calls)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    return Measured(**json.loads(done.stdout))


def median(many: list[Measured]) -> Measured:
    """The median of each figure."""
    return Measured(
        *(
            statistics.median(getattr(each, field) for each in many)
            for field in Measured.__struct_fields__
        )
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--api", choices=[api.name.lower() for api in Api], default="chat")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--measure", nargs=5, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        measure_one(*arguments.measure)
        return
    print(f"{arguments.api}, medians of {arguments.rounds} rounds")
    print("latency  in flight        calls/s   cpu ms   lag ms  memory MB")
    for latency in LATENCIES:
        for in_flight in IN_FLIGHT:
            measured: dict[str, list[Measured]] = {"bare": [], "ours": []}
            with LoopbackProcess(latency=latency) as server:
                for _ in range(arguments.rounds):
                    for who, figures in measured.items():
                        calls = CALLS[latency]
                        figures.append(
                            in_a_process(who, server.url, arguments.api, in_flight, calls)
                        )
            print_side_by_side(
                latency, in_flight, median(measured["bare"]), median(measured["ours"])
            )


def print_side_by_side(latency: float, in_flight: int, bare: Measured, ours: Measured) -> None:
    """Two lines of figures and one of ratios."""
    ratio = Measured(
        *(getattr(ours, field) / getattr(bare, field) for field in Measured.__struct_fields__)
    )
    for who, each in (("bare", bare), ("ours", ours), ("ratio", ratio)):
        figures = "".join(f"{getattr(each, field):9.2f}" for field in Measured.__struct_fields__)
        print(f"{latency:5.1f} s  {in_flight:9}  {who:5} {figures}", flush=True)


def measure_one(who: str, url: str, api: str, in_flight: str, calls: str) -> None:
    """Measure in this process and print the figures as JSON."""
    from tests.loopback.server import spec_at

    spec = spec_at(url, Api[api.upper()], "loop", max_tokens=200)
    run = ours if who == "ours" else bare
    measured = asyncio.run(run(spec, int(in_flight), int(calls)))
    print(json.dumps({field: getattr(measured, field) for field in measured.__struct_fields__}))


if __name__ == "__main__":
    main()
