"""A problem: its programs, and what its fields must be."""

import pytest

from sacreval.errors import InputError
from sacreval.features.programs.sandboxes.problems._base import text_in, texts_in
from support.sandboxes import problem


def test_programs():
    """What surrounds a program belongs to it, and its limit is the problem's unless another."""
    task = problem(before="import a\n", after="\nimport b")
    assert task.program("x").text == "import a\nx\nimport b"
    assert (task.program("x").seconds, task.program("x", 9.0).seconds) == (2.0, 9.0)


def test_fields():
    """A field of another type is an error with its place."""
    assert text_in({"a": "x"}, "a", "f:1") == "x"
    assert texts_in({"a": ["x"]}, "a", "f:1") == ["x"]
    assert texts_in({}, "a", "f:1") == []
    with pytest.raises(InputError, match="f:1: a problem needs a text in 'a'"):
        text_in({"a": 1}, "a", "f:1")
    with pytest.raises(InputError, match="f:1: 'a' of a problem is a list of texts"):
        texts_in({"a": [1]}, "a", "f:1")
