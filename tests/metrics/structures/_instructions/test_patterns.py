"""Searches for words that may be patterns."""

import pytest

from sacreval.errors import RecordError
from sacreval.metrics.structures._instructions import patterns


def test_case_does_not_matter():
    """Matches are counted whatever their case."""
    assert patterns.count("cat", "Cat, CAT and cats") == 3
    assert patterns.there("c.t", "a CUT")
    assert not patterns.there(r"\bcat\b", "cats")


def test_wrong_patterns():
    """What is no regular expression is an error of the record."""
    with pytest.raises(RecordError, match="not a regular expression"):
        patterns.there("(", "text")


def test_slow_patterns(monkeypatch):
    """A search that takes too long ends."""
    monkeypatch.setattr(patterns, "SECONDS", 0.05)
    with pytest.raises(RecordError, match="without nested repetitions"):
        patterns.count(r"(a|aa)+$", "a" * 100 + "c")
