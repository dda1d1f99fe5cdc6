"""Lines and columns on unanswered and missing records."""

import msgspec

from sacreval.core.results import Missing, Result
from sacreval.report.lacking import lacking_columns, lacking_lines


def result(system, missing=None, output="q", value=3.0, unanswered=0):
    return Result(
        metric="judge", output=output, system_id=system, group=None, value=value, n=9,
        interval=None, higher_is_better=True, signature="judge", engine="definition",
        missing=missing, unanswered=unanswered,
    )  # fmt: skip


def test_lines():
    """A line has systems, counts, reasons, and what the score may be, where there are bounds."""
    some = Missing(unparsed=2, truncated=1, if_worst=2.0, if_best=4.0)
    (line,) = lacking_lines([result("a", some), result("b"), result("c", Missing(not_asked=1))])
    assert line == (
        "missing, and not scored: a 3 of 9 (2 unparsed, 1 truncated); c 1 of 9 (1 not asked); "
        "with all of them at the worst and at the best q of a from 2 to 4"
    )
    assert lacking_lines([result("a", unanswered=4), result("b")]) == [
        "unanswered, and scored as wrong: a 4 of 9"
    ]
    assert lacking_lines([result("a")]) == []


def test_outputs_are_named_where_they_differ():
    """Metrics that lack the same records are counted once."""
    same = [result("a", unanswered=4), result("a", output="r", unanswered=4)]
    assert lacking_lines(same) == ["unanswered, and scored as wrong: a 4 of 9"]
    other = [result("a", unanswered=4), result("a", output="r", unanswered=5)]
    assert lacking_lines(other) == ["unanswered, and scored as wrong: a 4 of 9 by q; a 5 of 9 by r"]


def test_many_systems():
    """Only the first are named."""
    (line,) = lacking_lines([result(str(i), unanswered=1) for i in range(9)])
    assert line.endswith("5 1 of 9; 3 more are in the JSON")


def test_means_over_data_sets():
    """Their counts are of the records of all sets, and come before those of each."""
    one = msgspec.structs.replace(result("a", Missing(failed=2), unanswered=1), dataset="s")
    mean = msgspec.structs.replace(one, dataset="(mean)", n=2, records=18)
    assert lacking_lines([one, mean]) == [
        "unanswered, and scored as wrong: a on all data sets 1 of 18; a on s 1 of 9",
        "missing, and not scored: a on all data sets 2 of 18 (2 failed); a on s 2 of 9 (2 failed)",
    ]


def test_columns():
    """Only numbers of which one is not 0 have a column."""
    rows = [[result("a", unanswered=2), result("a", output="r")], [result("b")]]
    assert lacking_columns(rows) == {"unanswered": [2, 0]}
    assert lacking_columns([[result("a", Missing(failed=3))]]) == {"missing": [3]}
