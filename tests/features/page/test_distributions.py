"""The section on the distribution of scores of single records."""

import pytest

from sacreval.core.records import Scored
from sacreval.core.results import Result
from sacreval.features.page.content import Content
from sacreval.features.page.distributions import distributions


def content(values):
    """Return a page of one system with these scores of records."""
    overall = Result(
        metric="m", output="m", system_id="a", group=None, value=0.5, n=3,
        higher_is_better=True, interval=None, signature="m", engine="official", main=True,
    )  # fmt: skip
    records = {
        str(i): Scored(instance_id=str(i), system_id="a", scores={"m": x})
        for i, x in enumerate(values)
    }
    return Content(results=[overall], instances=list(records), records={"a": records})


@pytest.mark.parametrize(("values", "bars"), [([0.0, 1.0, 1.0], False), ([0.0, 0.5, 1.0], True)])
def test_bars_are_explained_where_there_are_any(values, bars):
    """Scores of 0 and 1 are counted, so that no line on bars and medians stands below them."""
    found = " ".join("".join(distributions(content(values)).itertext()).split())
    assert ("each system is scaled to its highest bar" in found) is bars
    assert "the mean of those of its records" in found
