"""Run the server as a process of its own; the first line it prints is its address."""

from __future__ import annotations

import argparse
import asyncio

from tests.loopback import Fault, Loopback


async def main() -> None:
    """Serve until killed."""
    parser = argparse.ArgumentParser(prog="python -m tests.loopback", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--latency", type=float, default=0.0, help="seconds to each answer")
    parser.add_argument("--retry-after", type=float, default=0.0, help="seconds a 429 asks for")
    parser.add_argument("--seed", type=int, default=0, help="of the random faults")
    parser.add_argument(
        "--fault",
        action="append",
        default=[],
        metavar="NAME=PROBABILITY",
        help=f"one of {', '.join(Fault)}; may be repeated",
    )
    arguments = parser.parse_args()
    pairs = (each.split("=") for each in arguments.fault)
    server = Loopback(
        faults={Fault(name): float(probability) for name, probability in pairs},
        latency=arguments.latency,
        retry_after=arguments.retry_after,
        seed=arguments.seed,
        port=arguments.port,
    )
    async with server:
        print(server.url, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
