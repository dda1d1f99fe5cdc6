"""Which interval is computed, why, and where there is none."""

import numpy as np
import pytest

from sacreval.errors import UsageError
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.intervals.correlation_intervals import choose
from sacreval.features.correlate.intervals.measure_intervals import IntervalPlan, compute_interval
from sacreval.features.correlate.measures.coefficient_names import (
    COEFFICIENTS,
    CoefficientSettings,
    measures,
)
from sacreval.stats.association.levels import Level
from sacreval.stats.draws import Units
from support.correlations import correlate
from support.sizes import few, long

BOTH, SYSTEMS, INPUTS = Units.BOTH, Units.SYSTEMS, Units.INPUTS
CASES = [
    # coefficient, level, units, systems, inputs, method, reason
    ("pearson", Level.SYSTEM, BOTH, 12, 100, "jackknife", "Pearson of system means, fewer than 50"),
    ("pearson", Level.SYSTEM, BOTH, 60, 100, "percentile", "50 systems or more"),
    ("pearson", Level.SYSTEM, BOTH, 12, 9_000, "expanded", "more than 2000 inputs"),
    ("spearman", Level.SYSTEM, BOTH, 12, 100, "percentile", "ranks of systems"),
    ("kendall", Level.SYSTEM, SYSTEMS, 12, 100, "percentile", "ranks of systems"),
    ("pairwise-accuracy", Level.SYSTEM, BOTH, 12, 100, "percentile", "pairs of systems"),
    ("spa", Level.SYSTEM, BOTH, 12, 100, "percentile", "pairs of systems"),
    ("acc-eq", Level.SYSTEM, BOTH, 12, 100, "expanded", "pairs of fewer than 50 systems"),
    ("acc-eq", Level.SUMMARY, BOTH, 49, 100, "expanded", "pairs of fewer than 50 systems"),
    ("acc-eq", Level.SUMMARY, BOTH, 50, 100, "percentile", "pairs of systems"),
    ("tau-a", Level.SUMMARY, BOTH, 12, 100, "expanded", "pairs of fewer than 50 systems"),
    ("kendall", Level.SUMMARY, BOTH, 12, 100, "jackknife", "a mean over inputs"),
    ("pdp", Level.SUMMARY, BOTH, 12, 100, "percentile", "differences within"),
    ("partial-pearson", Level.GLOBAL, BOTH, 12, 100, "percentile", "differences within"),
    ("pearson", Level.GLOBAL, BOTH, 12, 100, "expanded", "few systems at global level"),
    ("kendall", Level.GROUP_BY_SYSTEM, BOTH, 12, 100, "expanded", "few systems at group-by-system"),
    ("kendall", Level.SUMMARY, INPUTS, 3, 100, "percentile", "100 inputs or more"),
    ("kendall", Level.SUMMARY, INPUTS, 3, 99, "expanded", "fewer than 100 inputs"),
    ("pearson", Level.SUMMARY, BOTH, 5, 100, "jackknife", "fewer than 6 systems"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[1].value}-{case[5]}")
def test_the_choice_follows_coefficient_level_and_size(case):
    """Each coefficient at its level and size gets the method that held in simulations."""
    name, level, units, n_systems, n_inputs, method, reason = case
    found = choose(COEFFICIENTS[name], level, units, n_systems=n_systems, n_inputs=n_inputs)
    assert (found.method, found.units) == (method, units)
    assert found.reason.startswith(reason)


def test_means_that_are_not_macro_are_drawn():
    """Micro means are written out for each sample, which is dear for thousands of inputs."""
    [micro] = measures(["kendall"], CoefficientSettings(average="micro"))
    found = choose(micro, Level.SUMMARY, BOTH, n_systems=12, n_inputs=9)
    assert (found.method, found.reason) == ("expanded", "a mean that is not macro")


def world(rng, rho, shape):
    """Draw systems whose qualities correlate, inputs with difficulties, and noise of each cell."""
    z, other = rng.normal(size=(2, shape[0], 1))
    x, light = rho * z + np.sqrt(1 - rho**2) * other, rng.normal(size=shape[1])
    return x + light + rng.normal(size=shape), z + light + rng.normal(size=shape)


COVERED = [
    ("pearson", Level.SYSTEM, BOTH, 0.9, 0.9),
    ("pairwise-accuracy", Level.SYSTEM, SYSTEMS, 0.6, 0.5 + np.arcsin(0.6) / np.pi),
    ("kendall", Level.SUMMARY, BOTH, 0.8, 2 / np.pi * np.arcsin(0.4)),
    ("acc-eq", Level.SUMMARY, SYSTEMS, 0.8, 0.5 + np.arcsin(0.4) / np.pi),
    ("pearson", Level.GLOBAL, BOTH, 0.8, 0.6),
]


@pytest.mark.long
@pytest.mark.parametrize("case", COVERED, ids=lambda case: f"{case[0]}-{case[1].value}")
def test_the_chosen_interval_covers_the_truth(case):
    """Of 10 systems drawn, 95 % intervals cover what all systems would give in about 95 %."""
    name, level, units, rho, truth = case
    [measure] = measures([name], CoefficientSettings(epsilon=0.0))
    rng, covered = np.random.default_rng(3), 0
    for seed in range(200):
        x, z = world(rng, rho, (10, 50))
        plan = IntervalPlan(units=units, resamples=499, seed=seed)
        value = measure.of(x, z, level).value
        found = compute_interval(measure, value, x, z, level=level, plan=plan).interval
        covered += found.low <= truth <= found.high
    assert 0.90 <= covered / 200 <= 0.99  # within three Monte Carlo errors of .95, and cautious


def test_few_systems_leave_out_systems_where_inputs_tell_nothing():
    """With 5 systems an order of systems is jackknifed over systems alone."""
    for name, kept in (("kendall", SYSTEMS), ("spa", SYSTEMS), ("pearson", BOTH)):
        found = choose(COEFFICIENTS[name], Level.SYSTEM, BOTH, n_systems=5, n_inputs=9)
        assert (found.method, found.units) == ("jackknife", kept)


def test_the_choice_stands_in_the_result_and_the_signature(small):
    """Method, units and reason are in JSON and signature; naming the method gives the same ends."""
    options = {"human": "quality", "metrics": ["good"], "resamples": 50}
    for chosen in correlate(small, **options).results:
        method = chosen.interval.method.partition("-")[0]
        assert f"|ci:{chosen.interval.method}|why:" in chosen.signature
        assert chosen.interval.reason
        assert chosen.interval.units == "both"
        wanted = {"level": [chosen.level], "coefficient": [chosen.coefficient], **options}
        [named] = correlate(small, interval=method, **wanted).results
        assert named.interval.low == chosen.interval.low
        assert named.interval.high == chosen.interval.high
        assert named.interval.reason is None
        assert "|why:" not in named.signature


def perfect(n_systems, n_inputs=12, noise=0.0):
    """Make a set whose metric orders systems as people do."""
    rng = np.random.default_rng(0)
    z = np.arange(n_systems)[:, None] * 10.0 + rng.normal(size=(n_systems, n_inputs))
    return ScoreSet(
        tuple(f"s{i:03d}" for i in range(n_systems)),
        tuple(f"i{i:03d}" for i in range(n_inputs)),
        scores={"m": z + noise * rng.normal(size=z.shape), "back": -z},
        judgments={"h": z},
    )


@pytest.mark.parametrize("interval", ["auto", "percentile", "expanded", "jackknife", "bca"])
@pytest.mark.parametrize("name", ["pairwise-accuracy", "tau-b", "tau-a", "spa", "acc-eq", "darr"])
def test_all_pairs_right_is_bounded_by_the_rule_of_three(interval, name):
    """Of 8 systems with all pairs right, four disjoint pairs bound the share at .025 ** (1/4)."""
    options = {"human": "h", "level": ["system"], "coefficient": [name], "units": "systems"}
    right, wrong = correlate(perfect(8), interval=interval, gap=5.0, **options).results
    low = 0.025**0.25
    if name not in {"spa", "pairwise-accuracy", "acc-eq"}:
        low = 2 * low - 1
    if interval == "bca":
        assert right.interval is None
        return
    assert (right.value, right.interval.method) == (1, "rule-of-three")
    assert (right.interval.low, right.interval.high) == pytest.approx((low, 1))
    assert right.interval.reason == "all pairs right"
    if name != "spa":
        assert wrong.interval.reason == "all pairs wrong"
        assert wrong.interval.high < 1


@pytest.mark.parametrize(("gap", "judged"), [(65.0, 1), (55.0, 3), (5.0, 4)])
def test_few_judged_pairs_bound_little(gap, judged):
    """Of 8 systems darr counts the pairs that people part by a gap: no more are independent."""
    options = {"human": "h", "metrics": ["m"], "level": ["system"], "coefficient": ["darr"]}
    [found] = correlate(perfect(8), gap=gap, units="systems", **options).results
    assert found.interval.method == "rule-of-three"
    assert found.interval.low == pytest.approx(2 * 0.025 ** (1 / judged) - 1)


@pytest.mark.parametrize("units", [long("systems"), long("inputs"), "both"])
@few(2, "interval", ["auto", "percentile", "expanded", "jackknife", "fisher"])
def test_no_interval_has_width_zero(units, interval):
    """A value that every draw repeats has a bound by pairs, or a reason instead of an interval."""
    levels = ("summary", "system", "global", "group-by-system")
    report = correlate(
        perfect(6), human="h", interval=interval, units=units, level=levels,
        coefficient=list(COEFFICIENTS), resamples=20,
    )  # fmt: skip
    for result in report.results:
        assert result.interval or result.interval_reason, result
        assert result.interval is None or result.interval.low < result.interval.high, result


def test_fisher_is_refused_where_it_does_not_hold(small):
    """Below system level Fisher's z has a reason instead of an interval, which names the remedy."""
    found = correlate(small, human="quality", metrics=["good"], interval="fisher").results
    for result in found:
        if result.level == "system":
            assert (result.interval.method, result.interval.units) == ("fisher", "systems")
        else:
            assert "does not hold" in result.interval_reason
            assert "--interval auto" in result.interval_reason


@pytest.mark.parametrize("units", ["both", "inputs"])
def test_inputs_are_not_left_out_of_an_order_of_systems(small, units):
    """The jackknife over inputs is for means and Pearson; orders of systems name the remedy."""
    names = ["pearson", "spearman", "kendall", "pairwise-accuracy", "spa"]
    options = {"human": "quality", "metrics": ["good"], "coefficient": names, "level": ["system"]}
    first, *others = correlate(small, interval="jackknife", units=units, **options).results
    assert first.interval.method == f"jackknife-z-{units}"
    assert all("--units systems" in one.interval_reason for one in others)
    found = correlate(small, interval="jackknife", units="systems", **options).results
    assert all(one.interval for one in found)


def test_the_old_name_of_percentile_is_answered():
    """`bootstrap` is refused with the name that it has now, other words with all there are."""
    data = perfect(6)
    with pytest.raises(UsageError, match="did you mean 'percentile'"):
        correlate(data, human="h", interval="bootstrap")
    with pytest.raises(UsageError, match="one of auto, percentile, expanded"):
        correlate(data, human="h", interval="students")
