"""Comparisons as they are shown: tables, notes below them, and JSON."""

from dataclasses import replace
from itertools import combinations

import msgspec
import pytest
from msgspec import structs

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.core.results import Interval
from sacreval.core.selection import Selection
from sacreval.core.version import version
from sacreval.features.compare.compare import compare_data_sets
from sacreval.features.compare.comparison_notes import (
    HYPOTHESES,
    comparison_notices,
    families,
    how_compared,
    notes,
)
from sacreval.features.compare.pairs.paired_tests import TESTS
from sacreval.features.compare.result import (
    Change,
    ComparisonFile,
    ComparisonReport,
    MarginAnswer,
    Settings,
    TestResult,
)
from sacreval.features.compare.shown_comparisons import in_order
from sacreval.scoring.collected_batches import evaluate
from support.pairs import compared

OUTPUTS = {"middle": "a b c x", "best": "a b c d", "worst": "x", "also": "a b c x"}


def shown_comparisons_compared(metric, **settings):
    records = [
        Instance(prediction=text, references=["a b c d"], system_id=name, instance_id=i)
        for i in "12"
        for name, text in OUTPUTS.items()
    ]
    evaluation = evaluate([Batch(records)], metrics.get(metric)(), every_group=True)
    return compare_data_sets(
        {None: evaluation}, "middle", ["best", "worst", "also"], Settings(**settings)
    )


@pytest.mark.parametrize("metric", ["chrf", "wer"])
def test_comparisons(metric):
    """Systems of a comparison are in an order, the base among them, and so are pairs."""
    report = in_order(shown_comparisons_compared(metric, all_pairs=True), "score")
    best_first = ["best", "middle", "also", "worst"]
    assert [standing.system_id for standing in report.standings][:4] == best_first
    pairs = [{pair.base, pair.other} for pair in report.comparisons][:6]
    assert pairs == [set(x) for x in combinations(best_first, 2)]
    by_name = in_order(shown_comparisons_compared(metric), "name")
    assert [standing.system_id for standing in by_name.standings][:4] == sorted(OUTPUTS)
    assert [pair.other for pair in by_name.comparisons][:3] == ["also", "best", "worst"]
    plain = shown_comparisons_compared(metric)
    assert in_order(plain, "given") is plain


def test_command_that_compares(cli, tmp_path):
    """`compare --sort` orders the rows of the table."""
    for name, text in OUTPUTS.items():
        (tmp_path / f"{name}.txt").write_text(f"{text}\n" * 3)
    (tmp_path / "ref.txt").write_text("a b c d\n" * 3)
    words = ("compare", "chrf", *(f"{name}.txt" for name in OUTPUTS), "-r", "ref.txt", "-q")
    done = cli(*words, "--sort", "score")
    order = ["best", "middle", "also", "worst"]
    assert [line.split()[1] for line in done.out.splitlines()[1:5]] == order
    assert "base" in done.out.splitlines()[2]


INTERVAL = Interval(low=0.0, high=1.0, level=0.95, method="tango", reason="0/1 scores")


def test_changes_methods_and_signatures():
    """Largest changes, tests and intervals with reasons, the family, draws, the signature once."""
    pair = compared("x", gains=[Change(instance_id="i3", base=0.25, other=1.0)], interval=INTERVAL)
    lines = notes(ComparisonReport(Settings(), [pair, compared("x", "c")], []))
    assert lines == [
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
    text = how_compared([compared(interval=each, finding="better")], Settings())[1]
    assert text == (f"{line}; those with 0 inside beside a finding are wider than its test needs")
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
    pair = replace(compared("x"), margins=[answer])
    [line] = [x for x in notes(ComparisonReport(Settings(), [pair], [])) if "margin" in x]
    assert line.startswith("b, x: ")
    assert expected in line
    assert "90 % interval of the gain [-1, +1]" in line


def test_each_number_of_units_once():
    """Groups of five records are named in one line; nine records need none."""
    few = [compared(x, n_units=5, group=f"d={g}") for g in "ab" for x in ("x", "y")]
    notices = comparison_notices([*few, compared(), compared(n_units=1)], Settings())
    assert notices == [
        "d=a, d=b: a test of 5 records cannot reach the level of 0.05",
        "a test of 1 record cannot reach the level of 0.05",
    ]
    skewed = [compared("x", skewness=0.2), compared("x", "c", skewness=0.3), compared("y")]
    assert comparison_notices(skewed, Settings()) == [
        "x: few records decide the difference; test and interval may err more often than stated"
    ]
    named = comparison_notices([compared(n_units=4, unit="doc")], Settings(unit="doc"))
    assert named == ["a test of 4 values of doc cannot reach the level of 0.05"]


def test_findings_that_rest_on_symmetry():
    """A finding that a t corrected for skewness does not confirm has a notice, at Holm's level."""
    notice = (
        "x: the differences are skewed, and a t test corrected for it finds none; the test may err "
        "more often than stated"
    )
    pair = compared("x", p=0.04, finding="better", skew_adjusted_p=0.06)
    assert comparison_notices([pair], Settings()) == [notice]
    shared = {"paired-ar": TestResult(p=0.01, p_holm=0.03)}
    assert comparison_notices([replace(pair, tests=shared, skew_adjusted_p=0.02)], Settings()) == [
        notice
    ]
    for quiet in (
        replace(pair, skew_adjusted_p=0.04),
        replace(pair, finding="no difference shown"),
        replace(pair, tests=shared, skew_adjusted_p=0.01),
        replace(pair, skew_adjusted_p=None),
        replace(pair, skew_adjusted_p=1.0, skewness=0.0),
    ):
        assert comparison_notices([quiet], Settings()) == []


def test_a_file_is_read_as_it_was_written():
    """The file has settings, versions and selection, and no notices or failures."""
    report = ComparisonReport(
        Settings(test="sign", seed=7), [], [], ["n"], ["f"], Selection(("peer",))
    )
    file = report.to_file()
    text = msgspec.json.encode(file)
    assert file.sacreval == version()
    assert msgspec.json.decode(text, type=ComparisonFile) == file
    assert not {"notices", "failures"} & msgspec.json.decode(text).keys()


def test_another_schema_is_refused():
    """A file of another version of the schema is not read as this one."""
    text = msgspec.json.encode(ComparisonReport(Settings(), [], []).to_file())
    with pytest.raises(msgspec.ValidationError, match="schema_version"):
        msgspec.json.decode(
            text.replace(b'"schema_version":1', b'"schema_version":2'), type=ComparisonFile
        )
