"""Self-BLEU of a set, by hand."""

import pytest

from support.tasks import scores_of


@pytest.mark.parametrize(
    ("texts", "options", "value"),
    [
        (["a b c d"] * 3, {}, 100.0),
        (["a b c d", "e f g h"], {}, 0.0),
        (["a b", "a c", "a b"], {"max_ngram_order": 1}, 100 * (1 + 0.5 + 1) / 3),
        (["a b c d"], {}, 0.0),
    ],
)
def test_by_hand(texts, options, value):
    """Equal outputs score 100; of `a c` half is in the others; one output has no others."""
    found = scores_of("self-bleu", [{"prediction": text} for text in texts], options)
    assert found == {"self_bleu": pytest.approx(value)}
