"""Methods in the words of a paper."""

import pytest

from sacreval.features.correlate.measures.coefficient_names import COEFFICIENTS
from sacreval.features.correlate.options import INTERVALS
from sacreval.features.correlate.significance.trials import POPULATIONS
from sacreval.report.cited_metrics import phrase

UNITS = ("systems", "inputs", "both")
METHODS = [
    *(f"{name}-{unit}" for name in INTERVALS if name not in ("auto", "none", "fisher")
      for unit in UNITS),
    *(f"jackknife-z-{unit}" for unit in UNITS),
    *POPULATIONS,
    "rule-of-three", "fisher",
    *(name for name in COEFFICIENTS if name != "sys-delta"), "sys-delta:0:1",
]  # fmt: skip


@pytest.mark.parametrize("method", METHODS)
def test_no_internal_name_of_correlate_is_left(method):
    """Every test, interval and coefficient of correlate is in words."""
    assert phrase(method) != method
    assert "both" not in phrase(method)
    assert "perm-" not in phrase(method)


@pytest.mark.parametrize(
    ("method", "said"),
    [
        ("bootstrap-both", "the bootstrap over systems and inputs"),
        ("jackknife-z-systems", "the jackknife of Fisher's z over systems"),
        ("percentile-both", "the percentile bootstrap over systems and inputs"),
        ("perm-systems+williams", f"{phrase('perm-systems')} and Williams's test"),
        ("sys-delta:0:1.5", "Kendall's tau over pairs of systems whose scores differ by 0 to 1.5"),
        ("mine", "mine"),
    ],
)
def test_words(method, said):
    """What is drawn and over what, joined tests, and bounds; another name is as it is."""
    assert phrase(method) == said
