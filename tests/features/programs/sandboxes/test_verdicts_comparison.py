"""Rules of comparison."""

import math

import pytest

from sacreval.features.programs.sandboxes.verdicts import RULES, Other, agrees, same_output

CASES = [
    ("equal", 1, 1.0, True), ("equal", [1], (1,), False), ("equal", Other("x"), Other("x"), False),
    ("livecodebench", (1, 2), [1, 2], True), ("livecodebench", [(1,)], [[1]], False),
    ("evalplus", 0.1 + 0.2, 0.3, True), ("evalplus", 1, 1.0, True), ("evalplus", 1.1, 1.0, False),
    ("evalplus", [0.3], (0.1 + 0.2,), False), ("evalplus", [0.3], [0.1 + 0.2], True),
    ("evalplus", [0.3, 1.0], [0.3], False), ("evalplus", math.inf, math.inf, True),
    ("evalplus", math.nan, math.nan, False), ("evalplus", Other("x"), 0.5, False),
    ("evalplus", "a", "b", False), ("evalplus", None, 0.5, False),
    ("same-set", [1, 2, 2], (2, 1), True), ("same-set", 5, [5], False),
    ("any", 1, 2, True), ("zero-too", 0, 5, True), ("zero-too", 4, 5, False),
    ("not-none", Other("Match"), True, True), ("not-none", None, True, False),
    ("not-none", True, False, False), ("not-none", None, False, True),
    ("not-none", Other("Match"), Other("Match"), True), ("not-none", None, None, True),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "found", "expected", "same"), CASES)
def test_rules(rule, found, expected, same):
    """Each rule agrees with what is right, and with nothing else."""
    assert agrees(rule, found, expected, ([1],), 0.0) is same


def test_rules_of_single_problems():
    """Problems with other right answers have rules of their own."""
    assert agrees("root", 2.0, None, ([-4, 0, 1],), 1e-4)  # x squared less four
    assert not agrees("root", 2.1, None, ([-4, 0, 1],), 1e-4)
    assert not agrees("root", None, None, ([-4, 0, 1],), 1e-4)
    assert agrees("pyramid", round(9 + 6 * math.sqrt(1.5**2 + 16)), 33, (3, 4), 0.0)
    assert agrees("pyramid", 33, 33, (3, 4), 0.0)
    assert agrees("digit-distance", 6, 9, (23, 56), 0.0)
    assert agrees("digit-distance", 1 + 2, 9, (1, 22), 0.0)
    assert not agrees("digit-distance", 7, 9, (23, 56), 0.0)


def test_tolerance():
    """A tolerance of the problem counts for all numbers, absolute beside the relative one."""
    assert agrees("evalplus", 5, 6, ([],), 1.0)
    assert not agrees("evalplus", 5, 6, ([],), 0.5)
    assert agrees("evalplus", [[1.0]], [[1.0 + 1e-8]], ([],), 1e-9)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("found", [None, Other("x"), 10**400, [[]], {"a": 1}, "x", b"x", {1}])
def test_no_result_is_an_error(rule, found):
    """Whatever a program returns, a rule decides."""
    for expected in (1, 1.5, [1], "x", None, True, (1.5,)):
        assert agrees(rule, found, expected, (3, 4), 1e-6) in (True, False)


@pytest.mark.parametrize(
    ("found", "expected", "same"),
    [
        ("1 2\n3\n", "1 2\n3", True),
        (" 1 2 \n3 ", "1 2\n3", True),
        ("1.0\n", "1", True),
        ("1e2", "100.0", True),
        ("1\n2", "1", False),
        ("yes", "YES", False),
        ("1 x", "1.0 x", False),
        ("", "", True),
        ("0.3", "0.30000000000000004", False),
        ("1  2", "1 2", True),
        ("sNaN", "1", False),
    ],
)
def test_outputs(found, expected, same):
    """Outputs are compared by line, without white space at ends, else as decimal numbers."""
    assert same_output(found, expected) is same
