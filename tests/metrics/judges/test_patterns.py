"""Patterns of judge files: what they capture, and that none runs for ever."""

import pytest

from sacreval.errors import UsageError
from sacreval.metrics.judges import _patterns
from sacreval.metrics.judges._patterns import check, matches, picked


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        (r"\[\[(\d)\]\]", "[[1]] [[2]]", ["1", "2"]),
        (r"\d", "1 2", ["1", "2"]),
        (r"(\d),(\d)", "1,2", [["1", "2"]]),
        (r"A(\d)|B(\d)", "B2", ["2"]),
        ("x", "", []),
    ],
)
def test_captures(pattern, text, found):
    """A match is its only group, the list of its groups, or all of it."""
    assert matches(pattern, text) == found


def test_picks():
    """The last, the first, or the only verdict; several that differ are not one."""
    assert picked(["1", "2"], "last").value == "2"
    assert picked(["1", "2"], "first").value == "1"
    assert picked(["1", "1"], "only").value == "1"
    assert picked(["1", "2"], "only").reason
    assert picked([], "last") is None


@pytest.mark.parametrize("pattern", [r"(a+)+$", r"(x+x+)+y", r"(a|a)*$", r"(a|aa)+$"])
def test_hostile_patterns_end(pattern, monkeypatch):
    """A pattern that would run for ever is refused after its time, with the remedy."""
    monkeypatch.setattr(_patterns, "SECONDS", 0.05)
    check(pattern)
    with pytest.raises(UsageError, match="without nested repetitions"):
        matches(pattern, "a" * 3000 + "x" * 3000 + "!")


@pytest.mark.parametrize("pattern", ["(", "a" * 1001, r"\L<words>", "[", "(?P<a>x)(?P=b)", "*"])
def test_wrong_patterns_are_refused(pattern):
    """What cannot be compiled, is too long or needs words from elsewhere is an error."""
    with pytest.raises(ValueError, match="pattern"):
        check(pattern)
