"""Means with a covariate whose mean is known."""

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.scoring.intervals.known_population import Covariate
from sacreval.stats.intervals.independent_means import adjusted_mean
from support.known_populations import LENGTHS, RIGHT, instances, report


def test_adjusted():
    """A mean with a covariate of known mean has the interval of the regression there."""
    options = {"method": "adjusted", "covariate": Covariate("length", 0.5)}
    result = report(**options).results[0]
    want = adjusted_mean(RIGHT, LENGTHS, 0.5)
    ends = want.estimate.bounds()
    assert (result.interval.low, result.interval.high) == pytest.approx((ends.low, ends.high))
    assert result.interval.estimate == pytest.approx(float(want.estimate.value))
    assert (result.interval.by, result.interval.known["mean"]) == ("length", 0.5)
    assert result.interval.known["explained"] == pytest.approx(want.explained)
    assert result.value == RIGHT.mean()


def test_adjusted_to_the_records_of_other_systems():
    """A system of the first records is adjusted to the mean over those of all systems."""
    part = [one for one in instances(("a", "b")) if one.system_id == "b" or one.instance_id < 20]
    result = report(part, method="adjusted", covariate=Covariate("length")).results[0]
    want = adjusted_mean(RIGHT[:20], LENGTHS[:20], LENGTHS.mean())
    assert result.interval.estimate == pytest.approx(float(want.estimate.value))


@pytest.mark.parametrize("value", [None, True, "3", float("inf")])
def test_a_record_without_the_covariate(value):
    """A record whose covariate is no finite number is named."""
    records = instances()
    records[3].meta["length"] = value
    with pytest.raises(InputError, match="there is no number meta.length"):
        report(records, method="adjusted", covariate=Covariate("length", 1.0))


def test_corpus_metrics_are_refused():
    """BLEU is no mean over records."""
    with pytest.raises(UsageError, match="--covariate is for means"):
        report(name="bleu", method="adjusted", covariate=Covariate("length", 1.0))
