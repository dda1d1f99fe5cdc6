"""Lines on records without a verdict."""

from sacreval.core.results import Missing, Result
from sacreval.report.missing_verdicts import missing_lines


def result(system, missing, group=None):
    return Result(
        metric="judge", output="q", system_id=system, group=group, value=3.0, n=6, interval=None,
        higher_is_better=True, signature="judge", engine="definition", missing=missing,
    )  # fmt: skip


def test_lines():
    """A line names output, system, counts and bounds, where there are any."""
    some = Missing(unparsed=2, truncated=1, if_worst=2.0, if_best=4.0)
    one, other = missing_lines(
        [result("a", some), result("b", None), result("c", Missing(failed=1))]
    )
    assert one == (
        "q of a: 3 of 9 records have no verdict (2 unparsed, 1 truncated); "
        "with all at the worst 2, at the best 4"
    )
    assert other == "q of c: 1 of 7 records have no verdict (1 failed)"


def test_many():
    """Only the first are described one by one."""
    found = missing_lines([result(str(i), Missing(failed=1)) for i in range(9)], 3)
    assert len(found) == 4
    assert found[-1] == "6 more results lack verdicts; see the JSON"
