"""Calibration errors have a band in place of an interval."""

import random

import numpy as np
import pytest

import sacreval
from sacreval.core.metric import metrics
from sacreval.stats.intervals.calibration_band import calibration_band
from support.program import write_jsonl


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
    confidences = np.array([one["prediction"] for one in records])
    metric = metrics.get("calibration-error")()

    def error(labels):
        found = []
        for one in labels:
            rows = [metric.row(p, [x]) for p, x in zip(confidences, one, strict=True)]
            found.append(metric.reduce(np.sum(rows, axis=0))["calibration_error"])
        return np.array(found)

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
def test_printed(cli, tmp_path, form):
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
