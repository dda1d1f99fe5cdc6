"""Shapes of JSON: strict types and optional keys."""

import pytest

from sacreval.metrics.judges._json_shapes import check_shape, misfit

SHAPE = {"score": "integer", "why?": "string", "errors": [{"severity": "string"}]}


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"score": 4, "errors": []}, ""),
        ({"score": 4, "errors": [{"severity": "a", "more": 1}], "why": "x", "other": None}, ""),
        ({"score": "4", "errors": []}, "score is not of the type integer"),
        ({"score": 4.0, "errors": []}, "score is not of the type integer"),
        ({"score": True, "errors": []}, "score is not of the type integer"),
        ({"score": 4}, "the key errors is missing"),
        ({"score": 4, "errors": {}}, "errors is not a list"),
        ({"score": 4, "errors": [[]]}, "errors[0] is not an object"),
        (
            {"score": 4, "errors": [{"severity": None}]},
            "errors[0].severity is not of the type string",
        ),
        ({"score": 4, "errors": [], "why": 1}, "why is not of the type string"),
        ([], "the value is not an object"),
    ],
)
def test_types_are_strict(value, reason):
    """The first difference is named with its place."""
    assert misfit(value, SHAPE) == reason


def test_booleans_are_no_numbers():
    """True is neither a number nor a text, and 1 is no boolean."""
    assert misfit({"a": True}, {"a": "boolean"}) == ""
    assert misfit({"a": 1}, {"a": "boolean"})
    assert misfit({"a": True}, {"a": "number"})
    assert misfit({"a": 1.5}, {"a": "number"}) == ""


@pytest.mark.parametrize(
    "shape", ["float", [], ["string", "string"], {}, {"a": None}, {1: "string"}]
)
def test_wrong_shapes_are_refused(shape):
    """A schema has four words, lists of one, and keys."""
    with pytest.raises(ValueError, match="schema"):
        check_shape(shape)


def test_deep_shapes_are_refused():
    """A schema has a few levels."""
    shape = "string"
    for _ in range(20):
        shape = [shape]
    with pytest.raises(ValueError, match="levels"):
        check_shape(shape)


def test_any_value():
    """`any` takes what is there, but it must be there."""
    assert misfit({"a": [1, None, "x"]}, {"a": "any"}) == ""
    assert misfit({"a": True}, {"a": ["any"]}) == "a is not a list"
    assert misfit({}, {"a": "any"}) == "the key a is missing"
