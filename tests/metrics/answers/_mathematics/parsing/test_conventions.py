"""Decisions of several comparisons."""

import itertools

import pytest

from sacreval.metrics.answers._mathematics.parsing.conventions import every, some


@pytest.mark.parametrize("decisions", [*itertools.product([True, False, None], repeat=2)])
def test_three_values(decisions):
    """A false one decides that not all are true, a true one that some are; else None remains."""
    open_ = None in decisions
    assert every(decisions) is (False if False in decisions else None if open_ else True)
    assert some(decisions) is (True if True in decisions else None if open_ else False)
