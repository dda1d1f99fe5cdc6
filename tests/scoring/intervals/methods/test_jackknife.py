"""The jackknife over groups."""

import numpy as np
import pytest

import sacreval
from support.known_populations import grouped


def test_few_groups_have_a_jackknife():
    """Fewer than 20 groups have the t interval of scores without each group in turn."""
    records = grouped(10)
    run = sacreval.evaluate(records, metrics="chrf", ci=True, resample_by="document")
    interval = run.report.results[0].interval
    assert (interval.method, interval.unit, interval.resamples) == ("jackknife", "document", None)

    def chrf(records):
        return sacreval.evaluate(records, metrics="chrf")["chrf"]

    without = [
        chrf([one for one in records if one["groups"]["document"] != f"{g}"]) for g in range(10)
    ]
    spread = np.std(without) * np.sqrt(9)
    reach = 2.2621571627409915 * spread  # t of 9 degrees of freedom
    assert interval.low == pytest.approx(chrf(records) - reach)
    assert interval.high == pytest.approx(min(100.0, chrf(records) + reach))
