"""Quantiles and tails of the usual distributions.

They come from `scipy.special`. Importing `scipy.stats` for them takes longer than all else that a
command does.
"""

from __future__ import annotations

from scipy import special


def normal_quantile(p: float) -> float:
    """The value that a standard normal variable stays below with probability `p`."""
    return float(special.ndtri(p))


def t_quantile(p: float, df: float) -> float:
    """The value that Student's t of `df` degrees of freedom stays below with probability `p`."""
    return float(special.stdtrit(df, p))


def t_tail(t: float, df: float) -> float:
    """The probability that Student's t of `df` degrees of freedom is above `t`."""
    return float(special.stdtr(df, -t))


def chi2_quantile(p: float, df: float) -> float:
    """The value that chi-squared of `df` degrees of freedom stays below with probability `p`."""
    return float(special.chdtri(df, 1 - p))


def chi2_tail(x: float, df: float) -> float:
    """The probability that chi-squared of `df` degrees of freedom is above `x`."""
    return float(special.chdtrc(df, x))
