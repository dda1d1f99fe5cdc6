"""Error rates: edits are summed before they are divided, and the closest reference counts."""

import pytest

from sacreval.metrics.edits._base import rate
from support.tasks import pairs, scores_of

ENGINES = pytest.mark.parametrize("engine", [None, "official"])


def test_a_rate_without_a_reference():
    """Edits over hits, substitutions and deletions; without these, the insertions."""
    assert rate(2, 1, 1, 3) == 5 / 4
    assert rate(0, 0, 0, 2) == 2


@ENGINES
def test_sums_before_division(engine):
    """One edit in 2 words and none in 8 are 1 / 10, not the mean of 1/2 and 0."""
    records = pairs(["a x", "a b c d e f g h"], ["a b", "a b c d e f g h"])
    found = scores_of("wer", records, engine=engine)
    assert found == {
        "wer": pytest.approx(0.1),
        "wer_hits": 9,
        "wer_substitutions": 1,
        "wer_deletions": 0,
        "wer_insertions": 0,
    }


@ENGINES
@pytest.mark.parametrize(("metric", "best"), [("wer", 1 / 3), ("mer", 1 / 3), ("wip", 4 / 9)])
def test_the_best_reference_counts(metric, best, engine):
    """Of two references the one that is closer gives the counts."""
    record = {"prediction": "a b x", "references": ["q r s t", "a b c"]}
    assert scores_of(metric, [record], engine=engine)[metric] == pytest.approx(best)
