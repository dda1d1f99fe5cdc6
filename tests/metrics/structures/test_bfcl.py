"""The rules of the Berkeley Function Calling Leaderboard.

Verdicts are those of ast_checker of bfcl-eval 2026.3.23 for Language.PYTHON, called on 2026-11-23.
On its 2,351 tasks for Python of version 4 (simple, multiple, parallel, live), with 9,404 right and
changed outputs, no verdict differed.
"""

import pytest

from sacreval.metrics.structures._bfcl import Expected, compared
from sacreval.metrics.structures._calls import Call

TYPES = {
    "s": {"type": "string"}, "i": {"type": "integer"}, "f": {"type": "float"},
    "b": {"type": "boolean"}, "l": {"type": "array", "items": {"type": "string"}},
    "n": {"type": "array", "items": {"type": "integer"}}, "d": {"type": "dict"},
    "o": {"type": "array", "items": {"type": "dict"}},
}  # fmt: skip


def why(given, answers, required=(), name="f"):
    schema = {"type": "dict", "properties": TYPES, "required": list(required)}
    return compared([Call(name, given)], [Expected("f", answers, schema)])


@pytest.mark.parametrize(
    ("given", "answers", "reason"),
    [
        ({"s": "April 1, 2024"}, {"s": ["april 1 2024"]}, ""),
        ({"s": "it's"}, {"s": ['IT"S']}, ""),
        ({"s": "a:b"}, {"s": ["ab"]}, "value"),
        ({"i": 2}, {"i": [1, 2]}, ""),
        ({"i": 2.0}, {"i": [2]}, "type"),
        ({"i": True}, {"i": [1]}, "type"),
        ({"f": 2}, {"f": [2.0]}, ""),
        ({"f": 2.5}, {"f": [2.0]}, "value"),
        ({"b": "true"}, {"b": [True]}, "type"),
        ({"i": "x"}, {"i": ["x"]}, ""),  # the name of a variable
        ({"i": "X"}, {"i": ["x"]}, "value"),  # whose case counts
        ({"l": ["A, b"]}, {"l": [["ab"]]}, ""),
        ({"l": ["a", "b"]}, {"l": [["b", "a"]]}, "value"),
        ({"l": [1]}, {"l": [["a"]]}, "type"),
        ({"l": []}, {"l": [["a"], ""]}, ""),
        ({"n": [1, 2]}, {"n": [[1, 2]]}, ""),
        ({"d": {"k": "A"}}, {"d": [{"k": ["a", "b"]}]}, ""),
        ({"d": {"k": "c"}}, {"d": [{"k": ["a", "b"]}]}, "value"),
        ({"d": {}}, {"d": [{"k": ["a", ""]}]}, ""),
        ({"d": {}}, {"d": [{"k": ["a"]}]}, "value"),
        ({"d": {"x": 1}}, {"d": [{"k": ["a", ""]}]}, "value"),
        ({"o": [{"k": 1}]}, {"o": [[{"k": [1]}]]}, ""),
        ({"o": [{"k": 1}, {"k": 1}]}, {"o": [[{"k": [1]}]]}, "value"),
        ({}, {"s": ["a", ""]}, ""),
        ({}, {"s": ["a"]}, "parameters"),
        ({"s": "a", "i": 1}, {"s": ["a"]}, "parameters"),
        ({"s": "a", "x": 1}, {"s": ["a"], "x": [1]}, "parameters"),
    ],
)
def test_values(given, answers, reason):
    """Each value is one of the possible ones, by the rules of its type."""
    assert why(given, answers) == reason


def test_required_and_name():
    """A required parameter may not be absent, even if it is among the optional answers."""
    assert why({}, {"s": ["a", ""]}, required=["s"]) == "parameters"
    assert why({"s": "a"}, {"s": ["a"]}, name="g") == "name"


def test_parallel_calls():
    """Calls come in any order, each right one takes one, and their number counts."""
    schema = {"properties": TYPES, "required": []}
    one, two = (Expected("f", {"i": [x]}, schema) for x in (1, 2))
    calls = [Call("f", {"i": 2}), Call("f", {"i": 1})]
    assert compared(calls, [one, two]) == ""
    assert compared(calls, [one, one]) == "value"
    assert compared(calls[:1], [one, two]) == "count"
    assert compared([], []) == ""


def test_odd_answers_do_not_fail():
    """Answers of types that the leaderboard never has are wrong values, not errors."""
    assert why({"l": ["a"]}, {"l": [1, ["b"]]}) == "value"
    assert why({"o": [1]}, {"o": ["", [{"k": [1]}]]}) == "value"
    assert why({"d": {"k": 1}}, {"d": [3]}) in {"type", "value"}
    assert why({"d": {"k": 1}}, {"d": [{"k": 1}]}) == ""
