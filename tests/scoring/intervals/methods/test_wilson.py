"""Wilson's interval of scores of 0 and 1."""

import pytest

import sacreval


def test_zero_width_only_by_name():
    """Thirty right answers have Wilson's interval; the percentiles that are named are [1, 1]."""
    right = {"a": ["x"] * 30}
    result = sacreval.evaluate(right, ["x"] * 30, metrics="exact-match", ci=True)
    interval = result.report.results[0].interval
    assert (interval.method, interval.high) == ("wilson", 1.0)
    assert interval.low == pytest.approx(30 / (30 + 1.959963984540054**2))
    named = sacreval.evaluate(right, ["x"] * 30, metrics="exact-match", interval="percentile")
    assert (named.report.results[0].interval.low, named.report.results[0].interval.high) == (1, 1)
