"""Python's collector of reference cycles, held back while games are played."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_RARELY = (10_000, 20, 20)


def collect_rarely() -> None:
    """Spares the collector what is there already, and has it look at the rest less often.

    Games leave few cycles. By default it takes a fifth of the time of language-model games, and
    holds up all of them for a tenth of a second and more whenever it goes through everything.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_RARELY)


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """`collect_rarely` for a while, where the process has other things to do afterwards."""
    before = gc.get_threshold()
    collect_rarely()
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
