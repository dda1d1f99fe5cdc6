"""Families of tests: which p-values are corrected together, and what chance alone would find."""

from itertools import combinations
from typing import Literal, NamedTuple

import numpy as np

from sacreval.stats.arrays import Floats
from sacreval.stats.multiple_testing import Correction, adjust

Family = Literal["systems", "all"]


class ChanceFindings(NamedTuple):
    """What a table of tests would show if nothing differed.

    Attributes:
        tests: Tests that are defined.
        expected: Findings by chance, without any correction.
        any_at_most: The most that the chance of at least one can be, whatever the tests share.
        any_if_independent: That chance where the tests share nothing.
    """

    tests: int
    expected: float
    any_at_most: float
    any_if_independent: float


def adjust_family(
    p_values: Floats, family: Family, correction: Correction = Correction.HOLM
) -> Floats:
    """Adjust the p-values of a table.

    Args:
        p_values: Shape (systems, ...): the first axis has the systems, the others outputs, metrics
            and groups, as a table has them; NaN where there is no test.
        family: "systems" adjusts each output of each group on its own, over systems; "all" takes
            every test of the table as one family.
        correction: How they are adjusted.

    Returns:
        Adjusted p-values of the same shape.
    """
    if family == "all":
        return adjust(p_values.ravel(), correction).reshape(p_values.shape)
    columns = p_values.reshape(len(p_values), int(np.prod(p_values.shape[1:])))
    adjusted = np.empty_like(columns)
    for j, column in enumerate(columns.T):
        adjusted[:, j] = adjust(column, correction)
    return adjusted.reshape(p_values.shape)


def adjust_primary(
    p_values: Floats, primary: int, correction: Correction = Correction.HOLM
) -> Floats:
    """Adjust the tests of one output, named before the data were seen; the others are not tests.

    Args:
        p_values: Shape (systems, outputs).
        primary: Place of the output, from 0.
        correction: How its tests are adjusted.

    Returns:
        The same shape; NaN for all other outputs, whose p-values only describe.
    """
    adjusted = np.full_like(p_values, np.nan)
    adjusted[:, primary] = adjust(p_values[:, primary], correction)
    return adjusted


def chance_findings(p_values: Floats, alpha: float) -> ChanceFindings:
    """Compute what tests at one level find by chance.

    Args:
        p_values: Any shape; NaN where there is no test.
        alpha: The level.
    """
    tests = int(np.sum(~np.isnan(p_values)))
    expected = tests * alpha
    return ChanceFindings(tests, expected, min(1.0, expected), 1 - (1 - alpha) ** tests)


def shared_level(alpha: float, tests: int) -> float:
    """Return the level of each of some tests that share one level: what Holm's first test needs.

    Args:
        alpha: The level of all together.
        tests: Their number, at least 1.

    Source: Bonferroni; a plan for Holm (1979) counts on no other finding.
    """
    return alpha / tests


def all_pairs(count: int) -> list[tuple[int, int]]:
    """List the pairs of some systems, first place before second: count (count - 1) / 2 of them."""
    return list(combinations(range(count), 2))
