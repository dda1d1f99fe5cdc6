"""The scores of a table for a paper."""

import pytest

from sacreval.core.results import Interval, Result
from sacreval.errors import UsageError
from sacreval.features.paper.layout import of_results

INTERVAL = Interval(low=1.0, high=2.0, level=0.95, method="bca", resamples=9, seed=1)


def result(output, system, value, **fields):
    return Result(
        metric=output, output=output, system_id=system, group=fields.pop("group", None),
        value=value, n=3, higher_is_better=True, interval=fields.pop("interval", None),
        signature=output, engine="native", **fields,
    )  # fmt: skip


def test_scores_and_intervals():
    """Of an evaluation a cell has the score and its interval, and the best is marked."""
    found = of_results([result("bleu", "a", 41.5, interval=INTERVAL), result("bleu", "b", 42.0)])
    (column,) = found.columns
    assert (column.name, found.systems, found.parts) == (
        "BLEU ↑",
        ["a", "b"],
        ["score", "plus-minus", "interval"],
    )
    first, second = (found.cells[x, column] for x in "ab")
    assert first.parts == {
        "score": "41.50",
        "plus-minus": "41.50 ± 0.50",
        "interval": "[1.00, 2.00]",
    }
    assert (first.best, second.best, second.differs) == (False, True, False)


def test_data_sets_are_columns():
    """Each data set has its own best, and the mean over them is called so."""
    rows = [("news", "a", 2.0), ("news", "b", 1.0), ("(mean)", "a", 1.0), ("(mean)", "b", 2.0)]
    found = of_results([result("bleu", s, v, dataset=d) for d, s, v in rows])
    assert [one.dataset for one in found.columns] == ["news", "mean"]
    best = {(s, c.dataset) for (s, c), one in found.cells.items() if one.best}
    assert best == {("a", "news"), ("b", "mean")}


def test_groups_are_refused():
    """A table for a paper has no rows for groups."""
    with pytest.raises(UsageError, match="drop --by"):
        of_results([result("bleu", "a", 1.0, group="d=x")])
