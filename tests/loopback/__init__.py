"""A real HTTP server for tests: it speaks three model APIs, and can be told to fail in every way.

`async with Loopback() as server` runs it in the test's own event loop, where `answer` can be any
function; `with LoopbackProcess() as server` in a process of its own, as `python -m tests.loopback`
does. `GET /ledger` says what it did, `DELETE /ledger` starts anew, `PUT /faults` changes how it
fails.
"""

from tests.loopback.faults import Fault
from tests.loopback.ledger import Ledger
from tests.loopback.process import LoopbackProcess
from tests.loopback.server import Loopback
from tests.loopback.wire import Api, Prompt

__all__ = ["Api", "Fault", "Ledger", "Loopback", "LoopbackProcess", "Prompt"]
