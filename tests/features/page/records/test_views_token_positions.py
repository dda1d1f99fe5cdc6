"""Positions of a metric's tokens in a text."""

import pytest

from sacreval.features.page.records.views import Splitting, locate


def words(found):
    return [found.shown[start:end] for start, end in found.spans]


@pytest.mark.parametrize(
    ("text", "split", "shown"),
    [
        (
            "The cat  sat.",
            lambda t: t.lower().replace(".", " .").split(),
            ["The", "cat", "sat", "."],
        ),
        (
            "it's a-b",
            lambda t: t.replace("'", " ").replace("-", " ").split(),
            ["it", "s", "a", "b"],
        ),
        ("a b", list, ["a", " ", "b"]),
    ],
)
def test_tokens_in_the_text(text, split, shown):
    """Tokens are found as written, whatever their case and the marks between them."""
    found = locate(text, Splitting(split))
    assert found.shown == text
    assert words(found) == shown


def test_stems():
    """Tokens that are changed are found as they are written before."""
    split = Splitting(lambda t: [w.rstrip("s") for w in t.split()], str.split)
    found = locate("cats run", split)
    assert (list(found.tokens), words(found)) == (["cat", "run"], ["cats", "run"])


def test_tokens_that_are_not_there():
    """Tokens of another text are shown on their own."""
    found = locate("a b", Splitting(lambda text: ["x", "yz"] if " " in text else ["w"]))
    assert (found.shown, words(found)) == ("x yz", ["x", "yz"])


def test_tokens_that_are_spelt_otherwise():
    """Tokens that a word does not hold as written span the word."""
    found = locate("ab c", Splitting(lambda text: text.replace("ab", "x y").split()))
    assert (found.shown, words(found)) == ("ab c", ["ab", "ab", "c"])
