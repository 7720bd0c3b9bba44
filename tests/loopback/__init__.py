"""A real HTTP server for tests: it speaks three model APIs, and can be told to fail in every way.

In a test, `async with Loopback() as server`; for a process of its own, `python -m tests.loopback`.
"""

from tests.loopback.faults import Fault
from tests.loopback.ledger import Ledger
from tests.loopback.server import Loopback
from tests.loopback.wire import Api, Prompt

__all__ = ["Api", "Fault", "Ledger", "Loopback", "Prompt"]
