"""The interval of Clopper and Pearson."""

import pytest

import sacreval


def test_guarantee():
    """--guarantee has Clopper-Pearson's interval, whose low end for 30 of 30 is .025^(1/30)."""
    result = sacreval.evaluate({"a": ["x"] * 30}, ["x"] * 30, metrics="exact-match", guarantee=True)
    interval = result.report.results[0].interval
    assert interval.method == "clopper-pearson"
    assert interval.low == pytest.approx(0.025 ** (1 / 30))
