"""Sums that stand for rows."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import RecordError
from sacreval.execution import BatchRows
from sacreval.execution.serialization import condense, spread
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.intervals.interval_options import IntervalOptions

BLEU = metrics.get("bleu")()


class Halved(type(BLEU)):
    """Rows that may be fractions, though it inherits from a metric of whole numbers."""


class Doubled(type(BLEU)):
    """Whole numbers, and it says so."""

    whole_rows = True


class Picky(type(BLEU)):
    """Whole numbers, and records that it cannot score."""

    whole_rows = True

    def row(self, prediction, prepared):
        """Count a text that is none."""
        if not prediction:
            raise RecordError("nothing to score")
        return super().row(prediction, prepared)


@pytest.mark.parametrize("named", [False, True])
def test_few_rows_are_kept(named):
    """Where only systems are scored, sums are kept, and the report is the same to the byte."""
    texts = [["a b c d e", "a c"], ["b c d", "", "b a"], [""], ["e d c b a f g"]]
    batches, lines = [], 0
    for part in texts:
        ids = [f"n{i}" if named else None for i in range(lines, lines + len(part))]
        records = [
            Instance(instance_id=name, prediction=text, references=["a b c d f"])
            for name, text in zip(ids, part, strict=True)
        ]
        batches.append(Batch(records, lines=range(lines + 1, lines + 1 + len(part)), system="abc"))
        lines += len(part)
    few, every = (evaluate(batches, Picky(), only_sums=only_sums) for only_sums in (True, False))
    assert len(few.systems["abc"].columns[0].rows()) == (1 + 3 + 1 + 1 if named else 1)
    assert len(every.systems["abc"].columns[0].rows()) == lines
    assert few.report() == every.report()
    assert [(result.n, result.scored) for result in few.report().results] == [(7, 5)]
    assert len(few.report().failures) == 2


class Fractions(type(BLEU)):
    """Sums of which depend on the order of additions, and records that it cannot score."""

    def rows(self, batch):
        """Return numbers of very different sizes, by the length of the text."""
        sizes = np.array([float(text) for text in batch.predictions])
        table = np.sin(sizes)[:, None] * 10.0 ** (np.arange(10) - 5 + sizes[:, None] % 7)
        table[sizes % 11 == 0] = np.nan
        return table


def fractions(first, names=None):
    """Return 40 records, numbered on from `first`."""
    instances = [
        Instance(instance_id=names and names[i], prediction=str(first + i), references=["a"])
        for i in range(40)
    ]
    return Batch(instances, lines=range(first, first + 40), system="abc")


def test_fractions_in_order():
    """Records without ids are added up as they come: the sum is that of all rows, bit by bit."""
    batches = [fractions(first) for first in (1, 41, 81, 121)]
    few, every = (
        evaluate(batches, Fractions(), only_sums=only_sums) for only_sums in (True, False)
    )
    column = few.systems["abc"].columns[0]
    rows = every.systems["abc"].columns[0].rows()
    assert len(column.rows()) == 1
    assert column.rows()[0].tolist() == rows[~np.isnan(rows).any(axis=1)].sum(axis=0).tolist()
    assert few.report() == every.report()
    assert column.failures == every.systems["abc"].columns[0].failures


def test_fractions_with_names():
    """Records with ids may come in any order, so that their rows are kept."""
    names = [str(i) for i in range(40, 0, -1)]
    batches = [fractions(1, names), fractions(101, [str(140 - i) for i in range(40)])]
    few, every = (
        evaluate(batches, Fractions(), only_sums=only_sums) for only_sums in (True, False)
    )
    assert len(few.systems["abc"].columns[0].rows()) == 80
    assert few.report() == every.report()


class Middle(type(metrics.get("pearson")())):
    """A metric of whole numbers that sees them one by one."""

    whole_rows = True


def test_what_needs_rows():
    """Intervals and scores of records are refused where only sums were kept."""
    batch = Batch([Instance(prediction="a b", references=["a"])], system="abc")
    result = evaluate([batch], BLEU, only_sums=True)
    with pytest.raises(ValueError, match="only_sums=False"):
        result.report(IntervalOptions())
    with pytest.raises(ValueError, match="only_sums=False"):
        list(result.instances())


def test_whole_numbers():
    """Whole numbers come home as one row, those of a class from outside that says so too."""
    done = BatchRows(np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), {})
    condensed = condense(done, BLEU)
    np.testing.assert_array_equal(condensed.rows, [[9.0, 12.0]])
    np.testing.assert_array_equal(condense(done, Doubled()).rows, [[9.0, 12.0]])
    np.testing.assert_array_equal(spread(condensed, 3).rows, [[9.0, 12.0], [0, 0], [0, 0]])


@pytest.mark.parametrize(
    ("rows", "failures", "metric"),
    [
        ([[2.0**52], [2.0**52]], {}, BLEU),
        ([[np.nan], [1.0]], {0: "no answer"}, BLEU),
        ([[1.0], [1.0]], {}, Halved()),
        ([[1.0], [1.0]], {}, metrics.get("ter")()),
        ([[1.0], [1.0]], {}, metrics.get("self-bleu")()),
        ([[1.0], [2.0]], {}, metrics.get("pearson")()),
        ([[1.0], [2.0]], {}, Middle()),
    ],
)
def test_what_stays_rows(rows, failures, metric):
    """What may be fractions, numbers too large, failures and sets come home as they are."""
    done = BatchRows(np.array(rows), failures)
    assert condense(done, metric) is done
    assert spread(done, 2) is done
