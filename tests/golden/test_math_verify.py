"""math-verify: the table of wrong verdicts in its guide."""

import re

import pytest

from sacreval.metrics.answers._math_verify import MathVerify, Pair
from support.mirror import CHECKOUT

# Verdicts of verify and parse of math-verify 0.9.0 on both texts between dollar signs, with sympy
# 1.14.0 and their defaults, called in Python on 2026-11-23.
GUIDE = CHECKOUT / "docs" / "mathematics.md"
ROWS = re.findall(
    r"^\| `(.+)` \| `(.+)` \| (equal|different) \|", GUIDE.read_text("utf-8"), re.MULTILINE
)


@pytest.mark.parametrize(("reference", "output", "verdict"), ROWS)
def test_rows_of_the_guide(reference, output, verdict):
    """The library gives the verdict of the guide."""
    assert MathVerify().verdicts([Pair(reference, output)]) == [verdict]


def test_the_table_is_found():
    """The guide has a table of pairs."""
    assert len(ROWS) > 10
