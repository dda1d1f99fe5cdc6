"""Expressions of the Penn Treebank rules."""

import re

import pytest

from sacreval.text.ptb import ptb_patterns as patterns


def test_any_case():
    """Folded words match in any case, and no other words."""
    either = re.compile(patterns.folded("ve ll"))
    assert [bool(either.fullmatch(word)) for word in ("ve", "LL", "vE", "vell")] == [1, 1, 1, 0]


def test_capitals():
    """Capitalized words begin with a capital and go on in any case."""
    word = re.compile(patterns.capitalized("The A"))
    assert [bool(word.fullmatch(w)) for w in ("The", "THE", "the", "A", "a")] == [1, 1, 0, 1, 0]


@pytest.mark.parametrize(
    ("expression", "yes", "no"),
    [
        (patterns.NUMBER, ["5", "-5", "+.5", "1,000.5", "10:30", ",5"], ["5.", "5-", "x"]),
        (patterns.FRACTION, ["1/2", "1 1/2", "1-1/2", "2\\/3"], ["1/", "12345/6"]),
        (patterns.DATE, ["9/14-20", "1-1-2001"], ["9/14", "9/14/20012"]),
        (patterns.EMAIL, ["a@b", "<a.b@c.d>"], ["@b", "a@", "a b@c"]),
        (patterns.TAG, ["<b>", "</b>", "<a b='c d'/>", "<!-- x -->"], ["<3>", "< b>", "<a=b>"]),
        (patterns.ABBREVIATION, ["Mr.", "MR.", "etc.", "Ill.", "mfg."], ["mr", "ill.", "MFG."]),
        (patterns.COMPOUND, ["a-b_c", "O'Neil-x"], ["a--b", "-a", "a-"]),
    ],
)
def test_expressions(expression, yes, no):
    """Each matches what it is for, whole, and not what is near it."""
    found = re.compile(expression)
    assert [text for text in yes if not found.fullmatch(text)] == []
    assert [text for text in no if found.fullmatch(text)] == []
