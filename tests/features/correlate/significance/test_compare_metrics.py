"""Comparing metrics: tests, corrections, rankings, averages over tasks."""

from itertools import product

import numpy as np
import pytest

from sacreval.errors import UsageError
from sacreval.features.correlate.data.score_grid import score_set
from sacreval.features.correlate.data.score_set import Row, ScoreSet
from sacreval.features.correlate.data.selected_scores import Matrices, select
from sacreval.features.correlate.intervals.measure_intervals import replicates
from sacreval.features.correlate.measures.coefficient_names import (
    COEFFICIENTS,
    CoefficientSettings,
    cells,
    measures,
)
from sacreval.features.correlate.options import Filters
from sacreval.features.correlate.resampling.permutation import standardised
from sacreval.features.correlate.significance.metric_pairs import compare_family
from sacreval.features.correlate.significance.run_test import Three, run_trial
from sacreval.features.correlate.significance.trials import TrialPlan, make_trial
from sacreval.stats.arrays import jointly_present
from sacreval.stats.association.levels import Level
from support.correlations import compare_metrics, correlate

OPTIONS = {"human": "quality", "metrics": ["good", "poor"], "resamples": 200}


def test_tie_calibrated_metrics_are_compared_by_pairs(small):
    """Scores with different epsilons are not swapped; the verdicts on pairs are."""
    options = {**OPTIONS, "level": ["item"], "coefficient": ["acc-eq"]}
    refused = compare_metrics(small, test="perm-both-xor", **options).tests[0]
    assert "perm-pairs" in refused.reason
    test = compare_metrics(small, test="perm-pairs", **options).tests[0]
    assert test.reason is None
    assert test.p_value < 0.2
    other = compare_metrics(small, test="perm-pairs", **{**options, "coefficient": ["pearson"]})
    assert "acc-eq" in other.tests[0].reason


def test_the_draw_of_verdicts_is_binomial(small):
    """Perm-pairs has the spread of independent signs on the pairs where verdicts differ."""
    data = select(small, "quality", Filters())
    [cell] = cells(["summary"], ["acc-eq"], CoefficientSettings(epsilon=0.0))
    matrices = Matrices.of(data, ["good", "poor"], "quality")
    family = compare_family(matrices, cell, TrialPlan("perm-pairs", 20_000))
    draws = family.verdicts[0].draws
    assert abs(draws.mean()) < 0.003
    steps = np.unique(np.round(np.diff(np.unique(np.round(draws, 12))), 10))
    assert steps.min() > 1e-4


@pytest.mark.parametrize("level", [Level.SUMMARY, Level.SYSTEM, Level.GLOBAL])
def test_inputs_without_a_pair_have_no_weight(small_rows, level):
    """Perm-pairs tests the difference of the measure, where inputs have one judged output."""
    lone = [row._replace(instance=f"a{i}") for i, row in enumerate(small_rows[:4])]
    data = select(score_set([*lone, *small_rows]), "quality", Filters())
    [cell] = cells([level.value], ["acc-eq"], CoefficientSettings(epsilon=0.0))
    matrices = Matrices.of(data, ["good", "poor"], "quality")
    family = compare_family(matrices, cell, TrialPlan("perm-pairs", 99))
    first, second = family.values
    assert family.verdicts[0].delta == pytest.approx(first - second, abs=1e-12)


def test_measures_without_a_coefficient_are_permuted(small):
    """Soft pairwise accuracy and pairwise differences are tested by writing hybrids out."""
    options = {**OPTIONS, "coefficient": ["spa", "pdp"], "resamples": 30}
    report = compare_metrics(small, test="perm-inputs", common_inputs=True, **options)
    assert {t.coefficient for t in report.tests} == {"spa", "pdp"}
    assert all(0 < t.p_value <= 1 for t in report.tests)


@pytest.mark.parametrize("test", ["perm-systems", "perm-inputs", "perm-both-cells"])
def test_soft_accuracy_is_permuted_as_it_is_defined(test):
    """Each null difference of spa is that of the exchanged scores, on what people judged."""
    rng = np.random.default_rng(0)
    z = rng.normal(size=(6, 20)) + np.arange(6)[:, None] / 3
    x, y = z + rng.normal(size=z.shape), z + 2 * rng.normal(size=z.shape)
    z[5], z[0, 3] = np.nan, np.nan
    trial = make_trial(TrialPlan(test, 9, 1, exact=False), z.shape, Level.SYSTEM)
    [spa] = measures(["spa"])
    outcome = run_trial(trial, spa, Three(x, y, z), Level.SYSTEM)
    x, y, z = jointly_present(x, y, z)
    x, y, bits = standardised(x), standardised(y), trial.swaps.cells(slice(0, 9)) == 1
    for draw, swapped in zip(outcome.draws, bits, strict=True):
        hybrids = Three(np.where(swapped, y, x), np.where(swapped, x, y), z)
        assert draw == pytest.approx(hybrids.difference(spa, Level.SYSTEM), abs=1e-12)


def simulated(n_systems, n_inputs):
    """Make systems on inputs, and one metric that is noisier than the other."""
    rng = np.random.default_rng(2)
    z = rng.normal(size=(n_systems, 1)) + rng.normal(size=(n_systems, n_inputs))
    noise = rng.normal(size=(2, n_systems, 1))
    names = (
        tuple(f"s{i:02d}" for i in range(n_systems)),
        tuple(f"i{i:03d}" for i in range(n_inputs)),
    )
    scores = {"good": z + 0.3 * noise[0], "poor": z + 2 * noise[1]}
    return ScoreSet(*names, scores=scores, judgments={"quality": z})


@pytest.fixture
def many() -> ScoreSet:
    """Give 8 systems on 120 inputs."""
    return simulated(8, 120)


def test_auto_chooses_the_test(many):
    """Pearson of system means over 100 inputs is tested by Williams, all else by the bootstrap."""
    options = {**OPTIONS, "coefficient": ["pearson", "kendall"], "test": "auto"}
    tests = compare_metrics(many, level=["system", "summary"], **options).tests
    used = {(t.level, t.coefficient): t for t in tests}
    assert used["system", "pearson"].test == "williams"
    assert "at least 100 inputs" in used["system", "pearson"].chosen
    others = [t for key, t in used.items() if key != ("system", "pearson")]
    assert {t.test for t in others} == {"bootstrap-both"}
    assert all(t.chosen == "keeps its level over systems and inputs" for t in others)
    named = compare_metrics(many, level=["system"], **{**options, "test": "williams"}).tests[0]
    assert (named.p_value, named.chosen) == (used["system", "pearson"].p_value, None)
    for shape in ((8, 99), (12, 120)):
        fewer = compare_metrics(simulated(*shape), level=["system"], **options)
        assert {t.test for t in fewer.tests} == {"bootstrap-both"}


def test_auto_tests_nothing_below_six_systems(small):
    """With 5 systems the default test is none, and says how to run one all the same."""
    options = {**OPTIONS, "level": ["system"], "exclude": ["s1"], "test": "auto"}
    report = compare_metrics(small, **options)
    assert {t.test for t in report.tests} == {"none"}
    assert all("5 systems; --test names one" in t.reason for t in report.tests)
    assert all(np.isnan(t.p_value) and not t.significant for t in report.tests)
    assert report.ranking == ()
    tested = compare_metrics(small, **{**options, "test": "williams"}).tests
    assert all(t.p_value > 0 for t in tested)


def test_percentile_and_centred_p_rest_on_the_same_draws(many):
    """Both bootstraps have the same replicates; near r = 1 the percentile p is the smaller one."""
    options = {"human": "quality", "level": ["system"], "coefficient": ["pearson"]}
    reports = [
        compare_metrics(many, test=f"{p}-both", resamples=999, **options)
        for p in ("bootstrap", "centred")
    ]
    first, second = (report.families[0].verdicts[0].draws for report in reports)
    np.testing.assert_array_equal(first, second)
    percentile, centred = (report.tests[0] for report in reports)
    replicates = first + percentile.delta
    beyond = min((replicates <= 0).sum(), (replicates >= 0).sum())
    assert percentile.p_value == pytest.approx(2 * (beyond + 1) / 1_000)
    assert percentile.p_value < centred.p_value
    assert "test:centred-both" in centred.signature


@pytest.mark.parametrize(
    ("test", "level", "coefficient", "size"),
    [
        ("wmt", "item", "acc-eq", "perm-pairs at 5 % calls 14 to 75 %"),
        ("wmt", "item", "pearson", "perm-both-cells at 5 % calls up to 68 %"),
        ("perm-both-xor", "system", "pearson", "perm-both-xor at 5 % calls up to 68 %"),
        ("wmt", "system", "pearson", None),
        ("bootstrap-both", "item", "acc-eq", None),
    ],
)
def test_tests_that_err_say_how_often(small, test, level, coefficient, size):
    """What is kept for comparison with published tests is noted once with its measured size."""
    options = {**OPTIONS, "resamples": 99, "level": [level], "coefficient": [coefficient]}
    notes = compare_metrics(small, test=test, **options).notes
    said = [note for note in notes if "equally good metrics" in note]
    assert len(said) == (size is not None)
    assert all(note.startswith(size) for note in said)


def test_a_comparison_needs_two(small):
    """One metric cannot be compared."""
    with pytest.raises(UsageError, match="a test compares two metrics, and there is only good"):
        compare_metrics(small, human="quality", metrics=["good"])


@pytest.mark.parametrize(("systems", "factor"), [(13, 1.0), (14, (14 / 13) ** 0.5)])
def test_differences_of_resampled_systems_are_widened(systems, factor):
    """From 14 systems on, by sqrt(S / (S - 1)); centred ones and those of inputs never are."""
    three = Three(*np.random.default_rng(1).normal(size=(3, systems, 5)))
    for test, wanted in (("bootstrap-both", factor), ("centred-both", 1), ("bootstrap-inputs", 1)):
        trial = make_trial(TrialPlan(test, 20), (systems, 5), Level.SUMMARY)
        outcome = run_trial(trial, COEFFICIENTS["pearson"], three, Level.SUMMARY)
        first, second = (
            replicates(COEFFICIENTS["pearson"], side, three.z, Level.SUMMARY, trial.resamples)
            for side in (three.x, three.y)
        )
        assert outcome.draws == pytest.approx((first - second - outcome.delta) * wanted)


def test_both_directions(small):
    """One-sided tests come in both directions, and their p-values are not both small."""
    report = compare_metrics(
        small,
        alternative="greater",
        test="perm-systems",
        level=["system"],
        coefficient=["kendall"],
        **OPTIONS,
    )
    there, back = report.tests
    assert (there.metric_a, back.metric_a) == ("good", "poor")
    assert there.delta == -back.delta
    assert there.p_value + back.p_value >= 1
    assert "exact" in there.signature


def test_too_few_draws_for_the_correction_are_noted(small):
    """If no p-value could survive the correction, the output says so, and what to do."""
    report = compare_metrics(small, human="quality", resamples=30, test="perm-inputs")
    assert any("nothing can be significant" in n for n in report.notes)


def test_a_constant_metric_is_last_and_left_out_of_the_ranking(small):
    """An undefined correlation is tested with a reason, and not ranked."""
    report = compare_metrics(
        small, human="quality", level=["system"], coefficient=["pearson"], resamples=50
    )
    assert [r.metric for r in report.ranking] == ["good", "poor"]
    reasons = {(t.metric_a, t.metric_b): t.reason for t in report.tests}
    assert reasons["good", "flat"] == "a correlation is undefined on the common cells"


def test_enough_draws_are_not_noted(small):
    """A run whose draws can survive the correction says nothing of them."""
    notes = compare_metrics(
        small, test="perm-both-xor", level=["system"], coefficient=["pearson"], **OPTIONS
    ).notes
    assert not any("nothing can be significant" in note for note in notes)


QUICK = {"human": "h", "level": ["system"], "coefficient": ["pearson"], "resamples": 20}

HUMAN = {"a": 1.0, "b": 2.0, "c": 3.0, "d": 9.0}

WIDE = {"a": 3.0, "b": 2.0, "c": 1.0, "d": 9.0}  # good only because of d

NARROW = {"a": 1.0, "b": 3.0, "c": 2.0}  # has no score of d


def rows(*, without=()):
    """Create two inputs of each system; `narrow` also lacks the cells named."""
    records = []
    for system, i in product(HUMAN, "12"):
        scores = {"wide": WIDE[system], "also": WIDE[system] + (i == "1")}
        if system in NARROW and (system, i) not in without:
            scores["narrow"] = NARROW[system]
        records.append(Row(system, i, "peer", scores, {"h": HUMAN[system]}, ""))
    return records


def notes(data, **options):
    """Return the notes on different outputs, and on a contradiction."""
    texts = compare_metrics(score_set(data), **{**QUICK, **options}).notes
    return [n for n in texts if "different judged outputs" in n or "On common outputs" in n]


def test_metrics_of_different_outputs_are_named():
    """The note names the metrics with their numbers of outputs, and the system to leave out."""
    uneven, _ = notes(rows())
    assert "8 of 4 systems (also, wide), 6 of 3 systems (narrow)." in uneven
    assert "with --exclude d all have the same." in uneven
    assert notes(rows(), exclude=["d"]) == []


def test_a_test_that_contradicts_the_table_is_told():
    """A pair whose tested difference has another sign than in the table is named with both."""
    report = compare_metrics(score_set(rows()), **QUICK)
    value = {result.metric: result.value for result in report.results}
    assert value["wide"] > value["narrow"]
    tested = next(t for t in report.tests if {t.metric_a, t.metric_b} == {"wide", "narrow"})
    assert tested.delta == pytest.approx(-1.5)
    _, against = notes(rows())
    assert "pearson of also less that of narrow at system level is -1.5000" in against
    assert f"contradicts {value['also'] - value['narrow']:+.4f} in the table; more" in against


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
def test_a_pair_is_counted_once(alternative):
    """Two one-sided tests of one pair contradict the table once."""
    assert "more such pairs: 1." in notes(rows(), alternative=alternative)[1]


def test_single_outputs_are_to_be_scored():
    """Where no system explains the difference, scoring and --metric are the remedy."""
    uneven = notes(rows(without={("a", "1")}))[0]
    assert "score what is missing, or choose metrics of the same outputs with --metric" in uneven


def test_even_metrics_and_correlations_alone():
    """Metrics of the same outputs have no note, nor have correlations without tests."""
    assert notes(rows(), metrics=["wide", "also"]) == []
    warnings = correlate(score_set(rows()), interval="none", **QUICK).notes
    assert not any("different judged outputs" in note for note in warnings)


def test_many_sets_are_counted():
    """Beyond three sets of outputs their number is stated."""
    data = [
        Row(s, i, "peer", {f"m{k}": 1.0 + k for k in range(5) if f"{k}" != i}, {"h": h}, "")
        for s, h in HUMAN.items() for i in "01234"
    ]  # fmt: skip
    assert "16 of 4 systems (m2), and 2 other sets." in notes(data, metrics=["all"])[0]
