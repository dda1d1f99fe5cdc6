"""The band of a calibration error under perfect calibration."""

from itertools import product

import numpy as np
import pytest

from sacreval.errors import InputError, UsageError
from sacreval.metrics.labels.calibration_error import CalibrationError
from sacreval.stats.intervals import calibration_band as module
from sacreval.stats.intervals.calibration_band import calibration_band, drawn_labels, label_sums

METRIC = CalibrationError()


def binned_error(confidences, labels):
    """Compute the metric `calibration-error` for several sets of labels."""
    wrong, right = ([METRIC.row(c, [y]) for c in confidences] for y in (0, 1))
    return METRIC.reduce(label_sums(labels, wrong, right))["calibration_error"]


def band(confidences, observed=np.nan, **options):
    """Compute the band of the calibration error."""
    return calibration_band(
        confidences, lambda labels: binned_error(confidences, labels), observed, **options
    )


def test_sums_are_those_of_the_rows():
    """Sums for many sets of labels are those of the rows that the metric has for each."""
    rng = np.random.default_rng(0)
    confidences, labels = rng.random(40), rng.integers(0, 2, (5, 40))
    wrong, right = ([METRIC.row(c, [y]) for c in confidences] for y in (0, 1))
    rows = [[METRIC.row(c, [y]) for c, y in zip(confidences, ys, strict=True)] for ys in labels]
    np.testing.assert_allclose(label_sums(labels, wrong, right), np.sum(rows, axis=1), atol=1e-12)


def test_the_mean_of_every_labelling():
    """The mean over draws is near that of all labellings, weighted by their chance."""
    confidences = np.array([0.15, 0.35, 0.36, 0.8, 0.81, 0.95])
    labels = np.array(list(product([0, 1], repeat=6)))
    chance = np.where(labels, confidences, 1 - confidences).prod(axis=1)
    want = float(chance @ binned_error(confidences, labels))
    found = band(confidences, draws=20_000)
    assert found.mean == pytest.approx(want, abs=0.003)
    below = chance[binned_error(confidences, labels) <= found.high + 1e-12].sum()
    assert below >= 0.95 - 0.005


def test_calibrated_models_show_what_was_measured():
    """Calibrated models of 30, 100 and 300 records show errors near .18, .10 and .06."""
    for n, want in ((30, 0.18), (100, 0.10), (300, 0.06)):
        confidences = np.random.default_rng(n).random(n)
        assert band(confidences, draws=300).mean == pytest.approx(want, abs=0.02)


def test_labels_are_drawn_from_the_confidences():
    """Labels are right as often as each confidence says, and certain ones always."""
    draws = np.concatenate(list(drawn_labels([0, 0.2, 0.9, 1], draws=4000)))
    np.testing.assert_allclose(draws.mean(axis=0), [0, 0.2, 0.9, 1], atol=0.02)
    assert draws[:, 3].all()
    assert not draws[:, 0].any()


def test_blocks_do_not_change_the_draws(monkeypatch):
    """One seed draws the same labels in blocks of any size; another seed draws others."""
    confidences = np.linspace(0.1, 0.9, 20)
    whole = band(confidences, 0.1, draws=200)
    monkeypatch.setattr(module, "BLOCK_CELLS", 50)
    np.testing.assert_array_equal(band(confidences, 0.1, draws=200), whole)
    assert band(confidences, draws=200, seed=1).mean != whole.mean


def test_certain_models():
    """A model that is always certain shows no error, and any error is then beyond chance."""
    found = band(np.ones(20), 0.05, draws=99)
    assert (found.mean, found.high) == (0, 0)
    assert found.p == pytest.approx(0.01)
    assert np.isnan(band(np.ones(20), draws=9).p)


def test_several_outputs():
    """Several errors of one labelling have a band each."""
    confidences = np.random.default_rng(1).random(50)

    def both(labels):
        gaps = binned_error(confidences, labels)
        return np.stack([gaps, 2 * gaps], axis=-1)

    found = calibration_band(confidences, both, [0.1, 0.2], draws=100)
    assert found.high[1] == 2 * found.high[0]
    assert found.p[0] == found.p[1]


def test_bad_confidences_are_refused():
    """NaN, percentages, no records, and a level of 95 are refused."""
    for bad, why in (([0.5, np.nan], "NaN"), ([50, 0.2], "1 of 2 confidences lie"), ([], "no")):
        with pytest.raises(InputError, match=why):
            band(bad)
    with pytest.raises(UsageError):
        band([0.5], level=95)


def test_a_calibrated_model_stays_inside():
    """Calibrated models exceed the band in 5 % of worlds, and their p lies below .05 as often."""
    rng = np.random.default_rng(6)
    worlds = 300
    confidences = rng.beta(5, 2, 40)
    labels = rng.random((worlds, 40)) < confidences
    errors = binned_error(confidences, labels)
    found = band(confidences, draws=2000)
    assert np.mean(errors > found.high) == pytest.approx(0.05, abs=0.035)
    p = calibration_band(
        confidences,
        lambda drawn: np.repeat(binned_error(confidences, drawn)[:, None], worlds, axis=1),
        errors,
        draws=500,
    ).p
    assert np.mean(p <= 0.05) == pytest.approx(0.05, abs=0.035)
