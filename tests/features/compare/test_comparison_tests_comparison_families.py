"""Findings of families of tests: Holm over systems, or over all of a run."""

import pytest

from sacreval.features.compare.comparison_tests import corrected, finding, shared_by
from sacreval.features.compare.result import Settings, TestResult
from support.pairs import compared

TABLE = [
    compared("x", "b", 0.02),
    compared("x", "c", 0.01),
    compared("y", "b", 0.03),
    compared("y", "c", 0.9),
]


def holm(found):
    """Return the corrected p-values of the tests that decide."""
    return [one.tests[one.test].p_holm for one in found]


def test_over_systems():
    """Each output is a family: the smaller of two p-values is doubled."""
    found = corrected(TABLE, Settings())
    assert holm(found) == pytest.approx([0.02, 0.02, 0.06, 0.9])
    assert [one.finding for one in found] == ["better", "better"] + ["no difference shown"] * 2


def test_over_all():
    """Four tests share the level: the smallest p-value is multiplied by four."""
    found = corrected(TABLE, Settings(family="all"))
    assert holm(found) == pytest.approx([0.06, 0.04, 0.06, 0.9])
    assert [one.finding for one in found] == ["no difference shown", "better"] + [
        "no difference shown"
    ] * 2


def test_primary():
    """Only the primary output over all records is tested; other findings are exploratory."""
    grouped = compared("x", "b", 0.001, group="domain=news")
    found = corrected([*TABLE, grouped], Settings(primary="x"))
    assert holm(found) == [0.02, 0.02, None, None, None]
    assert [one.exploratory for one in found] == [False, False, True, True, True]
    assert found[2].finding == "better"


def test_tests_of_other_kinds_are_one_family():
    """The tests that decide are corrected together, whatever kind each is."""
    other = compared("x", "c", test="mid-p", tests={"mid-p": TestResult(p=0.04, p_holm=0.04)})
    assert holm(corrected([TABLE[0], other], Settings())) == pytest.approx([0.04, 0.04])


def test_too_few_records_find_nothing():
    """Five units show no difference by the chosen test, whatever p a run of trials has."""
    few = compared(p=0.001, n_units=5)
    assert corrected([few], Settings())[0].finding == "no difference shown"
    assert corrected([few], Settings(test="paired-bs"))[0].finding == "better"


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, 3), ({"family": "all"}, 18), ({"all_pairs": True}, 6),
     ({"all_pairs": True, "family": "all"}, 36), ({"primary": "x", "family": "all"}, 3)],
)  # fmt: skip
def test_number_of_tests_that_share_a_level(options, expected):
    """Of four systems, two outputs and three parts of the data."""
    assert shared_by(4, 2, 3, Settings(**options)) == expected


@pytest.mark.parametrize(
    ("p", "difference", "better", "expected"),
    [
        (0.05, 1.0, True, "better"),
        (0.05, 1.0, False, "worse"),
        (0.05, 1.0, None, "different"),
        (0.051, 1.0, True, "no difference shown"),
        (0.05, 0.0, True, "no difference shown"),
    ],
)
def test_finding(p, difference, better, expected):
    """A difference is found up to the level, with its direction."""
    assert finding(p, difference, 0.05, better=better) == expected
