"""Several samples of a record: other items, and the same ones again."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.intervals.interval_choice import IntervalOptions
from sacreval.stats.repeats import repeats

RNG = np.random.default_rng(4)
SAMPLES = (RNG.random((20, 6)) < RNG.beta(1.05, 0.45, (20, 1))).tolist()


def report(samples=SAMPLES, name="avg-at-k", method="auto", item_cost=1.0, **options):
    instances = [
        Instance(instance_id=i, system_id="a", samples=one) for i, one in enumerate(samples)
    ]
    metric = metrics.get(name)(**options)
    evaluation = evaluate([Batch(instances)], metric, every_group=True)
    return evaluation.report(IntervalOptions(method=method, item_cost=item_cost))


def test_the_variance_taken_apart():
    """Between and within, and both errors, are those of the samples themselves."""
    found = report(k=(6,)).results[0].repeats
    flat = np.array(SAMPLES, dtype=float).ravel()
    want = repeats(flat, np.repeat(np.arange(20), 6))
    assert found.between == pytest.approx(float(want.between))
    assert found.within == pytest.approx(float(want.within))
    assert found.other_items == pytest.approx(float(want.other_items.error))
    assert found.fixed_items == pytest.approx(float(want.fixed_items.error))
    assert found.samples == 6


def test_equal_scores_have_no_spread():
    """Rounding of their mean is neither an interval nor an error."""
    found = report([[True, True, False, False]] * 7, name="pass-at-k", k=(2,))
    assert (found.results[0].interval, found.results[0].repeats.other_items) == (None, 0.0)
    assert any("the scores do not vary" in text for text in found.notices)


def test_the_best_number_of_samples():
    """Dearer items are worth more samples: the root of within over between times the cost."""
    cheap, dear = (report(k=(6,), item_cost=cost).results[0].repeats for cost in (1.0, 100.0))
    exact = (dear.within / dear.between * 100) ** 0.5
    assert cheap.best_samples < dear.best_samples
    assert abs(dear.best_samples - exact) < 1
    assert report(name="pass-at-k", k=(2,)).results[0].repeats.best_samples is None


def test_other_items_by_default():
    """The default interval of avg@k is over records, and is not Wilson's."""
    interval = report(k=(6,)).results[0].interval
    assert (interval.method, interval.reason) == ("expanded", "20 records")
    same = [[one[0]] * 6 for one in SAMPLES]
    assert report(same, k=(6,)).results[0].interval.method == "wilson"


def test_the_same_items_again():
    """The interval for the same items is shorter, and that of pass@1 is that of avg@n."""
    other = report(k=(6,)).results[0].interval
    same = report(k=(6,), method="fixed-items").results[0].interval
    assert (same.method, same.reason) == ("fixed-items", "for the same items sampled again")
    assert same.high - same.low < 0.6 * (other.high - other.low)
    passed = report(name="pass-at-k", k=(1,), method="fixed-items").results[0].interval
    assert (passed.low, passed.high) == pytest.approx((same.low, same.high))


@pytest.mark.parametrize(
    ("name", "options"),
    [("avg-at-k", {"k": (1,)}), ("pass-at-k", {"k": (4,)}), ("g-pass-at-k", {"k": (4,)})],
)
def test_samples_that_do_not_show_the_noise(name, options):
    """One sample, and fewer than 2 k samples, are refused."""
    with pytest.raises(UsageError, match="--fixed-items needs the noise of samples"):
        report(name=name, method="fixed-items", **options)


def test_majorities_are_refused(cli, tmp_path):
    """maj@k has no interval for the same items, in one sentence."""
    line = '{"samples": ["1", "2", "1"], "references": ["1"]}\n'
    (tmp_path / "a.jsonl").write_text(line * 2, encoding="utf-8")
    done = cli("evaluate", "maj-at-k", "a.jsonl", "--k", "3", "--fixed-items")
    assert done.code == 2
    assert "--fixed-items needs the noise of samples, which maj_at_3 does not show" in done.err


def test_few_samples_are_named():
    """pass@k of fewer than 4 k samples has a notice."""
    found = report(name="pass-at-k", k=(1, 2), method="fixed-items")
    assert found.notices == [
        "pass_at_2: there are fewer than 4 k samples of a record; the interval may be too short"
    ]


def test_printed(cli, tmp_path):
    """The line below the table has both errors, the variances, and the best number of samples."""
    lines = "".join(f'{{"samples": {str(one).lower()}}}\n' for one in SAMPLES)
    (tmp_path / "a.jsonl").write_text(lines, encoding="utf-8")
    words = ("--k", "6", "--fixed-items", "--item-cost", "10")
    done = cli("evaluate", "avg-at-k", "a.jsonl", *words)
    line = next(one for one in done.out.splitlines() if one.startswith("avg@6: "))
    assert "for other items" in line
    assert "for these sampled again" in line
    assert "where another item costs as much as 10 samples, " in line
    assert "fixed-items (for the same items sampled again)" in done.out
