"""The server's own account of what it did."""

from __future__ import annotations

from msgspec import Struct

from tests.loopback.faults import DELIVERED, Fault


class Ledger(Struct):
    """Counts of requests and tokens, to hold a client's records against."""

    requests: int = 0
    by_fault: dict[str, int] = {}
    """Of the requests that were answered, or broken off: one that hangs is not among them."""
    delivered: int = 0
    """Answers that were written whole, with a usage in them."""
    input_tokens: int = 0
    """Of the delivered ones, cached ones included."""
    cached_input_tokens: int = 0
    output_tokens: int = 0
    most_at_once: int = 0

    def add(self, fault: Fault, input_tokens: int, cached: int, output_tokens: int) -> None:
        """Count one request that was answered with `fault`."""
        self.by_fault[fault] = self.by_fault.get(fault, 0) + 1
        if fault in DELIVERED:
            self.delivered += 1
            self.input_tokens += input_tokens
            self.cached_input_tokens += cached
            self.output_tokens += output_tokens
