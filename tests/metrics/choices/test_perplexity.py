"""Perplexity: log-probabilities and units are summed before they are divided, by hand."""

from math import log

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Instance
from support.tasks import scores_of

HALF = log(0.5)
RECORDS = [
    {"sequence": {"logprob": 3 * HALF, "tokens": 3, "words": 2, "bytes": 10}},
    {"sequence": {"logprob": 5 * HALF, "tokens": 1, "words": 2, "bytes": 6}},
]


def test_by_hand():
    """Eight bits over 4 tokens, 4 words, 16 bytes and 2 texts are 2^2, 2^2, 2^0.5 and 2^4."""
    found = scores_of("perplexity", RECORDS, {"per": ["token", "word", "byte", "sequence"]})
    assert found == {
        "perplexity_per_token": pytest.approx(4),
        "perplexity_per_word": pytest.approx(4),
        "perplexity_per_byte": pytest.approx(2**0.5),
        "perplexity_per_sequence": pytest.approx(16),
        "bits_per_byte": pytest.approx(0.5),
    }


@pytest.mark.parametrize(
    ("sequence", "named"),
    [
        ({"tokens": 1}, "`logprob`"),
        ({"logprob": 1.0, "tokens": 1}, "1.0"),
        ({"logprob": -1.0}, "tokens"),
    ],
)
def test_faults(sequence, named):
    """A missing or positive log-probability and a missing count are reported."""
    assert named in metrics.get("perplexity")().fault(Instance(sequence=sequence))
