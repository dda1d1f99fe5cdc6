"""Several samples of a record: other items, and the same ones again."""

import numpy as np
import pytest

from sacreval.stats.clusters import repeats
from support.known_populations import SAMPLES, sampled_report


def test_the_variance_taken_apart():
    """Between and within, and both errors, are those of the samples themselves."""
    found = sampled_report(k=(6,)).results[0].repeats
    flat = np.array(SAMPLES, dtype=float).ravel()
    want = repeats(flat, np.repeat(np.arange(20), 6))
    assert found.between == pytest.approx(float(want.between))
    assert found.within == pytest.approx(float(want.within))
    assert found.other_items == pytest.approx(float(want.other_items.error))
    assert found.fixed_items == pytest.approx(float(want.fixed_items.error))
    assert found.samples == 6


def test_equal_scores_have_no_spread():
    """Rounding of their mean is neither an interval nor an error."""
    found = sampled_report([[True, True, False, False]] * 7, name="pass-at-k", k=(2,))
    assert (found.results[0].interval, found.results[0].repeats.other_items) == (None, 0.0)
    assert any("the scores do not vary" in text for text in found.notices)


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
    same = [[one[0]] * 6 for one in SAMPLES]
    assert sampled_report(same, k=(6,)).results[0].interval.method == "wilson"


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
