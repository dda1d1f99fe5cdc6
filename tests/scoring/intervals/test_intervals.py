"""Confidence intervals of a run."""

import os
from xml.etree.ElementTree import tostring

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

import sacreval
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.core.results import Band, Interval, Result
from sacreval.features.page.parts import score
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.interval_plans import Plan
from sacreval.scoring.intervals.interval_choice import IntervalOptions
from sacreval.scoring.intervals.intervals import _left_out
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
    found = document(cli, "bleu", SAMPLE, *options)
    shuffled = document(cli, "bleu", "x.jsonl", "y.jsonl", *options)
    assert sorted(shuffled.results, key=lambda r: r.system_id) == found.results
    again = spawn("evaluate", "bleu", SAMPLE, *options, "--format", "json")
    assert msgspec.json.decode(again.out, type=Document) == found
    other = document(cli, "bleu", SAMPLE, *options[:-2], "--confidence", "0.5")
    for narrow, wide in zip(other.results, found.results, strict=True):
        assert wide.interval.low < narrow.interval.low < narrow.interval.high < wide.interval.high


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


def test_zero_width_only_by_name():
    """Thirty right answers have Wilson's interval; the percentiles that are named are [1, 1]."""
    right = {"a": ["x"] * 30}
    found = sacreval.evaluate(right, ["x"] * 30, metrics="exact-match", ci=True)
    interval = found.report.results[0].interval
    assert (interval.method, interval.high) == ("wilson", 1.0)
    assert interval.low == pytest.approx(30 / (30 + 1.959963984540054**2))
    named = sacreval.evaluate(right, ["x"] * 30, metrics="exact-match", interval="percentile")
    assert (named.report.results[0].interval.low, named.report.results[0].interval.high) == (1, 1)


def test_guarantee():
    """--guarantee has Clopper-Pearson's interval, whose low end for 30 of 30 is .025^(1/30)."""
    found = sacreval.evaluate({"a": ["x"] * 30}, ["x"] * 30, metrics="exact-match", guarantee=True)
    interval = found.report.results[0].interval
    assert interval.method == "clopper-pearson"
    assert interval.low == pytest.approx(0.025 ** (1 / 30))


def grouped(groups, size=5):
    """Return records of a corpus metric in groups of different quality."""
    rng = np.random.default_rng(8)
    words = np.array("the cat sat on a mat and saw two red birds".split())
    made = []
    for g in range(groups):
        noise = rng.random()
        for j in range(size):
            text = rng.choice(words, 8)
            other = np.where(rng.random(8) < noise, rng.choice(words, 8), text)
            made.append(
                {
                    "instance_id": f"{g}-{j}",
                    "system_id": "a",
                    "prediction": " ".join(other),
                    "references": [" ".join(text)],
                    "groups": {"document": f"{g}"},
                }
            )
    return made


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
    line = next(one for one in done.out.splitlines() if "% intervals" in one)
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
    found = {r.group: r.interval for r in run.report.results}
    assert found["document=3"].method == "wilson"
    summary = found["document=(mean)"]
    assert (summary.method, summary.unit) == ("expanded", "document")
    assert summary.reason == "8 values of document"


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


def test_percentiles_are_those_from_before():
    """--interval percentile gives the numbers from before methods were chosen by the data."""
    found = sacreval.evaluate(str(SAMPLE), metrics="bleu", interval="percentile")
    ends = [(round(r.interval.low, 2), round(r.interval.high, 2)) for r in found.report.results]
    assert ends == [(68.63, 85.40), (16.40, 32.78), (7.39, 19.55)]


@pytest.mark.parametrize("unit", [None, "g"])
@pytest.mark.parametrize("name", ["average-precision", "chrf"])
def test_bca_leaves_each_unit_out(name, unit):
    """`bca` takes the scores without each record, or each group, whether rows are summed or not."""
    rng = np.random.default_rng(5)
    curve = name == "average-precision"
    made = [
        Instance(
            instance_id=i,
            system_id="a",
            prediction=float(rng.random()) if curve else "the cat " * (i % 4 + 1),
            references=[i % 2] if curve else ["the cat sat on the mat"],
            groups={"g": "uvwxyz"[i % 6]},
        )
        for i in range(24)
    ]

    def score(kept):
        return evaluate([Batch(kept)], metrics.get(name)()).report().results[0].value

    options = IntervalOptions(method="bca", unit=unit, resamples=200)
    units = ["uvwxyz"[i % 6] if unit else str(i) for i in range(24)]
    run = evaluate([Batch(made)], metrics.get(name)(), unit=unit)
    plan = Plan.of(next(run._parts("a")).over, options)
    [left_out] = _left_out(plan).values()
    want = [
        score([one for one, of in zip(made, units, strict=True) if of != out])
        for out in sorted(set(units), key=lambda x: (len(x), x))
    ]
    assert left_out == pytest.approx(want)
    interval = run.report(options).results[0].interval
    assert (interval.method, interval.unit) == ("bca", unit)
    assert interval.low < score(made) < interval.high
