"""Confidence intervals of a run."""

import random
from xml.etree.ElementTree import tostring

import msgspec
import numpy as np
import pytest

import sacreval
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.core.results import Band, Interval, Result
from sacreval.errors import UsageError
from sacreval.features.page.parts import score
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.intervals.interval_options import IntervalChoice, IntervalOptions, Scores
from sacreval.scoring.intervals.system_intervals import choose, plan_of
from sacreval.stats.intervals.calibration_band import calibration_band
from sacreval.stats.resampling import bootstrap, percentile_interval, sums_of
from support.known_populations import SAMPLES, grouped, sampled_report
from support.mirror import CHECKOUT
from support.program import records, spawn, write_jsonl
from support.results import Document, document

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_no_interval(cli):
    """Without --ci, and for a single record, the interval is null."""
    assert all(r.interval is None for r in document(cli, "bleu", SAMPLE).results)


def test_interval_of_one(cli, tmp_path):
    """One record has no spread, so no interval, which is said."""
    write_jsonl(tmp_path / "a.jsonl", records(1))
    assert document(cli, "bleu", "a.jsonl", "--ci").results[0].interval is None
    assert (
        "no interval for 'a': an interval needs two records"
        in cli("evaluate", "bleu", "a.jsonl", "--ci").err
    )


def test_ci_is_deterministic(cli, tmp_path):
    """Intervals do not depend on the order of records or the number of files."""
    lines = SAMPLE.read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "x.jsonl").write_text("".join(lines[::-2]), encoding="utf-8")
    (tmp_path / "y.jsonl").write_text("".join(lines[-2::-2]), encoding="utf-8")
    options = ("--ci", "--resamples", "100", "--seed", "7", "--confidence", "0.9")
    report = document(cli, "bleu", SAMPLE, *options)
    shuffled = document(cli, "bleu", "x.jsonl", "y.jsonl", *options)
    assert sorted(shuffled.results, key=lambda r: r.system_id) == report.results
    again = spawn("evaluate", "bleu", SAMPLE, *options, "--format", "json")
    assert msgspec.json.decode(again.out, type=Document) == report
    other = document(cli, "bleu", SAMPLE, *options[:-2], "--confidence", "0.5")
    for narrow, wide in zip(other.results, report.results, strict=True):
        assert wide.interval.low < narrow.interval.low < narrow.interval.high < wide.interval.high


@pytest.mark.parametrize(("groups", "method"), [(19, "jackknife"), (20, "expanded")])
def test_twenty_groups_are_resampled(groups, method):
    """From 20 groups on, groups are resampled."""
    options = {"metrics": "chrf", "ci": True, "resamples": 20, "resample_by": "document"}
    run = sacreval.evaluate(grouped(groups, 2), **options)
    assert run.report.results[0].interval.method == method


def test_a_suite_of_several_methods(cli, tmp_path):
    """Each output of a suite has its own method, and the line below the table names them."""
    write_jsonl(tmp_path / "in.jsonl", grouped(25, 1))
    words = ("-m", "chrf", "-m", "exact-match")
    done = cli("evaluate", "suite", *words, "in.jsonl", "--ci", "--resamples", "50")
    assert done.code == 0, done.err
    line = next(line for line in done.out.splitlines() if "% intervals" in line)
    assert line == (
        "[ ]: 95 % intervals: chrF2: expanded (25 records); exact match: wilson (0/1 scores); "
        "50 resamples, seed 12345"
    )


@pytest.mark.parametrize("form", ["text", "md", "tex"])
def test_the_line_below_the_table(cli, tmp_path, form):
    """The methods, their reasons and the draws are below the table in every printed format."""
    write_jsonl(tmp_path / "in.jsonl", grouped(25, 1))
    done = cli("evaluate", "chrf", "in.jsonl", "--ci", "--format", form)
    line = "95 % intervals: expanded (25 records); 1000 resamples, seed 12345"
    assert line in done.out
    assert done.out.count("intervals") == 1


def test_the_report_page_shows_bands_and_adjusted_means():
    """A cell of the page of `sacreval report` has what the printed table has."""
    band = Band(mean=0.1, high=0.2, p=0.5, level=0.95, draws=10, seed=1)
    around = Interval(low=0.3, high=0.5, level=0.95, method="adjusted", estimate=0.4)
    assert "(calibrated: up to 0.2000)" in tostring(score(result(band=band), 4), "unicode")
    assert "(adjusted: 0.4000 [0.3000, 0.5000])" in tostring(
        score(result(interval=around), 4), "unicode"
    )


def result(**around):
    """Return a result with what is around its score."""
    return Result(
        **{
            "metric": "m", "output": "m", "system_id": "a", "group": None, "value": 0.45, "n": 9,
            "higher_is_better": True, "interval": None, "signature": "m", "engine": "native",
            **around,
        }
    )  # fmt: skip


def test_groups_and_their_summary():
    """--by gives each group the interval of its records, and a summary one over groups."""
    records = grouped(8, 12)
    options = {"metrics": "exact-match", "ci": True, "resamples": 50}
    run = sacreval.evaluate(records, by="document", summary="mean", **options)
    intervals = {r.group: r.interval for r in run.report.results}
    assert intervals["document=3"].method == "wilson"
    summary = intervals["document=(mean)"]
    assert (summary.method, summary.unit) == ("expanded", "document")
    assert summary.reason == "8 values of document"


def test_the_variance_taken_apart():
    """Between and within, and both errors, are those of the samples themselves."""
    variance = sampled_report(k=(6,)).results[0].repeats
    samples = np.array(SAMPLES, dtype=float)
    spread, within = samples.mean(axis=1).var(ddof=1), samples.var(axis=1, ddof=1).mean()
    assert variance.between == pytest.approx(spread - within / 6)
    assert variance.within == pytest.approx(within)
    assert variance.other_items == pytest.approx((spread / 20) ** 0.5)
    assert variance.fixed_items == pytest.approx((within / 120) ** 0.5)
    assert variance.samples == 6


def test_equal_scores_have_no_spread():
    """Rounding of their mean is neither an interval nor an error."""
    report = sampled_report([[True, True, False, False]] * 7, name="pass-at-k", k=(2,))
    assert (report.results[0].interval, report.results[0].repeats.other_items) == (None, 0.0)
    assert any("the scores do not vary" in text for text in report.notices)


def test_the_best_number_of_samples():
    """Dearer items are worth more samples: the root of within over between times the cost."""
    cheap, dear = (
        sampled_report(k=(6,), item_cost=cost).results[0].repeats for cost in (1.0, 100.0)
    )
    exact = (dear.within / dear.between * 100) ** 0.5
    assert cheap.best_samples < dear.best_samples
    assert abs(dear.best_samples - exact) < 1
    assert sampled_report(name="pass-at-k", k=(2,)).results[0].repeats.best_samples is None


def test_other_items_by_default():
    """The default interval of avg@k is over records, and is not Wilson's."""
    interval = sampled_report(k=(6,)).results[0].interval
    assert (interval.method, interval.reason) == ("expanded", "20 records")
    same = [[sample[0]] * 6 for sample in SAMPLES]
    assert sampled_report(same, k=(6,)).results[0].interval.method == "wilson"


def test_printed(cli, tmp_path):
    """The line below the table has both errors, the variances, and the best number of samples."""
    lines = "".join(f'{{"samples": {str(sample).lower()}}}\n' for sample in SAMPLES)
    (tmp_path / "a.jsonl").write_text(lines, encoding="utf-8")
    words = ("--k", "6", "--fixed-items", "--item-cost", "10")
    done = cli("evaluate", "avg-at-k", "a.jsonl", *words)
    line = next(line for line in done.out.splitlines() if line.startswith("avg@6: "))
    assert "for other items" in line
    assert "for these sampled again" in line
    assert "where another item costs as much as 10 samples, " in line
    assert "fixed-items (for the same items sampled again)" in done.out


WORDS = "the cat sat on a mat and saw one dog run far".split()

RECORDS = [
    Instance(
        prediction=" ".join(WORDS[: 3 + i % 7]),
        references=[" ".join(WORDS[i % 3 : 9])],
        instance_id=str(i),
    )
    for i in range(120)
]


def detail_result(options, name="bleu", records=RECORDS):
    (result,) = evaluate([Batch(records)], [Entry(metrics.get(name)())]).report(options).results
    return result


def test_percentiles_of_the_same_resamples():
    """Each detail is computed from the sums of rows of the resamples that the score has."""
    options = IntervalOptions(resamples=200, seed=5)
    result = detail_result(options)
    assert result.interval.method == "percentile"
    metric = metrics.get("bleu")()
    rows = metric.rows(Batch(RECORDS))
    (sums,) = bootstrap([sums_of(rows)], resamples=200, seed=5)
    for name, column in metric.details(sums).items():
        low, high = percentile_interval(column, level=0.95)
        detail = result.details[name]
        if low < high:
            assert (detail.low, detail.high) == pytest.approx((low, high))
        else:
            assert detail.low is detail.high is None
        assert detail.value == metric.details(rows.sum(axis=0))[name]


def test_the_score_of_the_ends():
    """A detail that is the score, but for a factor, has its interval, expanded for few records."""
    result = detail_result(IntervalOptions(resamples=200), "google-bleu", RECORDS[:30])
    assert result.interval.method == "expanded"
    matches = result.details["matches"]
    assert matches.low < matches.value < matches.high


def test_constants_and_closed_methods_have_no_interval():
    """Without variance, and where no resamples are drawn, there are values alone."""
    same = [Instance(prediction="a b", references=["a b"], instance_id=str(i)) for i in range(50)]
    result = detail_result(IntervalOptions(resamples=50), records=same)
    assert result.details["sys_len"].low is None
    grouped = [
        Instance(
            prediction=r.prediction,
            references=r.references,
            instance_id=r.instance_id,
            groups={"d": i % 5},
        )
        for i, r in enumerate(RECORDS)
    ]
    evaluation = evaluate([Batch(grouped)], [Entry(metrics.get("bleu")())], unit="d")
    (result,) = evaluation.report(IntervalOptions(unit="d")).results
    assert result.interval.method == "jackknife"
    assert all(detail.low is None for detail in result.details.values())
    assert np.isfinite([detail.value for detail in result.details.values()]).all()


def confident(seed, n=100):
    """Return records whose labels are drawn from their own confidences."""
    random.seed(seed)
    pairs = []
    for _ in range(n):
        confidence = random.random()
        pairs.append((confidence, int(random.random() < confidence)))
    return [{"prediction": p, "references": [label]} for p, label in pairs]


def test_the_band_replaces_the_interval():
    """A calibrated model of 100 records has no interval, and an error within its band."""
    report = sacreval.evaluate(confident(3), metrics="calibration-error", ci=True).report
    for result in report.results:
        assert result.interval is None
        assert result.band.mean < result.band.high
        assert result.value <= result.band.high
        assert result.band.p > 0.05
        assert "|ci:calibrated|conf:0.95|resamples:1000|seed:12345|" in result.signature


def test_the_band_is_that_of_drawn_labels():
    """The band is that of the errors computed from the records, not from rows."""
    records = confident(1, 40)
    confidences = np.array([record["prediction"] for record in records])
    metric = metrics.get("calibration-error")()

    def error(labels):
        errors = []
        for drawn in labels:
            rows = [metric.row(p, [x]) for p, x in zip(confidences, drawn, strict=True)]
            errors.append(metric.reduce(np.sum(rows, axis=0))["calibration_error"])
        return np.array(errors)

    want = calibration_band(confidences, error, draws=50, seed=3, level=0.9)
    options = {"ci": True, "resamples": 50, "seed": 3, "confidence": 0.9}
    result = sacreval.evaluate(records, metrics="calibration-error", **options).report.results[0]
    assert (result.band.mean, result.band.high) == pytest.approx((want.mean, want.high))


def test_an_overconfident_model_is_outside():
    """A model that is right in half of the records at a confidence of .9 is above its band."""
    records = [{"prediction": 0.9, "references": [i % 2]} for i in range(40)]
    result = sacreval.evaluate(records, metrics="calibration-error", ci=True).report.results[0]
    assert result.value == pytest.approx(0.4)
    assert result.value > result.band.high
    assert result.band.p == pytest.approx(1 / 1001)


def test_a_named_method_keeps_its_numbers(cli, tmp_path):
    """--interval percentile gives the interval from before there were bands."""
    write_jsonl(tmp_path / "cal.jsonl", confident(3))
    done = cli("evaluate", "calibration-error", "cal.jsonl", "--interval", "percentile")
    assert "0.1257 [0.0851, 0.2238]" in done.out
    assert "calibrated" not in done.out


@pytest.mark.parametrize("form", ["text", "md", "tex"])
def test_printed_of_interval_choice_calibration(cli, tmp_path, form):
    """The table has the high end, and the line below it the mean and p."""
    write_jsonl(tmp_path / "cal.jsonl", confident(3))
    done = cli("evaluate", "calibration-error", "cal.jsonl", "--ci", "--format", form)
    assert "0.1257 (calibrated: up to 0.14" in done.out
    assert "no interval, but what a calibrated model would show: calibration error 0.1" in done.out
    assert "in 95 % of 1000 draws up to what is in brackets, seed 12345" in done.out


def test_folded_scores_have_an_interval():
    """Confidences that are reduced over several predictions are no labels' chances any more."""
    records = [{"predictions": [0.1 * i, 0.5], "references": [i % 2]} for i in range(10)]
    metric = 'calibration-error{"reduce_predictions": "mean"}'
    result = sacreval.evaluate(records, metrics=metric, ci=True).report.results[0]
    assert result.band is None
    assert result.interval is not None


RIGHT = np.array([0.0, 1.0, 1.0, 1.0])

SHARES = np.array([0.0, 0.5, 1.0, 1.0])


@pytest.mark.parametrize(
    ("scores", "options", "expected"),
    [
        (Scores("em", RIGHT, 1.0, 4), {}, IntervalChoice("wilson", "0/1 scores")),
        (Scores("em", 100 * RIGHT, 100.0, 4), {}, IntervalChoice("wilson", "0/1 scores")),
        (
            Scores("em", RIGHT, 1.0, 4),
            {"guarantee": True},
            IntervalChoice("clopper-pearson", "0/1 scores"),
        ),
        (Scores("f1", SHARES, 1.0, 4), {}, IntervalChoice("expanded", "4 records")),
        (Scores("edits", RIGHT, None, 4), {}, IntervalChoice("expanded", "4 records")),
        (
            Scores("own", RIGHT, None, 4, is_mean=True, unknown_range=True),
            {},
            IntervalChoice("wilson", "0/1 scores"),
        ),
        (
            Scores("own", RIGHT[1:], None, 3, is_mean=True, unknown_range=True),
            {},
            IntervalChoice("expanded", "3 records"),
        ),
        (
            Scores("own", RIGHT[1:], None, 3, is_mean=True),
            {"method": "wilson"},
            IntervalChoice("wilson", "requested"),
        ),
        (Scores("f1", SHARES, 1.0, 99), {}, IntervalChoice("expanded", "99 records")),
        (Scores("f1", SHARES, 1.0, 100), {}, IntervalChoice("percentile", "100 records")),
        (Scores("auc", None, None, 100), {}, IntervalChoice("percentile", "100 records")),
        (
            Scores("em", RIGHT, 1.0, 2, "passage"),
            {"guarantee": True},
            IntervalChoice("wilson", "0/1 scores, 2 values of passage"),
        ),
        (
            Scores("f1", SHARES, 1.0, 19, "passage"),
            {},
            IntervalChoice("jackknife", "19 values of passage"),
        ),
        (
            Scores("f1", SHARES, 1.0, 20, "passage"),
            {},
            IntervalChoice("expanded", "20 values of passage"),
        ),
        (
            Scores("auc", None, None, 9, "passage"),
            {},
            IntervalChoice("expanded", "9 values of passage"),
        ),
        (
            Scores("auc", None, None, 999, skewed=True),
            {},
            IntervalChoice("bca", "a skewed score, 999 records"),
        ),
        (
            Scores("auc", None, None, 1000, skewed=True),
            {},
            IntervalChoice("percentile", "1000 records"),
        ),
        (
            Scores("max_f1", None, None, 500, optimistic=True),
            {},
            IntervalChoice("shifted", "threshold chosen on the same records"),
        ),
        (
            Scores("em", RIGHT, 1.0, 4),
            {"method": "percentile"},
            IntervalChoice("percentile", "requested"),
        ),
    ],
)
def test_choices(scores, options, expected):
    """0/1 scores have Wilson's interval, others percentiles, expanded or jackknifed if few.

    Scores over thresholds have accelerated ones. Scores of an unknown range count as 0/1 scores if
    both occur and nothing else does, or if Wilson's method is named for them.
    """
    assert choose(scores, IntervalOptions(**options)) == expected


@pytest.mark.parametrize(
    ("scores", "method", "words"),
    [
        (Scores("f1", SHARES, 1.0, 4), "wilson", "0 or 1"),
        (Scores("edits", RIGHT, None, 4), "clopper-pearson", "0 or 1"),
        (Scores("em", RIGHT, 1.0, 2, "passage"), "clopper-pearson", "passage"),
        (Scores("auc", None, None, 4), "jackknife", "sums of rows"),
    ],
)
def test_methods_that_do_not_fit(scores, method, words):
    """A named method that does not fit the scores is refused in one sentence with its reason."""
    with pytest.raises(UsageError, match=words):
        choose(scores, IntervalOptions(method=method))


@pytest.mark.parametrize(("n", "outputs"), [(1, []), (2, ["chrf"])])
def test_a_single_unit_has_no_interval(n, outputs):
    """From two units on, every output has a method."""
    records = [Instance(prediction="a b", references=["a c"]) for _ in range(n)]
    part = next(evaluate([Batch(records, system="a")], metrics.get("chrf")())._parts("a")).over
    assert list(plan_of(part, IntervalOptions()).choices) == outputs
