"""Confidence intervals of measures, and the reasons why there is none."""

import numpy as np
import pytest

from sacreval.errors import UsageError
from sacreval.features.correlate.intervals.measure_intervals import (
    IntervalPlan,
    MeasuredScores,
    compute_interval,
    replicates,
)
from sacreval.features.correlate.measures.coefficient_names import COEFFICIENTS, measures
from sacreval.stats.association.levels import Level
from sacreval.stats.draws import Resamples, Units

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


RNG = np.random.default_rng(4)

REPLICATES_X, REPLICATES_Z = RNG.normal(size=(2, 5, 6))

SYSTEMS = RNG.multinomial(5, [0.2] * 5, size=6).astype(np.uint16)

INPUTS = RNG.multinomial(6, [1 / 6] * 6, size=6).astype(np.uint16)


@pytest.mark.parametrize("name", ["pearson", "kendall", "pdp", "partial-pearson"])
def test_each_is_the_measure_of_a_resample(name):
    """Whether by products or written out, each value is that of the drawn rows and columns."""
    [measure] = measures([name])
    replicated = replicates(
        measure, REPLICATES_X, REPLICATES_Z, Level.GLOBAL, Resamples(SYSTEMS, INPUTS, 6)
    )
    for value, systems, inputs in zip(replicated, SYSTEMS, INPUTS, strict=True):
        index = np.ix_(np.repeat(np.arange(5), systems), np.repeat(np.arange(6), inputs))
        want = measure.of(REPLICATES_X[index], REPLICATES_Z[index], Level.GLOBAL).value
        assert value == pytest.approx(want, abs=1e-9)


N = np.nan

INTERVAL_SAMPLE_X = np.array(
    [[1.0, 2.0, N, 9.0], [2.0, 1.0, N, N], [N, N, N, 3.0], [4.0, 4.0, N, N]]
)

INTERVAL_SAMPLE_Z = np.array(
    [[1.0, 1.0, 2.0, N], [2.0, 3.0, N, N], [N, N, 1.0, N], [3.0, 5.0, N, N]]
)


def test_systems_and_inputs_without_both_scores_take_no_part():
    """What is scored on one side only is neither drawn nor counted."""
    sample = MeasuredScores.of(
        COEFFICIENTS["pearson"], INTERVAL_SAMPLE_X, INTERVAL_SAMPLE_Z, Level.SYSTEM
    )
    assert sample.x.shape == sample.z.shape == (3, 2)
    sizes = {units: sample.size(units) for units in Units}
    assert sizes == {Units.SYSTEMS: 3, Units.INPUTS: 2, Units.BOTH: 2}


def test_each_unit_is_left_out_once():
    """There are as many values as units, each of the sample without it."""
    measure = COEFFICIENTS["kendall"]
    x, z = np.random.default_rng(0).normal(size=(2, 6, 9))
    sample = MeasuredScores.of(measure, x, z, Level.SUMMARY)
    for units, axis in ((Units.SYSTEMS, 0), (Units.INPUTS, 1)):
        expected = [
            measure.of(np.delete(x, i, axis), np.delete(z, i, axis), Level.SUMMARY).value
            for i in range(x.shape[axis])
        ]
        np.testing.assert_allclose(sample.left_out(units), expected, atol=1e-12)


def test_disjoint_pairs_are_half_the_units_that_are_paired():
    """Systems are paired at system level, inputs within systems; darr counts few pairs."""
    x = np.arange(40.0).reshape(8, 5)
    for level, pairs in ((Level.SYSTEM, 4), (Level.SUMMARY, 4), (Level.GROUP_BY_SYSTEM, 2)):
        assert MeasuredScores.of(COEFFICIENTS["tau-a"], x, x, level).disjoint_pairs() == pairs
    assert MeasuredScores.of(COEFFICIENTS["darr"], x, x, Level.SYSTEM).disjoint_pairs() == 4
    assert (
        MeasuredScores.of(COEFFICIENTS["darr"], x * 0.75, x * 0.75, Level.SYSTEM).disjoint_pairs()
        == 1
    )
