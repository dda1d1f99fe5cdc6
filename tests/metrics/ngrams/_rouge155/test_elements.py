"""Basic elements of ROUGE-1.5.5."""

import pytest

from sacreval.metrics.ngrams._rouge155.elements import elements, fault

LINES = [b"He|ate|subj", b"ate|NIL|nil", b"apples|red|nil", b"running dogs|nil|mod"]


@pytest.mark.parametrize(
    ("kind", "want"),
    [
        ("H", [("ate",), ("running dogs",)]),
        ("HM", [("he", "ate"), ("apples", "red")]),
        ("HM1", [("he", "ate"), ("ate", "nil"), ("apples", "red"), ("running dogs", "nil")]),
        ("HMR", [("he", "ate", "subj"), ("running dogs", "nil", "mod")]),
        ("HMR1", [("he", "ate", "subj"), ("apples", "red", "nil")]),
        ("HMR2", [("he", "ate", "subj"), ("ate", "nil", "nil"), ("apples", "red", "nil"),
                  ("running dogs", "nil", "mod")]),
    ],
)  # fmt: skip
def test_kinds(kind, want):
    """Each kind selects elements by their fields, and compares one, two or three of these."""
    assert elements(LINES, kind, None) == want


def test_stems():
    """The parts of fields longer than three letters are stemmed, and others stay."""
    assert elements([b"running dogs|ate|cats"], "HMR2", {}) == [("run dog", "ate", "cat")]


def test_faults():
    """A line must have three fields; empty ones at the end do not count."""
    assert fault("a|b|c\n\nd|e|f\n") is None
    assert "'d|e|' is not a basic element" in fault("a|b|c\nd|e|\n")
