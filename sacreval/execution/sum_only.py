"""If only totals are needed, send one summed row for each batch instead of all rows."""

from __future__ import annotations

from sacreval.core.metric import Metric
from sacreval.execution.work import BatchRows

EXACT = 2.0**53  # whole numbers below this are added without rounding, in any order


def condense(done: BatchRows, metric: Metric) -> BatchRows:
    """Replace rows by their sum where it is exact, so that scores are the same to the byte.

    Sums of whole numbers are exact. Other sums depend on the order of additions; failed records
    have no row to add; and metrics of sets do not add rows.
    """
    import numpy as np

    if done.sums is not None or metric.of_sets or not has_whole_rows(type(metric)) or done.failures:
        return done
    rows = done.rows
    if not np.abs(rows).sum() < EXACT:  # NaN, too: records that take no part in the metric
        return done
    if (rows % 1).any():  # means over several answers of a record
        return done
    return done._replace(rows=rows.sum(axis=0, keepdims=True))


def adds_in_order(metric: Metric, done: BatchRows) -> bool:
    """Return whether all that is asked of rows is their sum, to which batches are added in turn.

    Such a sum depends on the order, so that it is for records that come in that of their ids.
    """
    import numpy as np

    own = hasattr(metric, "score_system") or type(metric).undefined is not Metric.undefined
    by_record = metric.of_sets or metric.unparsed_output
    if own or by_record or metric.innermost() is not metric:
        return False
    return done.rows.shape[1] > 1 or bool(
        np.isnan(done.rows).all()
    )  # one column is summed in pairs


def has_whole_rows(cls: type[Metric]) -> bool:
    """Return whether rows are whole numbers; third-party classes must declare it themselves."""
    for one in cls.__mro__:
        if "whole_rows" in vars(one):
            return bool(vars(one)["whole_rows"])
        if not one.__module__.startswith("sacreval."):
            return False
    return False


def spread(done: BatchRows, n: int) -> BatchRows:
    """Expand a summed row to n rows: the sum, then zeros."""
    import numpy as np

    if len(done.rows) == n:
        return done
    rows = np.zeros((n, done.rows.shape[1]))
    rows[:1] = done.rows
    return done._replace(rows=rows)
