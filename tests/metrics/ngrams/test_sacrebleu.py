"""Rows of sacrebleu's metrics are the statistics that sacrebleu sums."""

import pytest

from sacreval.core.metric import metrics

ROWS = {
    "bleu": ("the cat sat", ["the cat ran"], [3, 3, 2, 1, 0, 0, 3, 2, 1, 0]),
    "ter": ("c d a b", ["a b c d"], [1, 4]),
    "chrf": ("abc", ["abd"], [3, 3, 2, 2, 2, 1, 1, 1, 0, *[0] * 9]),
}


@pytest.mark.parametrize("name", ROWS)
def test_by_hand(name):
    """BLEU has lengths, matches and n-grams by order; TER edits and words; chrF three by order."""
    prediction, references, row = ROWS[name]
    metric = metrics.get(name)(engine="official")
    assert list(metric.row(prediction, metric.prepare(references))) == row
