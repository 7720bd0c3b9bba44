"""Ctrl-C and `kill`, heard while an event loop waits."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


@contextmanager
def on_interrupt(stop: Callable[[], object]) -> Iterator[None]:
    """Has SIGINT and SIGTERM call `stop`, where this thread may say so.

    Python's own handlers would not do: a signal that comes just before the loop begins to wait
    does not wake it.
    """
    loop, ours = asyncio.get_running_loop(), (signal.SIGINT, signal.SIGTERM)
    before = {each: signal.getsignal(each) for each in ours}
    with suppress(NotImplementedError, RuntimeError, ValueError):
        for each in ours:
            loop.add_signal_handler(each, stop)
    try:
        yield
    finally:
        with suppress(NotImplementedError, RuntimeError, ValueError):
            for each in ours:
                loop.remove_signal_handler(each)
                signal.signal(each, before[each])
