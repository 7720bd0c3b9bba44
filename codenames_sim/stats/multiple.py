"""Corrects p-values for multiple tests."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """Holm's corrected p-values (Scandinavian Journal of Statistics 6, 1979), in the given order.

    If hypotheses with a corrected p-value of at most alpha are rejected, the probability of any
    false rejection is at most alpha. The tests may depend on each other.
    """
    p = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p, kind="stable")
    steps = p[order] * np.arange(len(p), 0, -1)
    corrected = np.empty_like(p)
    corrected[order] = np.minimum(1, np.maximum.accumulate(steps))
    return corrected
