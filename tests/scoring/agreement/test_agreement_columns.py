"""The rows of one score."""

import pytest

from sacreval.core.records import Instance
from sacreval.core.stored_scores import reducer
from sacreval.scoring.agreement.agreement_columns import MISSING, SHOWN, Column, Derived, Key, equal
from sacreval.scoring.agreement.agreement_rows import Row


def column(*records):
    """Return a column of records, each a list of stored and derived values."""
    made = Column(Key("s", "m", None))
    for i, pairs in enumerate(records):
        rows = [Row("s", "s", None, stored, Instance()) for stored, _ in pairs]
        made.add(rows, [Derived(value) for _, value in pairs], str(i))
    return made


def test_totals():
    """The mean is over records, whose repeats are reduced; so is the standard error."""
    made = column([(1, 1.0), (0, 0.0)], [(1, 1.0), (1, 1.0)])
    assert made.total(reducer("mean")) == (0.75, pytest.approx(0.25))
    assert made.total(reducer("max")) == (1.0, 0.0)
    assert made.total(reducer("sum"), added=True) == (3.0, None)
    assert (made.records, made.repeats, made.compared) == (2, 2, 4)
    assert column([(1, 1.0)]).total(reducer("mean")) == (1.0, None)
    assert column().total(reducer("mean")) == (None, None)


def test_differences():
    """Rows that differ are counted, and the first of them kept; a row without number is none."""
    made = column(*[[(1.0, 0.0)]] * (SHOWN + 1), [("text", 0.0)])
    assert (made.different, len(made.differences), made.compared) == (SHOWN + 1, SHOWN, SHOWN + 1)


def test_missing():
    """A record without an output counts if the tool gives it a score."""
    made = Column(Key("s", "m", None))
    row = Row("s", "s", None, 0.0, Instance(error="failed"))
    made.add([row, row], [Derived(0.0, MISSING), Derived(None, MISSING)], "a")
    assert (made.missing, made.records, made.different) == (1, 1, 0)


def test_equal():
    """Values are equal up to rounding."""
    assert equal(1e6, 1e6 + 1e-7)
    assert not equal(0.5, 0.5 + 1e-11)
