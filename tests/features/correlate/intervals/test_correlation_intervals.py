"""Intervals against published numbers."""

from statistics import NormalDist

import numpy as np
import pytest

from sacreval.errors import UsageError
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.intervals.correlation_intervals import (
    bca_interval,
    choose,
    expanded_interval,
    few_systems_notes,
    fisher_interval,
    jackknife_interval,
    jackknife_z_interval,
    percentile_interval,
    rule_of_three,
)
from sacreval.features.correlate.intervals.measure_intervals import IntervalPlan, compute_interval
from sacreval.features.correlate.measures.coefficient_names import (
    COEFFICIENTS,
    CoefficientSettings,
    measures,
)
from sacreval.features.correlate.resampling.bootstrap import bootstrap_values
from sacreval.stats import resampling
from sacreval.stats.association import coefficients as c
from sacreval.stats.association.levels import Level, correlation
from sacreval.stats.draws import (
    Units,
    draw_resamples,
    leave_one_out,
)
from support.correlations import compare_metrics, correlate
from support.sizes import few, long

LEVELS = {"system": Level.SYSTEM, "input": Level.SUMMARY, "global": Level.GLOBAL}

CORRELATION_INTERVALS_COEFFICIENTS = {
    "pearson": c.PearsonCoefficient(),
    "spearman": c.SpearmanCoefficient(),
    "kendall": c.TAU_B,
}


def test_fisher_intervals_of_the_anchors(golden):
    """Fisher's z gives the ends that nlpstats and SacreROUGE test."""
    state = np.random.RandomState(12)
    x, z = state.rand(5, 7), state.rand(5, 7)
    n = {"system": 5, "input": 5, "global": 35}
    for key, expected in golden["fisher"]["expected"].items():
        level, name = key.split("/")
        coefficient = CORRELATION_INTERVALS_COEFFICIENTS[name]
        value = correlation(x, z, LEVELS[level], coefficient).value
        got = fisher_interval(value, n[level], coefficient, 0.95)
        np.testing.assert_allclose(got, expected, atol=1e-7, err_msg=key)


def test_fisher_needs_enough_observations():
    """Without degrees of freedom, and for coefficients without a formula, there is no interval."""
    assert np.isnan(fisher_interval(0.5, 3, c.PearsonCoefficient(), 0.95).low)
    assert np.isnan(fisher_interval(0.5, 100, c.PAIR_ACCURACY, 0.95).low)


@pytest.mark.long
def test_intervals_cover():
    """Percentile, BCa and jackknife intervals cover a known value about as often as they say."""
    rng = np.random.default_rng(5)
    true, covered = 0.6, np.zeros(3)
    for seed in range(120):
        z = rng.normal(size=(60, 1))
        x = true * z + np.sqrt(1 - true**2) * rng.normal(size=(60, 1))
        value = correlation(x, z, Level.SYSTEM, c.PearsonCoefficient()).value
        draws = draw_resamples(Units.SYSTEMS, 60, 1, 400, seed)
        replicates = bootstrap_values(x, z, Level.SYSTEM, c.PearsonCoefficient(), draws)
        without = leave_one_out(Units.SYSTEMS, 60, 1)
        left_out = bootstrap_values(x, z, Level.SYSTEM, c.PearsonCoefficient(), without)
        for i, interval in enumerate(
            (
                percentile_interval(replicates, 0.9),
                bca_interval(value, replicates, left_out, 0.9),
                jackknife_interval(value, [left_out], 0.9),
            )
        ):
            covered[i] += interval.low <= true <= interval.high
    assert (covered / 120 > 0.82).all()
    assert (covered / 120 < 0.97).all()


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.999])
@pytest.mark.parametrize("n", [1, 7, 1000])
def test_percentile_means_one_thing(confidence, n):
    """`correlate` takes the order statistics of `evaluate --ci`; undefined draws drop out."""
    drawn = np.random.default_rng(3).normal(size=n)
    want = resampling.percentile_interval(drawn, level=confidence)
    assert percentile_interval(drawn, confidence) == want
    holes = np.insert(drawn, [0, n], np.nan)
    assert percentile_interval(holes, confidence) == want
    assert set(want) <= set(drawn)


@pytest.mark.parametrize(
    ("n", "t", "tail"), [(10, 2.262157, 0.00855), (30, 2.045230, 0.01875), (100, 1.984217, 0.02306)]
)
def test_expanded_tails_are_normal_tails_at_t(n, t, tail):
    """At 95 % the percentiles are those of a normal at t of n - 1 degrees times sqrt(n / (n - 1)).

    The quantiles of t are those of a printed table.
    """
    assert NormalDist().cdf(-t * (n / (n - 1)) ** 0.5) == pytest.approx(tail, abs=5e-6)
    ordered = np.arange(100_000) / 100_000
    low, high = expanded_interval(ordered, 0.95, n)
    assert low == pytest.approx(tail, abs=2e-5)
    assert high == pytest.approx(1 - tail, abs=3e-5)


def test_expanded_intervals_cover_small_samples():
    """Means of 6 normal numbers are covered in about 95 % of samples, where percentiles are not."""
    rng = np.random.default_rng(0)
    draws = draw_resamples(Units.SYSTEMS, 6, 1, 999, 1).systems / 6
    covered = np.zeros(2)
    for _ in range(400):
        means = draws @ rng.normal(size=6)
        intervals = percentile_interval(means, 0.95), expanded_interval(means, 0.95, 6)
        covered += [low <= 0 <= high for low, high in intervals]
    assert 0.75 < covered[0] / 400 < 0.90
    assert 0.91 < covered[1] / 400 < 0.98


@pytest.mark.long
def test_the_jackknife_on_z_covers_pearson_where_the_raw_one_does_not():
    """Of 8 systems at r = .9 the interval on Fisher's z covers in about 95 % of samples."""
    rng, covered = np.random.default_rng(0), np.zeros(2)
    without = leave_one_out(Units.SYSTEMS, 8, 1)
    for _ in range(400):
        z = rng.normal(size=(8, 1))
        x = 0.9 * z + np.sqrt(1 - 0.81) * rng.normal(size=(8, 1))
        value = correlation(x, z, Level.SYSTEM, c.PEARSON).value
        left_out = bootstrap_values(x, z, Level.SYSTEM, c.PEARSON, without)
        intervals = (
            jackknife_interval(value, [left_out], 0.95),
            jackknife_z_interval(value, [left_out], 0.95),
        )
        assert -1 < intervals[1].low < value < intervals[1].high < 1
        covered += [low <= 0.9 <= high for low, high in intervals]
    assert covered[0] / 400 < 0.92
    assert 0.92 < covered[1] / 400 < 0.985


def test_the_jackknife_on_z_by_hand():
    """It is atanh, the delete-one standard error times t, and tanh; perfect ones stay unscaled."""
    left_out = np.tanh([0.9, 1.0, 1.1])
    reach = 4.302652729749462 * np.sqrt(2 / 3 * 0.02)  # t of 2 degrees of freedom
    bounds = jackknife_z_interval(np.tanh(1.0), [left_out], 0.95)
    assert bounds == pytest.approx((np.tanh(1 - reach), np.tanh(1 + reach)))
    perfect = np.array([0.5, 1.0, 0.7])
    assert jackknife_z_interval(0.7, [perfect], 0.95) == jackknife_interval(0.7, [perfect], 0.95)


def test_the_rule_of_three():
    """Of 30 disjoint pairs all right the bound is Clopper and Pearson's; all wrong mirrors it."""
    from scipy.stats import beta

    assert rule_of_three(1, 30, 0.95) == pytest.approx((float(beta.ppf(0.025, 30, 1)), 1))
    assert rule_of_three(1, 4, 0.95).low == pytest.approx(0.3976, abs=5e-5)
    low, high = rule_of_three(0, 4, 0.95)
    assert (low, high) == pytest.approx((0, 1 - 0.3976), abs=5e-5)
    assert np.isnan(rule_of_three(1, 0, 0.95).low)


def test_intervals_without_a_sample():
    """No defined replicate, a constant, or one unit give no interval, and no crash."""
    nothing = np.full(5, np.nan)
    assert np.isnan(percentile_interval(nothing, 0.95).low)
    assert np.isnan(expanded_interval(nothing, 0.95, 5).low)
    assert np.isnan(expanded_interval(np.zeros(5), 0.95, 1).low)
    assert np.isnan(bca_interval(0.5, np.full(9, 0.5), np.full(4, 0.5), 0.95).low)
    assert np.isnan(jackknife_interval(0.5, [np.array([0.4])], 0.95).low)


def test_ties_with_the_observed_value_count_half():
    """Without acceleration, and with as many replicates below as above, BCa is the quantiles."""
    replicates = np.array([0.0, 1.0, 2.0, 3.0, 5.0, 5.0, 5.0, 5.0, 7.0, 8.0, 9.0, 10.0])
    bounds = bca_interval(5.0, replicates, np.array([4.0, 5.0, 6.0]), 0.8)
    assert bounds == pytest.approx(tuple(np.quantile(replicates, [0.1, 0.9])))


FEW = "too few for an interval or a test to hold"


def of(notes, word):
    return [note for note in notes if word in note]


def test_few_systems_are_noted_once(small):
    """Fewer than 6 systems are pointed out in one line, whatever the levels and tests."""
    assert of(correlate(small, human="quality", resamples=20).notes, FEW) == []
    options = {"human": "quality", "exclude": ["s1"], "resamples": 20}
    for test in ("bootstrap-both", "perm-systems"):
        report = compare_metrics(small, interval="auto", test=test, **options)
        assert of(report.notes, FEW) == [f"5 systems are {FEW}; 6 are needed."]
    assert of(report.to_json()["notes"], FEW)
    assert of(compare_metrics(small, interval="none", test="williams", **options).notes, FEW)


def test_without_an_interval_nothing_is_noted(small):
    """No interval, one over inputs, or enough systems need no notice."""
    options = {"human": "quality", "exclude": ["s1"], "resamples": 20}
    assert of(correlate(small, interval="none", **options).notes, FEW) == []
    assert of(correlate(small, units="inputs", **options).notes, FEW) == []
    assert few_systems_notes(6) == []
    assert few_systems_notes(1) == [f"1 system is {FEW}; 6 are needed."]


@pytest.mark.parametrize("interval", ["auto", "percentile", "bca", "jackknife"])
def test_intervals_over_systems_alone_are_noted_where_they_are_short(small, interval):
    """At summary and global level one line says that inputs carry much of the noise."""
    said = "Intervals over systems alone are too short at"
    options = {"human": "quality", "interval": interval, "units": "systems", "resamples": 50}
    [note] = of(correlate(small, **options).notes, said)
    assert note.startswith(f"{said} summary and global level")
    assert of(correlate(small, level=["system"], **options).notes, said) == []
    if interval != "bca":
        both = {**options, "units": "both"}
        assert of(correlate(small, **both).notes, said) == []


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
    choice = choose(COEFFICIENTS[name], level, units, n_systems=n_systems, n_inputs=n_inputs)
    assert (choice.method, choice.units) == (method, units)
    assert choice.reason.startswith(reason)


def test_means_that_are_not_macro_are_drawn():
    """Micro means are written out for each sample, which is dear for thousands of inputs."""
    [micro] = measures(["kendall"], CoefficientSettings(average="micro"))
    choice = choose(micro, Level.SUMMARY, BOTH, n_systems=12, n_inputs=9)
    assert (choice.method, choice.reason) == ("expanded", "a mean that is not macro")


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
        interval = compute_interval(measure, value, x, z, level=level, plan=plan).interval
        covered += interval.low <= truth <= interval.high
    assert 0.90 <= covered / 200 <= 0.99  # within three Monte Carlo errors of .95, and cautious


def test_few_systems_leave_out_systems_where_inputs_tell_nothing():
    """With 5 systems an order of systems is jackknifed over systems alone."""
    for name, kept in (("kendall", SYSTEMS), ("spa", SYSTEMS), ("pearson", BOTH)):
        choice = choose(COEFFICIENTS[name], Level.SYSTEM, BOTH, n_systems=5, n_inputs=9)
        assert (choice.method, choice.units) == ("jackknife", kept)


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
    [result] = correlate(perfect(8), gap=gap, units="systems", **options).results
    assert result.interval.method == "rule-of-three"
    assert result.interval.low == pytest.approx(2 * 0.025 ** (1 / judged) - 1)


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
    results = correlate(small, human="quality", metrics=["good"], interval="fisher").results
    for result in results:
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
    assert all("--units systems" in result.interval_reason for result in others)
    results = correlate(small, interval="jackknife", units="systems", **options).results
    assert all(result.interval for result in results)


def test_the_old_name_of_percentile_is_answered():
    """`bootstrap` is refused with the name that it has now, other words with all there are."""
    data = perfect(6)
    with pytest.raises(UsageError, match="did you mean 'percentile'"):
        correlate(data, human="h", interval="bootstrap")
    with pytest.raises(UsageError, match="one of auto, percentile, expanded"):
        correlate(data, human="h", interval="students")
