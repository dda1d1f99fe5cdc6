"""Whether two values are equal."""

import pytest

from sacreval.metrics.answers._mathematics.equality import same
from sacreval.metrics.answers._mathematics.parsing.limits import Work
from sacreval.metrics.answers._mathematics.parsing.reading import read


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        (r"\sqrt6", r"\sqrt2\sqrt3", True),
        (r"\sqrt{5+2\sqrt6}", r"\sqrt2+\sqrt3", True),
        (r"\sqrt{5-2\sqrt6}", r"\sqrt2-\sqrt3", False),
        (r"\csc^2 x", r"1+\cot^2 x", True),
        (r"\pi+e", "5.86", False),
        (r"\sqrt{1022117}", r"\sqrt{1009}\sqrt{1013}", None),
        (r"\sin 2x", r"2\sin x\cos x", None),
        (r"\sqrt{x}", r"\sqrt{-x}", None),
        (r"\sqrt{-2x}", r"\sqrt{2}\sqrt{-x}", True),
        ("x^{20}", "x^{20}+10^{-20}", False),
    ],
)
def test_same(one, other, wanted):
    """Equality is proved by exact sums, difference also by clear values; else None remains."""
    values = [read(text).value for text in (one, other)]
    assert same(Work(), *values) is same(Work(), *values[::-1]) is wanted
