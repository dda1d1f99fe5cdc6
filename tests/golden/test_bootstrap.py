"""Intervals equal sacrebleu's own bootstrap at the same resampled indices."""

import json

import numpy as np
import pytest
from sacrebleu.metrics.base import Score

from sacreval.core.metric import Metric, metrics
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.intervals.interval_options import SEED, IntervalOptions
from sacreval.stats.resampling import bootstrap_sums, percentile_interval
from support import mirror
from support.official import sacrebleu_corpus, sacrebleu_of
from support.parity import batches

FLOAT32 = 2e-4  # sacrebleu sums its resamples in single precision
METRICS = [
    metrics.get("bleu")(),
    metrics.get("bleu")(smooth_method="floor"),
    metrics.get("chrf")(word_order=2),
    metrics.get("ter")(),
]


def data_of(metric: Metric) -> mirror.Corpus:
    whole = mirror.wmt23("ONLINE-W")
    return whole.short(16) if metric.name == "ter" else whole.part(0, 557, 5)


@pytest.mark.parametrize("metric", METRICS, ids=Metric.signature)
def test_same_indices(metric):
    """A resample's score is sacrebleu's corpus score of the texts drawn with the same seed."""
    data = data_of(metric)
    data = data.part(0, 30)
    n = len(data.predictions)
    drawn = np.random.default_rng(SEED).choice(n, size=(12, n), replace=True)
    rows = np.concatenate([metric.rows(batch) for batch in batches(data)])
    got = metric.reduce(bootstrap_sums([rows], resamples=12, seed=SEED)[0])[metric.name]
    for index, score in zip(drawn, got, strict=True):
        texts = mirror.Corpus(
            [data.predictions[i] for i in index], [data.references[i] for i in index]
        )
        assert score == pytest.approx(sacrebleu_corpus(metric, texts)[metric.name], abs=1e-9)


@pytest.mark.parametrize("metric", METRICS, ids=Metric.signature)
def test_printed_interval(metric):
    """The half-width and mean that sacrebleu prints are ours, but for its single precision."""
    data = data_of(metric)
    scorer = sacrebleu_of(metric)
    theirs = scorer.corpus_score(data.predictions, data.streams(), n_bootstrap=1000)
    printed = json.loads(
        theirs.format(width=6, signature=str(scorer.get_signature()), is_json=True)
    )
    assert printed["seed"] == str(SEED)
    result = evaluate(batches(data), metric).report(IntervalOptions(method="percentile")).results[0]
    half = (result.interval.high - result.interval.low) / 2
    assert half > 0.1
    assert half == pytest.approx(printed["confidence_var"], abs=FLOAT32)
    rows = np.concatenate([metric.rows(batch) for batch in batches(data)])
    scores = metric.reduce(bootstrap_sums([rows], resamples=1000, seed=SEED)[0])[metric.name]
    assert scores.mean() == pytest.approx(printed["confidence_mean"], abs=FLOAT32)
    assert percentile_interval(scores, level=0.95) == (result.interval.low, result.interval.high)


@pytest.mark.parametrize("resamples", [2, 39, 40, 100, 1000, 1001])
def test_percentiles(resamples):
    """The bounds are the order statistics that sacrebleu takes, at any number of resamples."""
    scores = np.random.default_rng(1).normal(50, 3, resamples)
    official = Score("any", 0.0)
    official.estimate_ci([Score("any", score) for score in scores])
    low, high = percentile_interval(scores, level=0.95)
    assert (high - low) / 2 == pytest.approx(official._ci, abs=1e-12)
