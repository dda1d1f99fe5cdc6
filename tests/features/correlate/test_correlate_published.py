"""Published numbers from published files: SummEval and WMT23 English-German."""

import numpy as np
import pytest

from sacreval.features.correlate import correlate as correlations
from sacreval.features.correlate.analysis import run_tasks, runs_of, tasks_with_judgments
from sacreval.features.correlate.data.human_scores import agreement
from sacreval.features.correlate.explain import explain
from sacreval.features.correlate.options import CorrelationOptions
from sacreval.features.correlate.styles import STYLES
from sacreval.stats.association.coefficients import PearsonCoefficient
from sacreval.stats.association.levels import Level, correlation
from support import missing
from support.correlations import compare_metrics, correlate, options_of
from support.scores import load_scores

REALSUMM = (
    "raw.githubusercontent.com/CogComp/stat-analysis-experiments/"
    "7b05bd874defac6c047deb2313c398318f2113e3/experiments/statistical-analysis/data/bhandari2020"
)
THREE = ("pearson", "spearman", "kendall")
RELEVANCE = {"human": "expert_relevance", "metrics": ["rouge-1_f1"], "interval": "none"}


def numbers(report):
    """List the values in order."""
    return [r.value for r in report.results]


def test_the_summeval_table(summeval, golden):
    """Seven metrics at two levels, by three coefficients, round to the two printed digits."""
    table = golden["summeval_table"]["expected"]
    report = correlate(
        summeval,
        human="expert_relevance",
        metrics=list(table),
        level=["summary", "system"],
        interval="none",
    )
    got = np.array(numbers(report)).reshape(len(table), 6)
    np.testing.assert_allclose(got, list(table.values()), atol=0.0051)


def test_all_dimensions(summeval, golden):
    """Four dimensions and five metrics agree with SciPy to ten digits."""
    for dimension, metrics in golden["summeval_dimensions"]["expected"].items():
        report = correlate(
            summeval, human=f"expert_{dimension}", metrics=list(metrics), interval="none"
        )
        got = np.array(numbers(report)).reshape(len(metrics), 9)
        np.testing.assert_allclose(got, list(metrics.values()), atol=1e-10, err_msg=dimension)


def test_summeval_by_its_style(summeval, golden):
    """Each human score of experts is a task, by means over inputs; the average is theirs."""
    options = STYLES["summeval"].of(CorrelationOptions())
    runs = runs_of({"": summeval}, options, ("rouge-1_f1",))
    report = run_tasks(runs, tasks_with_judgments(runs))
    tables = golden["summeval_dimensions"]["expected"]
    kendall = {f"expert_{d}": table["rouge-1_f1"][5] for d, table in tables.items()}
    got = {result["task"]: result["value"] for result in report["results"]}
    assert got == pytest.approx(kendall, abs=1e-10)
    [average] = report["averages"]
    assert average["value"] == pytest.approx(np.mean(list(kendall.values())), abs=1e-10)
    assert average["human"] == "+".join(options.human)


def test_realsumm_by_its_style(mirror):
    """Means over 100 inputs as scores of 24 systems: numbers of SciPy on the published scores."""
    scores = mirror / REALSUMM / "pyramid.jsonl"
    if not scores.is_file():
        missing.say("a test on REALSumm's published scores, which the mirror does not have")
        pytest.skip("no scores of REALSumm")
    data = load_scores([scores])
    options = STYLES["realsumm"].of(CorrelationOptions())
    names = ["rouge-1_recall", "rouge-2_recall", "rouge-l_recall"]
    report = correlations.correlate(data, options, names)
    got = [round(value, 3) for value in numbers(report) if not np.isnan(value)]
    assert got == [0.909, 0.406, 0.962, 0.350, 0.863, 0.393]


def test_every_grouping_and_variant(summeval, golden):
    """Groupings, Kendall variants, weighted tau and pairwise accuracy agree with the reference."""
    expected = golden["summeval_variants"]["expected"]
    report = correlate(summeval, level=["summary", "group-by-system", "global"], **RELEVANCE)
    cells = {(r.level, r.coefficient): (r.value, r.n_used) for r in report.results}
    for name in THREE:
        assert cells["summary", name] == pytest.approx(expected["group_by_item"][name], abs=1e-10)
        by_system = expected["group_by_system"][name]
        assert cells["group-by-system", name] == pytest.approx(by_system, abs=1e-10)
        assert cells["global", name][0] == pytest.approx(expected["no_grouping"][name], abs=1e-10)
    variants = ["a", "b", "c", "10", "13", "14", "eq"]
    names = [f"tau-{v}" for v in variants]
    report = correlate(summeval, level=["item"], coefficient=names, **RELEVANCE)
    got = numbers(report)
    np.testing.assert_allclose(got, [expected[f"tau_{v}_item"] for v in variants], atol=1e-12)
    options = {"level": ["system"], "coefficient": ["weighted-tau", "pairwise-accuracy"]}
    got = numbers(correlate(summeval, **options, **RELEVANCE))
    weighted = expected["weightedtau_system(scipy default, hyperbolic)"]
    np.testing.assert_allclose(got, [weighted, expected["pairwise_accuracy_system"]], atol=1e-12)


def test_accuracies_and_differences_of_mtme(summeval, golden):
    """Tie calibration, soft pairwise accuracy and pairwise differences are mt-metrics-eval's."""
    expected = golden["summeval_variants"]["expected"]
    report = correlate(
        summeval, level=["item", "global"], coefficient=["acc-eq", "pdp"], **RELEVANCE
    )
    item, pdp, everything, _ = report.results
    got = [item.epsilon, item.value]
    np.testing.assert_allclose(got, expected["acc_eq_item_calibrated[eps,acc]"], atol=1e-12)
    got = [everything.epsilon, everything.value]
    np.testing.assert_allclose(got, expected["acc_eq_none_calibrated[eps,acc]"], atol=1e-12)
    assert pdp.value == pytest.approx(expected["pdp_item"], abs=1e-12)
    options = {**RELEVANCE, "metrics": ["rouge-1_f1", "bertscore_recall"]}
    got = numbers(correlate(summeval, level=["system"], coefficient=["spa"], **options))
    # Single-precision sums of tied human scores differ between BLAS kernels by units of 1/120000.
    np.testing.assert_allclose(got, [expected["spa"], expected["spa_bertscore_recall"]], atol=1e-4)


def test_tau_within_gaps(summeval, golden):
    """Tau over pairs of systems within a gap of ROUGE points, with the number of pairs."""
    gaps = [(0, 1), (0, 2), (2, 20)]
    names = [f"sys-delta:{low}:{high}" for low, high in gaps]
    results = correlate(summeval, level=["system"], coefficient=names, **RELEVANCE).results
    for result, (low, high) in zip(results, gaps, strict=True):
        key = f"tau_system_delta({low},{high}] ROUGE points [tau, pairs]"
        expected = golden["summeval_variants"]["expected"][key]
        np.testing.assert_allclose([result.value, result.n_pairs], expected, atol=1e-12)


def test_scaled_within_inputs(summeval, golden):
    """Explain gives the value after scaling within inputs, and every other level and variant."""
    expected = golden["summeval_variants"]["expected"]["no_grouping_after_item_z(human and metric)"]
    listed = explain(
        summeval, "rouge-1_f1", options_of(human="expert_relevance", coefficient="kendall")
    )
    by_choice = {(a.choice, a.option): a.value for a in listed}
    scaled = by_choice["scaling", "z-scores within inputs, then global"]
    assert scaled == pytest.approx(expected["kendall"], abs=1e-10)
    assert by_choice["level", "system"] == pytest.approx(0.5)
    assert by_choice["filter", "significant inputs only"] > 0.4
    assert sum(a.is_current for a in listed) >= 5


def test_one_tie_in_fluency_whatever_the_order(summeval):
    """The single tied pair of systems in expert fluency is seen in every order of the inputs."""
    z = summeval.judgments["expert_fluency"]
    x = summeval.scores["rouge-1_f1"]
    rng = np.random.default_rng(0)
    from sacreval.stats.association.coefficients import TAU_B

    taus = set()
    for _ in range(100):
        order = rng.permutation(100)
        taus.add(round(correlation(x[:, order], z[:, order], Level.SYSTEM, TAU_B).value, 12))
    assert taus == {0.34309923759}


def test_exact_tests_on_summeval(summeval, golden):
    """All 65,536 exchanges of systems give the reference p-values."""
    report = compare_metrics(
        summeval,
        human="expert_relevance",
        metrics=["bertscore_recall", "rouge-1_f1"],
        level=["system"],
        test="perm-systems",
        alternative="greater",
        correction="none",
    )
    expected = golden["summeval_perm_exact"]["expected"]
    for test in report.tests[::2]:
        delta, greater, _ = expected[test.coefficient]
        assert test.delta == pytest.approx(delta, abs=1e-10)
        assert test.p_value == pytest.approx(greater, abs=1e-12)


def test_monte_carlo_tests_on_summeval(summeval, golden):
    """Perm-Inputs and both kinds of Perm-Both agree with the reference within Monte Carlo error."""
    tests = {
        "both_cellwise": "perm-both-cells",
        "both_row_xor_col(nlpstats)": "perm-both-xor",
        "inputs": "perm-inputs",
    }
    resamples, cache = 10_000, {}
    for key, (delta, greater, two_sided) in golden["summeval_perm"]["expected"].items():
        level, name, test = key.split("/")
        if (level, test) not in cache:
            reports = [
                compare_metrics(
                    summeval,
                    human="expert_relevance",
                    metrics=["bertscore_recall", "rouge-1_f1"],
                    level=[level],
                    test=tests[test],
                    alternative=alternative,
                    resamples=resamples,
                    correction="none",
                )
                for alternative in ("greater", "two-sided")
            ]
            cache[level, test] = reports
        for report, p in zip(cache[level, test], (greater, two_sided), strict=True):
            compared = next(t for t in report.tests if t.coefficient == name)
            assert compared.delta == pytest.approx(delta, abs=1e-10)
            spread = 4 * np.sqrt(p * (1 - p) / resamples) + 3e-4
            assert compared.p_value == pytest.approx(p, abs=spread), key


def test_williams_on_summeval(summeval, golden):
    """Williams' p-values at system level are the reference's."""
    report = compare_metrics(
        summeval,
        human="expert_relevance",
        metrics=["bertscore_recall", "rouge-1_f1"],
        level=["system"],
        test="williams",
        alternative="greater",
    )
    for test in report.tests[::2]:
        _, p = golden["summeval_williams"]["expected"][test.coefficient]
        assert test.p_value == pytest.approx(p, abs=1e-10)


def test_bootstrap_intervals_on_summeval(summeval, golden):
    """Percentile intervals agree with 20,000 resamples of nlpstats' definition within .03."""
    units = {"Boot-Inputs": "inputs", "Boot-Systems": "systems", "Boot-Both": "both"}
    for name, cases in golden["summeval_bootstrap"]["expected"].items():
        for key, expected in cases.items():
            level, what = key.split("/")
            options = {**RELEVANCE, "interval": "percentile", "units": units[what]}
            ci = (
                correlate(summeval, level=[level], coefficient=[name], resamples=5_000, **options)
                .results[0]
                .interval
            )
            np.testing.assert_allclose([ci.low, ci.high], expected, atol=0.03, err_msg=key)


def test_acc_eq_of_wmt23_lies_inside_its_interval(wmt23):
    """Replicates leave out a system with its copy: [.475, .564], where copies gave [.516, .613].

    The ends are those of a bootstrap written out beside sacreval, with the same draws.
    """
    expected = {
        "BLEU-refA": (0.5196, (0.475, 0.564), (0.480, 0.556)),
        "chrF-refA": (0.5192, (0.471, 0.571), None),
        "COMET-refA": (0.5740, (0.528, 0.622), None),
        "XCOMET-Ensemble-refA": (0.6040, (0.557, 0.653), None),
    }
    options = {"human": "mqm", "level": ["item"], "coefficient": ["acc-eq"]}
    options |= {"metrics": list(expected), "interval": "percentile"}
    for units, place in (("both", 1), ("systems", 2)):
        for result in correlate(wmt23, units=units, **options).results:
            ends = expected[result.metric][place]
            assert result.value == pytest.approx(expected[result.metric][0], abs=5.1e-5)
            assert result.interval.low < result.value < result.interval.high
            if ends:
                assert (result.interval.low, result.interval.high) == pytest.approx(ends, abs=6e-4)


def test_raters_of_summeval_agree_somewhat(summeval):
    """Every measure of agreement is defined for the three experts."""
    measures = agreement(summeval, human="expert_relevance")
    assert len(measures) == 10
    assert all(0 < a.value < 1 for a in measures)


def test_wmt23_english_german(wmt23, golden):
    """BLEU, chrF and XCOMET-Ensemble against MQM, no grouping, are the published numbers."""
    expected = golden["wmt23_en_de"]
    report = correlate(
        wmt23,
        human="mqm",
        metrics=list(expected["pearson"]),
        level=["global"],
        coefficient=["pearson", "kendall"],
        interval="none",
    )
    by_metric = {(r.metric, r.coefficient): r for r in report.results}
    for metric, value in expected["pearson"].items():
        assert by_metric[metric, "pearson"].value == pytest.approx(value, abs=5.1e-5)
        assert by_metric[metric, "pearson"].n_used == 5_520
    for metric, value in expected["kendall"].items():
        assert by_metric[metric, "kendall"].value == pytest.approx(value, abs=5.1e-8)


def test_wmt23_official_system_scores(wmt23):
    """At system level the files' scores, such as corpus BLEU, are used where asked for."""
    options = {"human": "mqm", "metrics": ["BLEU-refA"], "level": ["system"], "interval": "none"}
    means = correlate(wmt23, system_scores="mean", **options).results[0]
    files = correlate(wmt23, system_scores="files", **options).results[0]
    assert means.n_systems == files.n_systems == 12
    assert means.value != files.value
    x, z = wmt23.system_scores["BLEU-refA"], wmt23.system_judgments["mqm"]
    peers = [i for i, s in enumerate(wmt23.systems) if s not in wmt23.references]
    expected = float(PearsonCoefficient().of(x[peers], z[peers]))
    assert files.value == pytest.approx(expected, abs=1e-12)
