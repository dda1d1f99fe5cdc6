"""Corrected means: the reference library's numbers, pairs beside 0/1 labels, units, coverage."""

import json

import numpy as np
import pytest
from scipy import stats

from sacreval.stats.intervals.prediction_powered import (
    FEW_EFFECTIVE,
    Labelled,
    corrected_difference,
    corrected_mean,
    effective_labels,
    prediction_powered,
    weight_of,
)
from support import missing
from support.cases import COLLECTIONS

WEIGHTS = {"ppi_plus_plus": None, "ppi": 1.0, "classical_by_lam_0": 0.0}


def binary(rng, n, others, p, right):
    """Draw 0/1 labels, and scores that agree with them in a share of records."""
    labels = (rng.random(n + others) < p).astype(float)
    scores = np.where(rng.random(n + others) < right, labels, 1 - labels)
    return Labelled(labels[:n], scores[:n], scores[n:])


def test_equal_to_the_reference_library():
    """Estimates and intervals are those of ppi-python 0.2.3, to 1e-12."""
    path = COLLECTIONS / "ppi.json"
    if not path.exists():
        missing.say("the cases of prediction-powered inference: SACREVAL_CASES names no folder")
        pytest.skip("no cases")
    document = json.loads(path.read_text(encoding="utf-8"))
    columns = ("Y", "Yhat", "Yhat_unlabeled")
    data = {
        x["name"]: Labelled(*(np.array(x[key], dtype=float) for key in columns))
        for x in document["data"]
    }
    for case in document["cases"]:
        labelled = data[case["name"]]
        for key, weight in WEIGHTS.items():
            estimate = prediction_powered(labelled, weight=weight)
            got = [estimate.value, *estimate.bounds(1 - case["alpha"])]
            want = [case[key][name] for name in ("estimate", "low", "high")]
            np.testing.assert_allclose(got, want, rtol=0, atol=1e-12)


def test_without_other_records_it_is_the_mean_of_the_labels():
    """If every record has a label, scores have no weight, and the t interval is the usual one."""
    labels = np.array([1.0, 2, 2, 4, 5, 3, 3, 1])
    estimate = corrected_mean(Labelled(labels, labels[::-1], np.array([])))
    assert (estimate.value, estimate.weight, estimate.method) == (labels.mean(), 0.0, "t")
    want = stats.ttest_1samp(labels, 0).confidence_interval(0.95)
    np.testing.assert_allclose(estimate.bounds(), want)


def test_scores_that_say_nothing_cost_nothing():
    """Scores that fall with the labels, or do not vary, have no weight."""
    labels = np.array([0.0, 1, 0, 1, 1, 0])
    assert weight_of(Labelled(labels, 1 - labels, 1 - labels)) == 0
    assert weight_of(Labelled(labels, np.ones(6), np.ones(9))) == 0
    assert prediction_powered(Labelled(labels, np.ones(6), np.ones(9))).value == 0.5


def test_plus_four():
    """Four pairs beside 0/1 labels: without weight it is Agresti and Coull's with a t quantile."""
    labels = np.array([1.0] * 27 + [0] * 3)
    estimate = corrected_mean(Labelled(labels, np.zeros(30), np.zeros(50)), highest=1.0)
    share = 29 / 34
    more = np.array([1.0] * 28 + [0] * 4 + [0.75, 0.25])
    reach = stats.t.ppf(0.975, 33) * np.sqrt(more.var() / 34)
    assert (estimate.value, estimate.method) == (0.9, "plus-four")
    np.testing.assert_allclose(estimate.bounds(), [share - reach, share + reach])


def test_labels_that_all_agree_have_an_interval():
    """Thirty labels of 1 do not prove a share of 1, and the interval ends there."""
    ones = np.ones(30)
    low, high = corrected_mean(Labelled(ones, ones, np.ones(500)), highest=1.0).bounds()
    assert 0.8 < low < 1
    assert high == 1.0


@pytest.mark.parametrize("highest", [1.0, 100.0])
def test_scales(highest):
    """An interval of labels from 0 to 100 is that of shares, times a hundred."""
    data = binary(np.random.default_rng(1), 60, 300, 0.7, 0.9)
    large = Labelled(*(highest * x for x in data[:3]))
    want = np.array(corrected_mean(data, highest=1.0).bounds()) * highest
    np.testing.assert_allclose(corrected_mean(large, highest=highest).bounds(), want)


def test_units_of_one_record():
    """Units of one record each give the interval of records, up to the factor n / (n - 1)."""
    data = binary(np.random.default_rng(2), 60, 340, 0.7, 0.9)
    alone = data._replace(units=np.arange(400))
    records, units = (prediction_powered(x).error for x in (data, alone))
    assert units == pytest.approx(records * np.sqrt(400 / 399))


def test_units_of_equal_records():
    """Records that are copies of each other do not shorten the interval, if they are one unit."""
    data = binary(np.random.default_rng(3), 60, 340, 0.7, 0.9)
    twice = Labelled(*(np.repeat(x, 2) for x in data[:3]), np.repeat(np.arange(400), 2))
    alone = data._replace(units=np.arange(400))
    weight = weight_of(data)
    assert prediction_powered(twice, weight=weight).error == pytest.approx(
        prediction_powered(alone, weight=weight).error
    )
    assert corrected_mean(twice).adjusted.freedom == corrected_mean(alone).adjusted.freedom


def test_the_test_of_a_difference_agrees_with_its_interval():
    """The p-value is below .05 where the interval leaves out 0, and 1 where nothing differs."""
    rng = np.random.default_rng(4)
    for truth in (0.0, 0.3, 0.6):
        labels = rng.normal(truth, 1, 80)
        gap = corrected_difference(Labelled(labels, labels + rng.normal(0, 1, 80), labels[:20]))
        low, high = gap.bounds()
        assert (gap.p() < 0.05) == (low > 0 or high < 0)
    same = Labelled(np.zeros(40), np.zeros(40), np.zeros(9))
    assert corrected_difference(same).p() == 1.0
    assert corrected_difference(same, highest=5.0)._replace(method="t").method == "t"


def test_few_labels_that_decide_are_counted():
    """Of 50 ratings of which one differs from the others, one decides; even ones do all."""
    ratings = np.array([5.0] * 49 + [1])
    others = np.full(100, 5.0)
    assert effective_labels(Labelled(ratings, np.full(50, 5.0), others)) < FEW_EFFECTIVE
    even = np.tile([1.0, 2, 3, 4, 5], 10)
    assert effective_labels(Labelled(even, even[::-1], even)) > 20
    assert effective_labels(Labelled(np.ones(30), np.ones(30), np.ones(9))) == 0


@pytest.mark.long
@pytest.mark.parametrize(("p", "right"), [(0.7, 0.9), (0.9, 0.95), (0.95, 0.9)])
def test_coverage(p, right):
    """In 600 seeded samples of 50 labels, 95 % intervals cover in .93 or more, within error."""
    rng = np.random.default_rng(5)
    ends = [
        corrected_mean(binary(rng, 50, 500, p, right), highest=1.0).bounds() for _ in range(600)
    ]
    covered = np.mean([low <= p <= high for low, high in ends])
    assert covered >= 0.93 - 2.5 * np.sqrt(0.93 * 0.07 / 600)


@pytest.mark.long
def test_coverage_over_units():
    """Documents of four records that are alike are covered as stated, too."""
    rng, held = np.random.default_rng(6), []
    for _ in range(400):
        p = rng.beta(2, 1, 150)
        units = np.repeat(np.arange(150), 4)
        labels = (rng.random(600) < p[units]).astype(float)
        scores = np.where(rng.random(600) < 0.85, labels, 1 - labels)
        order = rng.permutation(600)
        labels, scores, units = labels[order], scores[order], units[order]
        data = Labelled(labels[:150], scores[:150], scores[150:], units)
        low, high = corrected_mean(data, highest=1.0).bounds()
        held.append(low <= 2 / 3 <= high)
    assert np.mean(held) == pytest.approx(0.95, abs=0.033)
