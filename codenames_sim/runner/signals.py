"""Ctrl-C and `kill`, heard while an event loop waits.

On Windows no event loop has `add_signal_handler`. There `signal.signal` sets the handler, which
Python runs in the main thread; the default loop wakes for it, since it sets `signal.set_wakeup_fd`.
The handler may run between any two instructions, so it only asks the loop to call `stop`
(`call_soon_threadsafe`). Windows sends SIGINT for Ctrl-C and SIGBREAK for Ctrl-Break and for a
closing console; a process that another one terminates there is ended without a handler.
"""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

INTERRUPTS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name)
)
"""The signals that ask a run to stop."""


@contextmanager
def on_interrupt(stop: Callable[[], object]) -> Iterator[None]:
    """Has each of `INTERRUPTS` call `stop` from the running loop.

    Only the main thread receives signals; in any other this does nothing. Where the loop has
    handlers of its own they are used: with `signal.signal`, a signal that comes just before the
    loop begins to wait would not wake it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    before = {each: signal.getsignal(each) for each in INTERRUPTS}
    by_loop = _add_handlers(loop, stop)
    try:
        yield
    finally:
        for each in INTERRUPTS:
            if by_loop:
                loop.remove_signal_handler(each)
            if before[each] is not None:
                signal.signal(each, before[each])


def ignore_interrupts() -> None:
    """Leaves Ctrl-C, which a terminal sends to all its processes, to the parent process."""
    for each in set(INTERRUPTS) - {signal.SIGTERM}:
        signal.signal(each, signal.SIG_IGN)


def _add_handlers(loop: asyncio.AbstractEventLoop, stop: Callable[[], object]) -> bool:
    """Adds the handlers; whether they are the loop's own."""
    try:
        for each in INTERRUPTS:
            loop.add_signal_handler(each, stop)
    except NotImplementedError:
        for each in INTERRUPTS:
            signal.signal(each, lambda *_: loop.call_soon_threadsafe(stop))
        return False
    return True
