"""The server in a process of its own, so that it and the client don't share a processor."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.request import Request, urlopen

import msgspec

from codenames_sim.llm import ModelSpec
from tests.loopback.faults import Fault
from tests.loopback.ledger import Ledger
from tests.loopback.server import spec_at
from tests.loopback.wire import Api

_ROOT = Path(__file__).parents[2]


class LoopbackProcess:
    """`python -m tests.loopback`, for as long as its context lasts."""

    def __init__(self, *, latency: float = 0.0, seed: int = 0):
        options = [f"--latency={latency}", f"--seed={seed}"]
        self._command = [sys.executable, "-m", "tests.loopback", *options]

    def __enter__(self) -> LoopbackProcess:
        self._process = subprocess.Popen(
            self._command, cwd=_ROOT, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()
        """The address."""
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def spec(self, api: Api = Api.CHAT, model: str = "loop", **options: object) -> ModelSpec:
        """The spec of a model of this server, asked through `api`."""
        return spec_at(self.url, api, model, **options)

    def set_faults(self, faults: Mapping[Fault, float]) -> None:
        """Fail with these probabilities from now on."""
        self._call("PUT", "/faults", msgspec.json.encode(faults))

    def ledger(self) -> Ledger:
        """What the server did since it started or was reset."""
        return msgspec.json.decode(self._call("GET", "/ledger"), type=Ledger)

    def reset_ledger(self) -> None:
        """Start a new ledger."""
        self._call("DELETE", "/ledger")

    def _call(self, method: str, path: str, data: bytes | None = None) -> bytes:
        with urlopen(Request(self.url + path, data, method=method)) as response:
            body: bytes = response.read()
            return body
