"""Holm's correction, against statsmodels."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from codenames_sim.stats import holm


# statsmodels collects garbage at every call, so the examples are few and may be slow.
@settings(deadline=None, max_examples=25)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_it_is_that_of_statsmodels(p_values: list[float]) -> None:
    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1])


def test_no_tests_no_values() -> None:
    assert len(holm([])) == 0
