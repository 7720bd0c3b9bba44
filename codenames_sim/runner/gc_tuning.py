"""Tuning of Python's cyclic garbage collector while games are played."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_RARELY = (10_000, 20, 20)


def tune_gc() -> None:
    """Exclude existing objects from collection, and collect the others less often.

    Games create few reference cycles. With the default thresholds, the collector takes a fifth of
    the time of language-model games, and each full collection blocks all games for 0.1 s or more.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_RARELY)


@contextmanager
def tuned_gc() -> Iterator[None]:
    """A context with `tune_gc`; the previous settings are restored at its end."""
    before = gc.get_threshold()
    tune_gc()
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
