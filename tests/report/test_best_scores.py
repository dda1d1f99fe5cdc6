"""Which scores of a column are marked as the best."""

import pytest

from sacreval.core.results import Missing, Result
from sacreval.report.best_scores import best_values, is_best


def result(system, value, missing=None, *, n=9, dataset=None, up=True):
    return Result(
        metric="m", output="m", system_id=system, group=None, value=value, n=n, interval=None,
        higher_is_better=up, signature="m", engine="native", missing=missing, dataset=dataset,
    )  # fmt: skip


def marks(*results):
    best = best_values(results)
    return [is_best(one, best) for one in results]


@pytest.mark.parametrize(("up", "expected"), [(True, [0, 1]), (False, [1, 0]), (None, [0, 0])])
def test_direction(up, expected):
    """The highest is best, or the lowest, or neither."""
    assert marks(result("a", 3.0, up=up), result("b", 4.0, up=up)) == expected


def test_no_mark():
    """A single system, equal ones, and systems with other records have none."""
    assert marks(result("a", 3.0)) == [False]
    assert marks(result("a", 3.0), result("b", 3.0)) == [False, False]
    assert marks(result("a", 3.0), result("b", 4.0, n=8)) == [False, False]


def test_each_data_set():
    """Each data set has its best."""
    one = [result("a", 3.0, dataset="x"), result("b", 4.0, dataset="x")]
    other = [result("a", 9.0, dataset="y"), result("b", 8.0, dataset="y")]
    assert marks(*one, *other) == [False, True, True, False]


def test_no_result_with_missing_records_is_the_best():
    """It may still hide that another is."""
    results = [result("a", 4.0, Missing(failed=1)), result("b", 3.0)]
    assert marks(*results) == [False, False]
    assert is_best(result("a", 4.0), best_values(results))
