"""Texts in which a metric finds almost no tokens."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.rows.empty_outputs import SAMPLE, UnseenTokens

CHINESE, ENGLISH = "今天天气很好我们一起去公园散步", "We go to the park."
ENTRIES = [Entry(metrics.get(name)()) for name in ("rouge", "chrf", "length")]


def looked(texts):
    """Return what was looked at of a batch of texts, which passes unchanged."""
    found = UnseenTokens(ENTRIES)
    batch = Batch([Instance(prediction=text, references=[text]) for text in texts])
    (passed,) = found.watch([batch])
    assert passed is batch
    return found


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        ([CHINESE], True),
        ([ENGLISH], False),
        ([CHINESE] + [ENGLISH] * 9, False),
        ([CHINESE] * 2 + [ENGLISH] * 8, True),
    ],
)
def test_more_than_a_tenth(texts, told):
    """One notice names the metrics that overlook more than a tenth of the texts, and a remedy."""
    notices = looked(texts).notices()
    assert len(notices) == told
    if told:
        assert "rouge finds" in notices[0]
        assert "--tokenize" in notices[0]
        assert "chrf" not in notices[0]


def test_only_some_records_are_looked_at():
    """Of a large batch a few records at even distances are looked at."""
    assert SAMPLE <= looked([ENGLISH] * 10_000).checked <= SAMPLE + 1
