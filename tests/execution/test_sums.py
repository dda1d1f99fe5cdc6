"""Sums that stand for rows."""

import numpy as np
import pytest

from sacreval.execution import Done
from sacreval.execution.sums import condense, spread
from sacreval.metric import metrics

BLEU = metrics.get("bleu")()


class Halved(type(BLEU)):
    """Rows that may be fractions, though it inherits from a metric of whole numbers."""


class Doubled(type(BLEU)):
    """Whole numbers, and it says so."""

    whole_rows = True


def test_whole_numbers():
    """Whole numbers come home as one row, those of a class from outside that says so too."""
    done = Done(np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), {})
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
    ],
)
def test_what_stays_rows(rows, failures, metric):
    """What may be fractions, numbers too large, failures and sets come home as they are."""
    done = Done(np.array(rows), failures)
    assert condense(done, metric) is done
    assert spread(done, 2) is done
