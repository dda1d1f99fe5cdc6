"""Answers as the type that a metric needs."""

import pytest

from sacreval.core.options.field_types import BINARY, LABEL_SET, NUMBER, NUMBERS, TEXT, either
from sacreval.errors import RecordError
from sacreval.metrics._wrappers.fit_answer import cleaned, fitted, or_text


@pytest.mark.parametrize(
    ("answer", "kind", "value"),
    [
        ("3", NUMBER, 3),
        ("3", TEXT, "3"),
        (3.5, TEXT, "3.5"),
        ("Yes", BINARY, True),
        ('["A"]', LABEL_SET, ["a"]),
        (["A", "b"], LABEL_SET, ["a", "b"]),
        (["1", "2.5"], NUMBERS, [1, 2.5]),
        (True, BINARY, True),
    ],
)
def test_readings(answer, kind, value):
    """A text stays one where texts are accepted, and is read as the type otherwise."""
    assert fitted(answer, kind.accepts, str.lower) == value


@pytest.mark.parametrize(("answer", "kind"), [("x", NUMBER), ("null", NUMBER), (["x"], NUMBERS)])
def test_no_reading(answer, kind):
    """What cannot be read is an error of the record, also null."""
    with pytest.raises(RecordError, match="not a value that the metric accepts"):
        fitted(answer, kind.accepts, str)


def test_no_json():
    """A value that JSON lacks is named by its type."""
    with pytest.raises(RecordError, match="of type object"):
        fitted(object(), NUMBER.accepts, str)


def test_json_before_text():
    """Where both a text and a list are accepted, the answer of json: is a list."""
    both = either(TEXT, LABEL_SET).accepts
    assert fitted('["a"]', both, str, json=True) == ["a"]
    assert fitted('["a"]', both, str) == '["a"]'


def test_texts_around():
    """Fields of texts keep their type, and others may hold texts too; other values stay."""
    assert or_text(TEXT) is TEXT
    assert or_text(NUMBER).accepts("is 3")
    assert cleaned(str.lower, ["A", ["B", 1]]) == ["a", ["b", 1]]
