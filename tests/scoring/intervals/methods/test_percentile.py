"""Percentiles of the bootstrap, as sacrebleu has them."""

import os

import numpy as np
import pytest

import sacreval
from support.mirror import CHECKOUT

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
