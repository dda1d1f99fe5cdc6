"""Confidence intervals of measures, and the reasons why there is none."""

import numpy as np
import pytest

from sacreval.errors import UsageError
from sacreval.features.correlate.intervals.measure_intervals import IntervalPlan, compute_interval
from sacreval.features.correlate.measures.coefficient_names import COEFFICIENTS
from sacreval.stats.association.levels import Level
from sacreval.stats.draws import Units

X, Z = np.random.default_rng(1).normal(size=(2, 8, 20)) + np.arange(8)[:, None] / 2


def outcome(name, level=Level.SYSTEM, x=X, z=Z, **options):
    measure = COEFFICIENTS[name]
    plan = IntervalPlan(**{"resamples": 50, **options})
    value = measure.of(x, z, level).value
    return value, *compute_interval(measure, value, x, z, level=level, plan=plan)


@pytest.mark.parametrize(
    ("method", "units", "named"),
    [
        ("percentile", Units.BOTH, "percentile-both"),
        ("expanded", Units.INPUTS, "expanded-inputs"),
        ("bca", Units.SYSTEMS, "bca-systems"),
        ("jackknife", Units.SYSTEMS, "jackknife-z-systems"),
        ("fisher", Units.BOTH, "fisher"),
    ],
)
def test_methods(method, units, named):
    """Each method has an interval around the value, with its name; only a bootstrap has a seed."""
    value, interval, reason = outcome("pearson", method=method, units=units)
    assert reason is None
    assert interval.low < value < interval.high
    assert (interval.method, interval.confidence) == (named, 0.95)
    drawn = method in {"percentile", "expanded", "bca"}
    assert (interval.resamples, interval.seed) == ((50, 12_345) if drawn else (None, None))
    assert interval.n_defined == (50 if drawn else None)


@pytest.mark.parametrize(
    ("name", "level", "method", "reason"),
    [
        ("pearson", Level.SUMMARY, "fisher", "ignores the mean"),
        ("pearson", Level.GLOBAL, "fisher", "counts cells as independent"),
        ("spa", Level.SYSTEM, "fisher", "not defined for spa"),
        ("pairwise-accuracy", Level.SYSTEM, "fisher", "not defined for this coefficient"),
        ("kendall", Level.SYSTEM, "jackknife", "--units systems"),
    ],
)
def test_methods_that_do_not_apply(name, level, method, reason):
    """A method that does not hold for a coefficient or level has a reason and no interval."""
    _, interval, why = outcome(name, level, method=method)
    assert interval is None
    assert reason in why


def test_no_interval_without_a_value():
    """An undefined value has a reason; with the method none there is neither."""
    constant = np.ones_like(X)
    assert outcome("pearson", x=constant)[1:] == (None, "the value is undefined")
    assert outcome("pearson", method="none")[1:] == (None, None)


def test_no_interval_has_width_zero():
    """Perfect taus have the exact bound of 4 disjoint pairs of 8 systems; Spearman has a reason."""
    _, interval, _ = outcome("tau-a", x=Z, method="percentile")
    assert (interval.method, interval.high) == ("rule-of-three", 1.0)
    assert interval.low == pytest.approx(2 * 0.025 ** (1 / 4) - 1)
    assert interval.reason == "all pairs right"
    _, interval, _ = outcome("tau-a", x=-Z, method="percentile")
    assert (interval.low, interval.reason) == (-1.0, "all pairs wrong")
    _, interval, reason = outcome("spearman", x=Z, method="percentile")
    assert interval is None
    assert "every resample has this value" in reason


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"confidence": 1.0}, "--confidence is 1.0"),
        ({"resamples": 0}, "--resamples is 0"),
        ({"seed": -1}, "--seed is -1"),
        ({"method": "bca"}, "add --units systems"),
    ],
)
def test_plans_out_of_range(options, named):
    """A parameter out of range is an error that names its option."""
    with pytest.raises(UsageError, match=named):
        IntervalPlan(**options)


def test_signatures():
    """A plan is signed by its method, and by its units where they are resampled."""
    assert IntervalPlan().signature == "auto"
    assert IntervalPlan("percentile", Units.INPUTS).signature == "percentile-inputs"
