"""Texts that are numbers, truth values or lists as a whole."""

import pytest

from sacreval.text.answers.parsed_values import parsed, parsed_boolean, parsed_list, parsed_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3.5", 3.5), (" 42\n", 42), ("-2", -2), ("+1e-3", 0.001), (".5", 0.5), ("5.", 5.0),
        ("007", 7), ("1" * 500, None), ("٣", 3),
    ],
)  # fmt: skip
def test_numbers(text, number):
    """A text that is a number is that number; one too large for a float is infinite."""
    assert parsed_number(text) == (float("inf") if number is None else number)


@pytest.mark.parametrize(
    "text", ["", "abc", "1,5", "1,000", "1_000", "nan", "inf", "0x10", "1 2", "5%", "$5", "-", "."]
)
def test_no_numbers(text):
    """Separators, signs of units and special values are not guessed at."""
    assert parsed_number(text) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [("true", True), ("False", False), (" YES ", True), ("no", False), ("1", None), ("y", None)],
)
def test_truth_values(text, value):
    """True, false, yes and no are read in any case, and nothing else."""
    assert parsed_boolean(text) is value


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ('["a", 1]', ["a", 1]), ("['a', 'b']", ["a", "b"]), ("[('a', 'b')]", [["a", "b"]]),
        ("[]", []), ("[laughs]", None), ("a, b", None), ('{"a": 1}', None), ("[" * 300, None),
        ("[__import__('os')]", None), ("[" * 5000 + "]" * 5000, None),
    ],
)  # fmt: skip
def test_lists(text, items):
    """Lists as JSON and Python write them are read; code and other texts are not."""
    assert parsed_list(text) == items


def test_any_value():
    """Any JSON is read, also with True of Python; other texts are None."""
    found = map(parsed, ['{"a": [1]}', "True", "+3", "x", ""])
    assert list(found) == [{"a": [1]}, True, 3, None, None]
