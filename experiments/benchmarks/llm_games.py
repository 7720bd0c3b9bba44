"""Measures the overhead of games over plain model calls, and the tokens per game.

    python experiments/benchmarks/llm_games.py [--rounds 3] [tokens] [sdk] [inspect]

- `tokens`: games of vector agents, written in our prompts (`step` and `plan`), counted with the
  local model's tokenizer. The count covers messages and visible answers, without what a provider
  adds.
- `sdk`: whole games against a loopback server in another process, compared with a plain loop of the
  SDK's calls with the prompts of such games. They alternate; medians and their ratio are printed.
- `inspect`: whole games with a provider in this process, compared with inspect-ai's mock model,
  which has its own environment.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.request import Request as HttpRequest
from urllib.request import urlopen

from openai import AsyncOpenAI, DefaultAioHttpClient

sys.path.insert(0, str(Path(__file__).parents[2]))

from codenames_sim.dry_run.rehearsal import rehearse
from codenames_sim.llm import (
    Answer,
    CallRecord,
    Client,
    Limits,
    ModelSpec,
    Question,
    Request,
    Settings,
    Usage,
)
from codenames_sim.llm.messages import Failure, Reply
from codenames_sim.llm.providers.local_files import gguf_file
from codenames_sim.records import Played, TableRows
from codenames_sim.runner.concurrent_games import in_order, play_all
from codenames_sim.runner.gc_tuning import tuned_gc
from codenames_sim.runner.model_access import Models
from codenames_sim.tournament import Plan, fixtures, load_plan

HERE = Path(__file__).parent
PEERS = HERE / ".peers" / "inspect"
PEER = "inspect-ai==0.3.285"
BOARDS = 100
GAMES_A_TABLE = 20
"""Games per batch of tables. The runner converts all games that have ended since the last batch."""
WARM = 5.0
"""Seconds of warm-up before the measurement."""
KAGGLE = {"calls": 33, "tokens": 39_000}
"""Calls and tokens per game of the Kaggle harness, from its logs."""
CONFIG = """
boards: 1000000
format: self_play
agents: {model: {llm: openai/loop, base_url: "URL/v1", mode: MODE}}
entrants: {team: {spymaster: model, operatives: model}}
"""


def plan_at(url: str, mode: str = "step") -> Plan:
    """The plan of games between teams of a model at this address."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "benchmark.yaml")
        file.write_text(CONFIG.replace("URL", url).replace("MODE", mode), "utf-8")
        return load_plan(file)


# Tokens.


def count_tokens() -> None:
    """Print the tokens per game and per prompt, for both modes."""
    xllamacpp = import_module("xllamacpp")

    params = xllamacpp.CommonParams()
    params.model.path = gguf_file("smollm2")
    params.port, params.verbosity, params.ui = 0, -1, False
    server = xllamacpp.Server(params)

    def tokens(text: str) -> int:
        body = json.dumps({"content": text}).encode()
        where = f"{server.listening_address}/tokenize"
        header = {"content-type": "application/json"}
        with urlopen(HttpRequest(where, body, header)) as response:
            return len(json.load(response)["tokens"])

    for mode, share in (("step", 2), ("plan", 4)):
        plan = plan_at("http://127.0.0.1", mode)
        games = [rehearse(fixture)[1] for fixture in fixtures(plan, range(BOARDS))]
        prompts = [
            [sum(tokens(message.text) for message in asked.request.messages) for asked in game]
            for game in games
        ]
        answers = [[tokens(asked.answer) for asked in game] for game in games]
        totals = [sum(read) + sum(said) for read, said in zip(prompts, answers, strict=True)]
        every = list(itertools.chain(*prompts))
        mean = statistics.fmean(totals)
        print(
            f"{mode}: {mean:,.0f} tokens per game on {BOARDS} boards (maximum {max(totals):,}), "
            f"{statistics.fmean(map(len, games)):.1f} calls; {statistics.fmean(every):.0f} tokens "
            f"per prompt (maximum {max(every)}); {mean / KAGGLE['tokens']:.1%} of Kaggle's "
            f"{KAGGLE['tokens']:,} (target: at most {1 / share:.0%})"
        )


# Comparison with a plain loop of the SDK's calls.


@contextmanager
def players(latency: float) -> Iterator[str]:
    """The address of a server, in another process, that answers as sensible players."""
    command = [sys.executable, "-m", "tests.llm_play", f"--latency={latency}"]
    process = subprocess.Popen(command, cwd=HERE.parents[1], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.communicate()


class Counting(Client):
    """A desk that counts its answers."""

    answered = 0

    async def ask(
        self,
        question: Question,
        ask: int = 0,
        record: Callable[[CallRecord], None] = lambda _: None,
    ) -> Answer:
        """As any client."""
        answer = await super().ask(question, ask, record)
        self.answered += 1
        return answer


async def our_calls_a_second(plan: Plan, in_flight: int, seconds: float) -> float:
    """Calls per second in games with all records, after our concurrency limit has grown."""
    settings = Settings(
        limits={spec.account: Limits(concurrency=in_flight) for spec in models_of(plan)}
    )

    ended: list[Played] = []

    async def done(played: Played) -> None:
        ended.append(played)
        if len(ended) == GAMES_A_TABLE:
            rows = TableRows()
            while ended:
                rows.add(ended.pop())
            rows.tables()

    client = Counting(settings)
    async with client:
        games = fixtures(plan, range(plan.boards))
        playing = asyncio.create_task(
            play_all(plan, in_order(games), in_flight, done, models=Models(client))
        )
        await asyncio.sleep(WARM)
        before, began = client.answered, time.perf_counter()
        await asyncio.sleep(seconds)
        rate = (client.answered - before) / (time.perf_counter() - began)
        client.stop()
        await playing
        return rate


def models_of(plan: Plan) -> set[ModelSpec]:
    """The models of a plan."""
    return {spec for entrant in plan.entrants.values() for spec in entrant.models}


async def bare_calls_a_second(
    url: str, requests: list[Request], in_flight: int, calls: int
) -> float:
    """Calls per second with the same SDK, HTTP client and prompts, and nothing else."""
    client = AsyncOpenAI(
        base_url=f"{url}/v1", api_key="none", max_retries=0, http_client=DefaultAioHttpClient()
    )
    waiting = itertools.islice(itertools.cycle(requests), in_flight)

    async def ask_on() -> None:
        for request in waiting:
            schema = request.schema
            assert schema is not None
            messages: Any = [{"role": each.role, "content": each.text} for each in request.messages]
            await client.chat.completions.create(
                model="loop",
                messages=messages,
                response_format={
                    "type": "json_schema",
                    "json_schema": {"name": schema.name, "schema": schema.json, "strict": True},
                },
            )

    # The first round opens the connections.
    await asyncio.gather(*(ask_on() for _ in range(in_flight)))
    waiting = itertools.islice(itertools.cycle(requests), calls)
    began = time.perf_counter()
    await asyncio.gather(*(ask_on() for _ in range(in_flight)))
    rate = calls / (time.perf_counter() - began)
    await client.close()
    return rate


def compare_sdk(rounds: int) -> None:
    """Print both rates with a saturated processor, and at 500 ms latency."""
    for latency, in_flight, seconds, least in ((0.0, 100, 8.0, 0.8), (0.5, 100, 15.0, 0.98)):
        ours, bare = [], []
        with players(latency) as url:
            plan = plan_at(url)
            asked = [rehearse(fixture)[1] for fixture in fixtures(plan, range(10))]
            requests = [each.request for game in asked for each in game]
            for _ in range(rounds):
                ours.append(asyncio.run(our_calls_a_second(plan, in_flight, seconds)))
                calls = int(seconds * ours[-1])
                bare.append(asyncio.run(bare_calls_a_second(url, requests, in_flight, calls)))
        ratio = statistics.median(ours) / statistics.median(bare)
        print(
            f"{latency * 1000:.0f} ms, {in_flight} in flight: ours {statistics.median(ours):,.0f}, "
            f"bare SDK {statistics.median(bare):,.0f} calls/s, ratio {ratio:.1%} "
            f"(target: at least {least:.0%})"
        )


# Comparison with inspect-ai's mock model.


class InProcess:
    """A provider in this process that answers at once, like the peer: always the same clue, and
    the first word that is left."""

    async def send(self, spec: ModelSpec, request: Request) -> Reply | Failure:
        """The answer."""
        await asyncio.sleep(0)
        _, listed, words = request.messages[-1].text.rpartition("Unrevealed words: ")
        text = '{"targets": [], "word": "zzz", "number": 2}'
        if listed:
            text = f'{{"reason": "", "guesses": ["{words.partition(",")[0]}"]}}'
        return Reply(text, Usage(300, 20), "loop", "stop")

    async def models(self) -> tuple[str, ...]:
        """Only one."""
        return ("loop",)

    async def aclose(self) -> None:
        """Nothing to close."""


def compare_inspect(rounds: int) -> None:
    """Print both rates and their ratio."""
    python = PEERS / "bin" / "python"
    if not python.exists():
        print(f"making {PEERS} with {PEER} …", flush=True)
        venv.create(PEERS, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", PEER], check=True)
    ours, theirs = [], []

    async def connect(spec: ModelSpec, connections: int) -> InProcess:
        return InProcess()

    plan = plan_at("http://127.0.0.1")
    for _ in range(rounds):
        script = [str(python), str(HERE / "peers" / "inspect_calls.py"), "8"]
        done = subprocess.run(script, capture_output=True, text=True, check=True)
        theirs.append(float(done.stdout.split()[-1]))
        with mock.patch("codenames_sim.llm.client.connect", connect), tuned_gc():
            ours.append(asyncio.run(our_calls_a_second(plan, 100, 8.0)))
    ratio = statistics.median(ours) / statistics.median(theirs)
    print(
        f"in process: ours {statistics.median(ours):,.0f}, {PEER} "
        f"{statistics.median(theirs):,.0f} calls/s, ratio {ratio:.2f} (target: at least 5)"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("what", nargs="*", metavar="tokens|sdk|inspect")
    options = parser.parse_args()
    wanted = options.what or ["tokens", "sdk", "inspect"]
    if "tokens" in wanted:
        count_tokens()
    if "sdk" in wanted:
        compare_sdk(options.rounds)
    if "inspect" in wanted:
        compare_inspect(options.rounds)
