"""The parse rule `json`."""

import msgspec
import pytest

from sacreval.metrics.judges._json_rule import JsonRule
from support.judge_parsing import rules, score
from support.sizes import few

FIVE = "{type: number, min: 1, max: 5}"
RULE = "[{json: {schema: {score: integer}, at: score}}]"
LAST = "[{json: {schema: {score: integer}, at: score}, pick: last}]"


@few(
    5,
    ("reply", "value"),
    [
        ('{"score": 4}', 4),
        ('{"score" :5 }', 5),
        ('Sure!\n```json\n{"score": 4, "why": "a } b"}\n```\n', 4),
        ('I think {"score": 4} fits.', 4),
        ('{"score": 4} {"score": 4}', 4),
        ('<think>{"score": 5}</think>As [1] says: {"score": 4}', 4),
        ('<think>{"score": 5}', None),
        ('[{"score": 4}]', 4),
        ('{"score": 4} {"score": 5}', None),
        ('{"score": 4, "score": 5}', None),
        ('{"a": {"x": 1, "x": 2}, "score": 4}', None),
        ('{"score": "4"}', None),
        ('{"score": 4.0}', None),
        ('{"score": true}', None),
        ('{"score": NaN}', None),
        ('{"score": 9}', None),
        ('{"score": 1' + "0" * 5000 + "}", None),
        ('{"score": null}', None),
        ('{"rating": 4}', None),
        ('{"score": 4', None),
        ("[4]", None),
        ("4", None),
        ("", None),
        ("{" * 5000, None),
        ('{"a":' * 100_000, None),
    ],
)
def test_an_object_is_read_strictly(reply, value):
    """One object of the right types is a verdict, wherever it stands; all else is unparsed."""
    assert score(reply, FIVE, RULE) == value


def test_the_last_object_where_a_judge_says_so():
    """A reply may first quote an object of the text that it judges."""
    assert score('It says {"score": 5}. {"score": 2}', FIVE, LAST) == 2


def test_a_wrong_object_decides():
    """After an object of the wrong shape no later rule is tried."""
    both = RULE.replace("]", ", {pattern: '\\d'}]")
    assert score('{"rating": 4}', FIVE, both) is None
    assert score("4", FIVE, both) == 4


def test_several_numbers_and_nested_places():
    """`at` is one JMESPath, or one for each number."""
    rule = "[{json: {schema: {a: {x: number}, b: number}, at: [a.x, b]}}]"
    on = "{type: number, min: 0, max: 9, names: [a, b]}"
    assert score('{"a": {"x": 3}, "b": 4}', on, rule) == 3


def test_a_place_that_has_nothing_is_unparsed():
    """A key that may be missing is no verdict when it is."""
    assert score("{}", FIVE, "[{json: {schema: {'score?': integer}, at: score}}]") is None
    assert score('{"a": "x"}', FIVE, "[{json: {schema: {a: string}, at: 'abs(a)'}}]") is None


@pytest.mark.parametrize(
    "rule",
    [
        "[{json: {schema: {score: int}, at: score}}]",
        "[{json: {schema: {score: integer}, at: '[['}}]",
        "[{json: {at: score}}]",
        "[{json: {schema: {score: integer}, path: score}}]",
    ],
)
def test_wrong_rules_are_refused(rule):
    """A schema, a JMESPath and the keys of a rule are checked when it is read."""
    with pytest.raises(msgspec.ValidationError):
        rules(rule)


@pytest.mark.parametrize("at", ["scor", "scores[0]", ["score", "scor"]])
def test_place_outside_the_schema(at):
    """A place that reads no key of the schema would find nothing, and is refused."""
    with pytest.raises(msgspec.ValidationError, match="reads no key of the schema; did you mean"):
        msgspec.convert({"schema": {"score?": "integer"}, "at": at}, JsonRule)
