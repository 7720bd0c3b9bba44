"""Serves sensible players in a process of their own; the first line it prints is the address."""

from __future__ import annotations

import argparse
import asyncio

from tests.llm_play.players import always_sensible
from tests.loopback import Loopback


async def main() -> None:
    """Serve until killed."""
    parser = argparse.ArgumentParser(prog="python -m tests.llm_play", description=__doc__)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds to each answer")
    async with Loopback(answer=always_sensible(), latency=parser.parse_args().latency) as server:
        print(server.url, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
