"""Searches for patterns of users: equal to those of `re`, and limited in time."""

import re

import pytest

from sacreval.errors import UsageError
from sacreval.text import timed_patterns
from sacreval.text.answers.answers import by_pattern


@pytest.mark.parametrize(
    "pattern",
    [
        r"\d+", r"a{2}", r"a{2,}", r"x{,3}y", r"{e}", r"(?:cat){e<=1}", r"[{]", r"\{1}", r"a{e",
        r"a{1,2}{s}",         r"(?i)Answer: (\w+)", r"\\{d}", r"(?P<n>.)(?P=n)", r"^.$", r"\bé\b",
    ],
)  # fmt: skip
def test_matches_are_those_of_re(pattern):
    """Braces that are no quantifiers are letters, and all else is as `re` has it."""
    text = "aa ANSWER: xy {e} cat{e<=1} cst{e<=1} a{e a{1,2}{s} aaa{s} \\d 42 é {1} xxy y \\{d}"
    ours = [(found.span(), found.groups()) for found in timed_patterns.matches(pattern, text)]
    assert ours == [(found.span(), found.groups()) for found in re.finditer(pattern, text)]


def test_time_is_limited(monkeypatch):
    """A search that takes too long is one sentence, whose advice fits this pattern too."""
    monkeypatch.setattr(timed_patterns, "SECONDS", 0.05)
    with pytest.raises(UsageError, match=r"more than 0.05 seconds on one text; .* unanchored \\s"):
        by_pattern(r"\s+$")(" " * 100_000 + "b")
