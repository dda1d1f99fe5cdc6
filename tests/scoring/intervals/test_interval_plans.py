"""Plans of intervals."""

import numpy as np

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.intervals.interval_plans import Units, rows_by_unit, units_of


def part(n, unit=None):
    """Return the records of one system, of which three neighbours are in one group."""
    records = [
        Instance(prediction="a b", references=["a b" if i % 2 else "a c"], groups={"g": i // 3})
        for i in range(n)
    ]
    run = evaluate([Batch(records, system="a")], metrics.get("chrf")(), unit=unit)
    return next(run._parts("a")).over


def test_units_are_records_or_groups():
    """Without a group each record is a unit; with one its values are."""
    assert units_of(part(6), None) == Units(6, None)
    units = units_of(part(6, "g"), "g")
    assert (units.n, units.of.tolist()) == (2, [0, 0, 0, 1, 1, 1])


def test_rows_are_summed_by_unit():
    """Rows of one unit are added; where units are records they stay as they are."""
    rows = np.arange(8.0).reshape(4, 2)
    assert rows_by_unit(rows, Units(4, None)) is rows
    summed = rows_by_unit(rows, Units(2, np.array([1, 0, 1, 0])))
    assert summed.tolist() == [[8.0, 10.0], [4.0, 6.0]]
