"""Measures calls per second of inspect-ai with its mock model, in the peers' environment.

python inspect_calls.py SECONDS
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator

from inspect_ai.model import (  # type: ignore[import-not-found]
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    ModelOutput,
    ModelUsage,
    get_model,
)

AT_ONCE = 100


def answers() -> Iterator[ModelOutput]:
    """Answers that include their usage, so that the mock need not count tokens."""
    while True:
        output = ModelOutput.from_content("mockllm/model", '{"reason": "", "guesses": ["whale"]}')
        output.usage = ModelUsage(input_tokens=300, output_tokens=20, total_tokens=320)
        yield output


async def main(seconds: float) -> None:
    """Ask the mock for the given number of seconds, and print the answers per second."""
    model = get_model(
        "mockllm/model", config=GenerateConfig(max_connections=1000), custom_outputs=answers()
    )
    prompt = [ChatMessageSystem(content="Play well. " * 60), ChatMessageUser(content="whale " * 60)]
    ends, answered = time.perf_counter() + seconds, 0

    async def ask_on() -> None:
        nonlocal answered
        while time.perf_counter() < ends:
            await model.generate(prompt)
            answered += 1

    began = time.perf_counter()
    await asyncio.gather(*(ask_on() for _ in range(AT_ONCE)))
    print(answered / (time.perf_counter() - began))


asyncio.run(main(float(sys.argv[1])))
