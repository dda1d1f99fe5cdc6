"""Words of the command line as values of any type."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from sacreval.core.options.option_texts import from_word, from_words


@pytest.mark.parametrize(
    ("hint", "word", "value"),
    [
        (str, "3", "3"),
        (str | None, "null", "null"),
        (Path, "null", Path("null")),
        (int | str, "3", 3),
        (int | str, '"3"', "3"),
        (int | str, "3x", "3x"),
        (int | None, "null", None),
        (Any, "[1]", [1]),
        (Any, "[1", "[1"),
        (bool | str, "true", True),
    ],
    ids=str,
)
def test_one_word(hint, word, value):
    """Text is text where only text is wanted; else JSON comes before text."""
    found = from_word(hint, word)
    assert (type(found), found) == (type(value), value)


@pytest.mark.parametrize(
    ("hint", "words", "value"),
    [
        (list[int], ["[1, 2]"], [1, 2]),
        (list[list[int]], ["[1, 2]"], [[1, 2]]),
        (list[Any], ["a", "1"], ["a", 1]),
        (tuple[int, str] | None, ["1", "2"], (1, "2")),
        (tuple[int, str] | None, ["null"], None),
        (dict[str, list[int]], ["a=[1]", "b=[]"], {"a": [1], "b": []}),
        (dict[str, str], ["a=b=c"], {"a": "b=c"}),
        (dict, ["a=1"], {"a": 1}),
    ],
    ids=str,
)
def test_several_words(hint, words, value):
    """One word may be the whole; else words are items, or pairs of a mapping."""
    assert from_words(hint, words) == value


@pytest.mark.parametrize("words", [["a"], ["a=1", "a=2"], ['{"a": 1, "a": 2}'], ["{"]], ids=str)
def test_wrong_words(words):
    """A word that is no pair, and a key that is repeated, raise ValidationError."""
    with pytest.raises(msgspec.ValidationError):
        from_words(dict[str, int], words)
