"""Jackknife with Student's t: intervals of any function of summed rows, without random draws.

Each unit is left out in turn, by subtracting its row from the sum. Units are records, or groups
whose rows were summed (`clusters.sums_by_group`).

Sources: Quenouille (1956); Tukey (1958); Efron and Tibshirani (1993), chapter 11.
"""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from sacreval.stats.checks import complete
from sacreval.stats.intervals.bounds import Estimate


def left_out_spread(observed: npt.ArrayLike, left_out: npt.ArrayLike) -> Estimate:
    """Compute the jackknife's standard error from values with each unit left out.

    Args:
        observed: Values of all units, shape (...).
        left_out: Values with one unit left out, shape (n, ...).

    Returns:
        Shape (...), with n - 1 degrees of freedom; the error is NaN for fewer than two units, and
        0 where leaving out any one of them changes nothing.

    Raises:
        InputError: If a value is NaN.
    """
    value, values = complete(observed, "values"), complete(left_out, "left-out values")
    n = len(values)
    if n < 2:  # noqa: PLR2004 - one unit has no spread
        return Estimate(value, np.full(value.shape, np.nan), 0)
    return Estimate(value, np.sqrt((n - 1) * values.var(axis=0)), n - 1)


def jackknife_t(tables: Sequence[npt.ArrayLike], of: Callable[..., npt.ArrayLike]) -> Estimate:
    """Compute a function of summed rows with its jackknife standard error.

    A difference of two systems on the same units is a function of both their sums:
    `jackknife_t([a, b], lambda a, b: score(b) - score(a))`.

    Args:
        tables: Rows of units, each of shape (n, k) with one n; k may differ.
        of: Takes one array of sums (..., k) for each table and gives an array (..., outputs), or
            (...). It must broadcast, and be defined for n - 1 units.

    Returns:
        Shape (outputs,) or (), with n - 1 degrees of freedom. For fewer than two units the error is
        NaN.

    Raises:
        InputError: If a row, or a value of the function, is NaN.
    """
    rows = [complete(table, "rows") for table in tables]
    totals = [table.sum(axis=0) for table in rows]
    observed = complete(of(*totals), "values")
    if len(rows[0]) < 2:  # noqa: PLR2004 - leaving out the only unit leaves none
        return left_out_spread(observed, observed[None])
    left_out = of(*(total - table for total, table in zip(totals, rows, strict=True)))
    return left_out_spread(observed, left_out)
