"""Lines below a table of comparisons."""

from dataclasses import replace

import pytest
from msgspec import structs

from sacreval.core.results import Interval
from sacreval.features.compare.comparison_notes import HYPOTHESES, families, how_compared, notes
from sacreval.features.compare.pairs.paired_tests import TESTS
from sacreval.features.compare.result import Change, ComparisonReport, MarginAnswer, Settings
from support.pairs import compared

INTERVAL = Interval(low=0.0, high=1.0, level=0.95, method="tango", reason="0/1 scores")


def test_changes_methods_and_signatures():
    """Largest changes, tests and intervals with reasons, the family, draws, the signature once."""
    one = compared("x", gains=[Change(instance_id="i3", base=0.25, other=1.0)], interval=INTERVAL)
    found = notes(ComparisonReport(Settings(), [one, compared("x", "c")], []))
    assert found == [
        "b, x: largest gains i3 (0.25 to 1); largest losses none",
        "9 records",
        ("p Holm: tests at 0.05, paired-ar; 2 tests, Holm over systems: expect chance findings in "
         "at most 5 % of such runs"),
        "[ ]: 95 % intervals of differences: tango (0/1 scores)",
        "trials:10000|resamples:1000|seed:12345",
        "m|1",
    ]  # fmt: skip


def test_open_ends():
    """An interval that ends at 0 beside a finding does not hold 0, which is told once."""
    lines = [
        how_compared([compared(interval=INTERVAL, finding=finding)], Settings())[1]
        for finding in ("better", "no difference shown")
    ]
    assert lines[0] == f"{lines[1]}; those that end at 0 beside a finding leave 0 out"


def test_simultaneous_intervals():
    """Where intervals hold at once, both levels are told; so is what has 0 beside a finding."""
    each = structs.replace(INTERVAL, level=0.975, low=-0.1, high=0.1)
    line = how_compared([compared(interval=each)], Settings())[1]
    assert (
        line == "[ ]: 95 % simultaneous (97.5 % each) intervals of differences: tango (0/1 scores)"
    )
    found = how_compared([compared(interval=each, finding="better")], Settings())[1]
    assert found == (f"{line}; those with 0 inside beside a finding are wider than its test needs")
    away = structs.replace(each, low=0.05)
    assert how_compared([compared(interval=away)], Settings())[1] == (
        f"{line}; those without 0 beside 'no difference shown' are by another method than the test"
    )
    explores = compared(interval=INTERVAL, exploratory=True)
    line = how_compared([compared(interval=each), explores], Settings())[1]
    assert line.startswith("[ ]: 95 % simultaneous (97.5 % each, exploratory ones alone) intervals")


def test_methods_that_differ_name_their_outputs():
    """Where outputs are tested in different ways, each way names them; so are units."""
    mid = compared("y", test="mid-p", test_reason="0/1 scores")
    tests, intervals, *_ = how_compared([compared("x"), mid], Settings(unit="doc"))
    start = "p Holm: tests at 0.05 over doc, paired-ar for x; mid-p (0/1 scores) for y; 2 tests"
    assert tests.startswith(start)
    assert intervals == "[ ]: 95 % intervals of differences over doc: none"


def test_all_tests_have_their_hypotheses():
    """Every test has a hypothesis, shown where all tests are."""
    assert set(HYPOTHESES) == set(TESTS)
    lines = how_compared([compared()], Settings(all_tests=True))
    assert {line.split(":")[0] for line in lines} >= {f"p {name}" for name in TESTS}
    assert lines[0].startswith("p Holm, which decides on the finding: tests at 0.05, paired-ar;")
    assert any("errs about twice as often as stated" in line for line in lines)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ("4 tests, Holm over systems in each of 2 families: expect chance findings in at most "
             "5 % of such families")),
        ({"family": "all"}, ("4 tests, Holm over all: expect chance findings in at most 5 % of "
                            "such runs")),
        ({"all_pairs": True}, ("4 tests, Holm over pairs of systems in each of 2 families: expect "
                              "chance findings in at most 5 % of such families")),
    ],
)  # fmt: skip
def test_families(options, expected):
    """The line has the number of tests, what is corrected, and what chance alone finds."""
    table = [compared(output, other) for output in "xy" for other in "bc"]
    assert families(table, Settings(**options)) == expected


def test_exploratory_outputs_are_counted():
    """With a primary output the other comparisons are said not to be corrected."""
    table = [compared("x"), compared("y", exploratory=True), compared("z", exploratory=True)]
    assert families(table, Settings(primary="x")) == (
        "1 test of x, Holm over systems: expect chance findings in at most 5 % of such runs; "
        "2 exploratory, not corrected"
    )


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"question": "not worse", "answer": "not worse"}, "not worse than a by a margin of 0.5"),
        ({"question": "not worse", "answer": "worse"}, "worse than a by a margin of 0.5"),
        ({"question": "equivalent", "answer": "not equivalent"}, "not equivalent to a by"),
        ({"question": "equivalent", "answer": "cannot tell", "needed": 1200},
         ("cannot tell whether it is equivalent to a by a margin of 0.5 (90 % interval of the gain "
         "[-1, +1]; it needs about 1,200 records)")),
    ],
)  # fmt: skip
def test_margins(fields, expected):
    """Each answer names the system, the output, the margin and the interval of the gain."""
    answer = MarginAnswer(margin=0.5, low=-1.0, high=1.0, level=0.9, **fields)
    one = replace(compared("x"), margins=[answer])
    [line] = [x for x in notes(ComparisonReport(Settings(), [one], [])) if "margin" in x]
    assert line.startswith("b, x: ")
    assert expected in line
    assert "90 % interval of the gain [-1, +1]" in line
