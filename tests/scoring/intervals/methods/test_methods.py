"""Methods of intervals, each by hand or against published numbers.

Also tests `rouge_1_5_5`, `shifted`.
"""

import os
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from msgspec.structs import replace

import sacreval
from sacreval.core.contract.declarations import highest_score
from sacreval.core.interval_names import INTERVALS, IntervalName
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.intervals import methods
from sacreval.scoring.intervals.interval_options import IntervalOptions
from sacreval.scoring.intervals.known_population import Covariate, Shares
from sacreval.scoring.intervals.methods._base import Method, method_of
from sacreval.stats.intervals.binomial import wilson
from sacreval.stats.intervals.confidence_sequences import mean_sequence, proportion_sequence
from sacreval.stats.intervals.independent_means import adjusted_mean, by_stratum, stratified_mean
from sacreval.stats.intervals.percentile_intervals import accelerated_interval
from sacreval.stats.resampling import bootstrap_weights
from support.known_populations import (
    DOMAINS,
    LENGTHS,
    RIGHT,
    grouped,
    instances,
    report,
    sampled_report,
)
from support.mirror import CHECKOUT


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
    part = [x for x in instances(("a", "b")) if x.system_id == "b" or x.instance_id < 20]
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


def test_anytime():
    """0/1 scores have the sequence of a proportion, wider than Wilson's interval."""
    interval = report(method="anytime").results[0].interval
    want = proportion_sequence(RIGHT.sum(), 40)
    ends = (float(want.low), float(want.high))
    assert (interval.low, interval.high) == pytest.approx(ends)
    once = wilson(RIGHT.sum(), 40)
    assert interval.low < once.low < once.high < interval.high


def test_anytime_of_other_scores():
    """Scores between 0 and their highest have the sequence of a mean, on their scale."""
    records = [
        Instance(instance_id=i, system_id="a", prediction=p, references=["a b c d"])
        for i, p in enumerate(["a", "a b", "a b c d", "x", "b c"] * 4)
    ]
    metric = metrics.get("token-f1")()
    result = report(records, metric=metric, method="anytime").results[2]
    assert result.output == "token_f1_f1"
    assert result.interval.low < result.value < result.interval.high
    highest = highest_score(metric, result.output)
    scores = metric.reduce(metric.rows(Batch(records)))[result.output]
    want = mean_sequence(scores / highest)
    got = (result.interval.low, result.interval.high)
    assert got == pytest.approx((want.low[-1] * highest, want.high[-1] * highest))


def test_dependent_records_are_named():
    """Where records of a group are alike, methods that take them as independent say so."""
    records = [
        Instance(
            instance_id=i,
            system_id="a",
            prediction="x" if i // 5 % 2 else "y",
            references=["x"],
            groups={"passage": f"{i // 5}"},
        )
        for i in range(50)
    ]
    notices = report(records, method="anytime").notices
    assert "records of one passage are alike" in notices[0]
    assert "intervals take records as independent" in notices[0]


def test_corpus_metrics_are_refused_of_anytime():
    """BLEU is no mean of bounded scores."""
    with pytest.raises(UsageError, match="--anytime is for means"):
        report(name="bleu", method="anytime")


def test_every_name_has_a_module():
    """Names, what is said of them and modules are the same; each module has its own class."""
    assert list(get_args(IntervalName)) == ["auto", *INTERVALS]
    files = {path.stem for path in Path(methods.__file__).parent.glob("[a-z]*.py")}
    assert files == {name.replace("-", "_").replace(".", "_") for name in INTERVALS}
    classes = [type(method_of(name)) for name in INTERVALS]
    assert len(set(classes)) == len(INTERVALS)
    assert all(issubclass(method, Method) for method in classes)


def test_another_name():
    """A name without a method is refused, with the nearest one; nothing is computed instead."""
    with pytest.raises(InputError, match="there is no interval 'willson'; did you mean 'wilson'"):
        method_of("willson")


def test_mean():
    """For a mean it is the formula over weighted means and means without each record."""
    scores = np.random.default_rng(5).exponential(size=24)
    records = [
        Instance(instance_id=i, system_id="a", prediction=float(x), references=[0.0])
        for i, x in enumerate(scores)
    ]
    run = evaluate([Batch(records)], metrics.get("mean-absolute-error")())
    options = IntervalOptions(method="bca", resamples=200, seed=3)
    interval = run.report(options).results[0].interval
    weights = np.concatenate(list(bootstrap_weights(24, resamples=200, seed=3)))
    without = (scores.sum() - scores) / 23
    ends = accelerated_interval(scores.mean(), weights @ scores / 24, without, 0.95)
    assert (interval.low, interval.high) == pytest.approx((float(ends.low), float(ends.high)))


def test_guarantee():
    """--guarantee has Clopper-Pearson's interval, whose low end for 30 of 30 is .025^(1/30)."""
    result = sacreval.evaluate({"a": ["x"] * 30}, ["x"] * 30, metrics="exact-match", guarantee=True)
    interval = result.report.results[0].interval
    assert interval.method == "clopper-pearson"
    assert interval.low == pytest.approx(0.025 ** (1 / 30))


def test_tails_are_wider():
    """The interval that is chosen for few records contains that of plain percentiles."""
    texts, references = ["a b c d", "a c", "b b a", "a b"] * 5, ["a b c d", "a b c", "a b", "c"] * 5
    wide, plain = (
        sacreval.evaluate({"a": texts}, references, metrics="chrf", interval=name)
        .report.results[0]
        .interval
        for name in ("expanded", "percentile")
    )
    assert wide.low < plain.low < plain.high < wide.high
    assert wide.method == "expanded"


def test_the_same_items_again():
    """The interval for the same items is shorter, and that of pass@1 is that of avg@n."""
    other = sampled_report(k=(6,)).results[0].interval
    same = sampled_report(k=(6,), method="fixed-items").results[0].interval
    assert (same.method, same.reason) == ("fixed-items", "for the same items sampled again")
    assert same.high - same.low < 0.6 * (other.high - other.low)
    passed = sampled_report(name="pass-at-k", k=(1,), method="fixed-items").results[0].interval
    assert (passed.low, passed.high) == pytest.approx((same.low, same.high))


@pytest.mark.parametrize(
    ("name", "options"),
    [("avg-at-k", {"k": (1,)}), ("pass-at-k", {"k": (4,)}), ("g-pass-at-k", {"k": (4,)})],
)
def test_samples_that_do_not_show_the_noise(name, options):
    """One sample, and fewer than 2 k samples, are refused."""
    with pytest.raises(UsageError, match="--fixed-items needs the noise of samples"):
        sampled_report(name=name, method="fixed-items", **options)


def test_majorities_are_refused(cli, tmp_path):
    """maj@k has no interval for the same items, in one sentence."""
    line = '{"samples": ["1", "2", "1"], "references": ["1"]}\n'
    (tmp_path / "a.jsonl").write_text(line * 2, encoding="utf-8")
    done = cli("evaluate", "maj-at-k", "a.jsonl", "--k", "3", "--fixed-items")
    assert done.code == 2
    assert "--fixed-items needs the noise of samples, which maj_at_3 does not show" in done.err


def test_few_samples_are_named():
    """pass@k of fewer than 4 k samples has a notice."""
    result = sampled_report(name="pass-at-k", k=(1, 2), method="fixed-items")
    assert result.notices == [
        "pass_at_2: there are fewer than 4 k samples of a record; the interval may be too short"
    ]


def test_few_groups_have_a_jackknife():
    """Fewer than 20 groups have the t interval of scores without each group in turn."""
    records = grouped(10)
    run = sacreval.evaluate(records, metrics="chrf", ci=True, resample_by="document")
    interval = run.report.results[0].interval
    assert (interval.method, interval.unit, interval.resamples) == ("jackknife", "document", None)

    def chrf(records):
        return sacreval.evaluate(records, metrics="chrf")["chrf"]

    without = [
        chrf([row for row in records if row["groups"]["document"] != f"{g}"]) for g in range(10)
    ]
    spread = np.std(without) * np.sqrt(9)
    reach = 2.2621571627409915 * spread  # t of 9 degrees of freedom
    assert interval.low == pytest.approx(chrf(records) - reach)
    assert interval.high == pytest.approx(min(100.0, chrf(records) + reach))


SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_requested_percentiles_are_sacrebleus():
    """--interval percentile has the bounds of sacrebleu's own bootstrap, to its rounding."""
    from sacrebleu.metrics import CHRF

    rng = np.random.default_rng(3)
    words = np.array("the cat sat on a mat and saw two red birds".split())
    texts = [" ".join(rng.choice(words, 8)) for _ in range(40)]
    references = [" ".join(rng.choice(words, 8)) for _ in range(40)]
    run = sacreval.evaluate({"a": texts}, references, metrics="chrf", interval="percentile")
    interval = run.report.results[0].interval
    metric = CHRF()
    os.environ["SACREBLEU_SEED"] = "12345"
    try:
        score = metric.corpus_score(texts, [references], n_bootstrap=1000)
    finally:
        del os.environ["SACREBLEU_SEED"]
    assert score._ci == pytest.approx((interval.high - interval.low) / 2, abs=1e-4)
    assert score._mean == pytest.approx(float(np.mean([interval.low, interval.high])), abs=0.5)


def test_percentiles_are_those_from_before():
    """--interval percentile gives the numbers from before methods were chosen by the data."""
    result = sacreval.evaluate(str(SAMPLE), metrics="bleu", interval="percentile")
    ends = [(round(r.interval.low, 2), round(r.interval.high, 2)) for r in result.report.results]
    assert ends == [(68.63, 85.40), (16.40, 32.78), (7.39, 19.55)]


def test_another_metric_is_refused():
    """Only the metric of the script has them."""
    with pytest.raises(UsageError, match="is the script's, over records of the metric rouge-1.5.5"):
        report(name="rouge", method="rouge-1.5.5")


def test_all_outputs_are_computed_at_once(monkeypatch):
    """The draws of the script are made once for all its outputs."""
    metric = metrics.get("rouge-1.5.5")()
    calls = []
    compute = type(metric).own_bounds
    monkeypatch.setattr(
        type(metric), "own_bounds", lambda *args: calls.append(args) or compute(*args)
    )
    results = report(metric=metric, method="rouge-1.5.5").results
    assert len(results) > 1
    assert all(result.interval.method == "rouge-1.5.5" for result in results)
    assert len(calls) == 1


@pytest.mark.long
def test_coverage_of_the_best_threshold():
    """Shifted intervals of max-f1 cover more often than percentiles, with 100 records in 5 of 6."""
    rng = np.random.default_rng(11)
    metric = metrics.get("max-f1")()
    truth = 0.707  # of 200,000 records
    options = IntervalOptions(resamples=200)
    covered = {"auto": 0, "percentile": 0}
    for _ in range(60):
        labels = (rng.random(100) < 0.4).astype(int)
        scores = rng.normal(1.35 * labels, 1)
        batch = Batch(
            [
                Instance(instance_id=i, system_id="a", prediction=float(s), references=[int(y)])
                for i, (s, y) in enumerate(zip(scores, labels, strict=True))
            ]
        )
        evaluation = evaluate([batch], metric)
        for method in covered:
            interval = evaluation.report(replace(options, method=method)).results[0].interval
            covered[method] += interval.low <= truth <= interval.high
    assert covered["auto"] >= 50
    assert covered["auto"] >= covered["percentile"] + 5


def test_stratified():
    """Means of strata are weighted by their shares."""
    shares = Shares("domain", {"news": 0.5, "chat": 0.5})
    interval = report(method="stratified", shares=shares).results[0].interval
    want = stratified_mean(by_stratum(RIGHT, DOMAINS), [0.5, 0.5])
    assert (interval.low, interval.high) == pytest.approx(tuple(map(float, want.bounds())))
    assert interval.estimate == pytest.approx(
        (RIGHT[DOMAINS == "news"].mean() + RIGHT[DOMAINS == "chat"].mean()) / 2
    )
    assert (interval.by, interval.known) == ("domain", shares.shares)


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"news": 1.0}, UsageError, "no share for 'chat'"),
        ({"news": 0.5, "chat": 0.4, "mail": 0.1}, InputError, "0 records have the value 'mail'"),
    ],
)
def test_strata_and_shares_are_the_same(given, error, words):
    """A stratum without a share, and a share without records, are refused."""
    with pytest.raises(error, match=words):
        report(method="stratified", shares=Shares("domain", given))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (range(9), "fewer than 10 records have the rarer score"),
        (range(1, 40, 4), "the scores of one of the strata do not vary"),
    ],
)
def test_strata_near_the_ceiling(wrong, words):
    """Few wrong records, and strata that are right throughout, are named."""
    records = [replace(x, prediction="y" if x.instance_id in wrong else "x") for x in instances()]
    shares = Shares("domain", {"news": 0.5, "chat": 0.5})
    (notice,) = report(records, method="stratified", shares=shares).notices
    assert words in notice


def test_corpus_metrics_are_refused_of_stratified():
    """BLEU is no mean over records."""
    shares = Shares("domain", {"news": 0.5, "chat": 0.5})
    with pytest.raises(UsageError, match="--strata is for means"):
        report(name="bleu", method="stratified", shares=shares)


def test_zero_width_only_by_name():
    """Thirty right answers have Wilson's interval; the percentiles that are named are [1, 1]."""
    right = {"a": ["x"] * 30}
    result = sacreval.evaluate(right, ["x"] * 30, metrics="exact-match", ci=True)
    interval = result.report.results[0].interval
    assert (interval.method, interval.high) == ("wilson", 1.0)
    assert interval.low == pytest.approx(30 / (30 + 1.959963984540054**2))
    named = sacreval.evaluate(right, ["x"] * 30, metrics="exact-match", interval="percentile")
    assert (named.report.results[0].interval.low, named.report.results[0].interval.high) == (1, 1)
