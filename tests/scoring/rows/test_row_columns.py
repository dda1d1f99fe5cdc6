"""The rows of one metric for one system."""

import numpy as np
import pytest

from sacreval.core.contract.formulas import Sums
from sacreval.scoring.rows.row_columns import Column


def test_rows_in_order():
    """Batches are one table; what could not be scored is NaN in every column, with its reason."""
    column = Column()
    column.add(0, np.array([[1.0, 2.0], [3.0, 4.0]]), {})
    column.add(2, np.array([[np.nan]]), {0: "no reference"})
    column.add(3, np.array([[5.0, 6.0]]), {})
    assert column.rows()[[0, 1, 3]].tolist() == [[1, 2], [3, 4], [5, 6]]
    assert np.isnan(column.rows()[2]).all()
    assert column.failures == {2: "no reference"}


def test_sums_in_turn_are_those_at_once():
    """Rows that are added to a sum give the same bits as all rows at once."""
    rows = np.random.default_rng(3).random((1000, 3))
    rows[17, 1] = np.nan
    column = Column()
    for start in range(0, 1000, 137):
        column.add_to_sum(start, rows[start : start + 137], {})
    good = rows[~np.isnan(rows).any(axis=1)]
    assert column.rows().tolist() == [good.sum(axis=0).tolist()]


def test_plain_sums():
    """Sums of batches stay plain numbers until rows are asked for, then they are a row."""
    column = Column()
    column.add_sums(Sums([1.0, 2.0]))
    column.add_sums(Sums([3.0, 4.0]))
    assert list(column.only_sums or ()) == pytest.approx([4, 6])
    column.add(2, np.array([[5.0, 6.0]]), {})
    assert column.only_sums is None
    assert column.rows().sum(axis=0).tolist() == [9, 12]


def test_rows_without_numbers(cli, tmp_path):
    """A metric of labels of which the data have none has rows of no numbers, and scores of 0."""
    (tmp_path / "e.jsonl").write_text('{"prediction": [], "references": [[]]}\n' * 2)
    for verb in (("evaluate",), ("evaluate", "--ci"), ("score",)):
        done = cli(verb[0], "entities", "e.jsonl", *verb[1:])
        assert (done.code, "0.0" in done.out) == (0, True)
