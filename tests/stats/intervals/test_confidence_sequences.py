"""Bands and sequences that may be looked at while data come in."""

from itertools import product

import numpy as np
import pytest
from scipy import integrate, stats

from sacreval.errors import InputError, UsageError
from sacreval.metrics.labels.calibration_error import CalibrationError
from sacreval.stats.intervals import calibration_band as module
from sacreval.stats.intervals.binomial import wilson
from sacreval.stats.intervals.calibration_band import calibration_band, drawn_labels, label_sums
from sacreval.stats.intervals.confidence_sequences import mean_sequence, proportion_sequence

SCORES = [1, 0, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [
        (45, 50, 0.712339534589195, 0.9843414454152637),
        (180, 200, 0.8116955495607396, 0.9573756661107077),
        (50, 50, 0.8706187109084923, 1.0),
    ],
)
def test_published_proportions(k, n, low, high):
    """The beta-binomial mixture has the published ends, wider than Wilson's."""
    bounds = proportion_sequence(k, n)
    np.testing.assert_allclose(bounds, (low, high), atol=1e-9)
    assert bounds.low < wilson(k, n).low


@pytest.mark.parametrize("n", [1, 7, 50, 2000])
def test_all_right_is_closed(n):
    """After n of n the lower end is (alpha / (n + 1))^(1 / n), and mirrored after none of n."""
    want = (0.1 / (n + 1)) ** (1 / n)
    low, high = proportion_sequence([n, 0], n, 0.9)
    np.testing.assert_allclose(low, [want, 0], atol=1e-12)
    np.testing.assert_allclose(high, [1, 1 - want], atol=1e-12)


@pytest.mark.parametrize(("k", "n"), [(3, 10), (1, 4), (90, 100)])
def test_the_mixture_by_integration(k, n):
    """At the ends the likelihood is alpha times its average over all p, also by quadrature."""
    average, _ = integrate.quad(lambda p: stats.binom.pmf(k, n, p), 0, 1, epsabs=1e-13)
    for end in proportion_sequence(k, n):
        assert stats.binom.pmf(k, n, end) == pytest.approx(0.05 * average, rel=1e-5)


def test_published_empirical_bernstein():
    """After sixteen scores the betting sequence has the published ends."""
    bounds = mean_sequence(SCORES)
    assert bounds.low[-1] == pytest.approx(0.27558098625463767, abs=1e-9)
    assert bounds.high[-1] == 1


def test_empirical_bernstein_step_by_step():
    """The sequence is that of a loop over scores that follows the paper's definitions."""
    x = np.random.default_rng(0).beta(2, 3, 60)
    bounds = mean_sequence(x, 0.9)
    weight, mean, variance, squares = np.log(2 / 0.1), 0.5, 0.25, 0.0
    bets = weighted = costs = total = 0.0
    for t, score in enumerate(x, start=1):
        bet = min(0.5, np.sqrt(2 * weight / (variance * t * np.log(t + 1))))
        bets, weighted = bets + bet, weighted + bet * score
        costs += 4 * (score - mean) ** 2 * (-np.log(1 - bet) - bet) / 4
        total += score
        mean = (0.5 + total) / (t + 1)
        squares += (score - mean) ** 2
        variance = (0.25 + squares) / (t + 1)
        ends = np.array([weighted - weight - costs, weighted + weight + costs]) / bets
        got = bounds.low[t - 1], bounds.high[t - 1]
        np.testing.assert_allclose(got, np.clip(ends, 0, 1), rtol=1e-9)


def test_columns_and_prefixes():
    """Columns are computed at once, and later scores change no earlier interval."""
    x = np.random.default_rng(1).random((30, 2))
    both = mean_sequence(x)
    for i in range(2):
        np.testing.assert_allclose(both.low[:, i], mean_sequence(x[:, i]).low, rtol=1e-12)
    np.testing.assert_allclose(mean_sequence(x[:11]).high, both.high[:11], rtol=1e-12)


@pytest.fixture(scope="module")
def looked_at():
    """Draw right and wrong answers of 300 worlds at .7, with the times 1 to 300."""
    x = np.random.default_rng(4).random((300, 300)) < 0.7
    return x, np.arange(1, 301)[:, None]


@pytest.mark.long
def test_proportions_hold_while_looking(looked_at):
    """Looking after each of 300 answers, the truth is ever left in at most 5 % of worlds."""
    x, n = looked_at
    low, high = proportion_sequence(x.cumsum(axis=0), n)
    assert np.mean(((low > 0.7) | (high < 0.7)).any(axis=0)) <= 0.05
    fixed = wilson(x.cumsum(axis=0), n)
    assert np.mean(((fixed.low > 0.7) | (fixed.high < 0.7)).any(axis=0)) > 0.3


def test_means_hold_while_looking(looked_at):
    """Looking after each score, the betting sequence leaves the truth in at most 5 % of worlds."""
    x, _ = looked_at
    low, high = mean_sequence(x)
    assert np.mean(((low > 0.7) | (high < 0.7)).any(axis=0)) <= 0.05
    assert np.mean(high[-1] - low[-1]) < 0.25


def test_no_trial_says_nothing():
    """Before the first trial the interval is all of [0, 1]."""
    np.testing.assert_array_equal(proportion_sequence(0, 0), (0, 1))
    assert mean_sequence([]).low.shape == (0,)


def test_bad_input_is_refused():
    """NaN, scores outside [0, 1], impossible counts, and numbers out of range are refused."""
    for call in (
        lambda: mean_sequence([0.5, 1.2]),
        lambda: mean_sequence([np.nan]),
        lambda: proportion_sequence(3, 2),
    ):
        with pytest.raises(InputError):
            call()
    for call in (
        lambda: mean_sequence([0.5], 95),
        lambda: proportion_sequence(1, 2, 1),
    ):
        with pytest.raises(UsageError):
            call()


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
    limits = band(confidences, draws=20_000)
    assert limits.mean == pytest.approx(want, abs=0.003)
    below = chance[binned_error(confidences, labels) <= limits.high + 1e-12].sum()
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
    limits = band(np.ones(20), 0.05, draws=99)
    assert (limits.mean, limits.high) == (0, 0)
    assert limits.p == pytest.approx(0.01)
    assert np.isnan(band(np.ones(20), draws=9).p)


def test_several_outputs():
    """Several errors of one labelling have a band each."""
    confidences = np.random.default_rng(1).random(50)

    def both(labels):
        gaps = binned_error(confidences, labels)
        return np.stack([gaps, 2 * gaps], axis=-1)

    limits = calibration_band(confidences, both, [0.1, 0.2], draws=100)
    assert limits.high[1] == 2 * limits.high[0]
    assert limits.p[0] == limits.p[1]


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
    limits = band(confidences, draws=2000)
    assert np.mean(errors > limits.high) == pytest.approx(0.05, abs=0.035)
    p = calibration_band(
        confidences,
        lambda drawn: np.repeat(binned_error(confidences, drawn)[:, None], worlds, axis=1),
        errors,
        draws=500,
    ).p
    assert np.mean(p <= 0.05) == pytest.approx(0.05, abs=0.035)
