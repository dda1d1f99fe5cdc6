"""BLEU: clipped precisions, brevity, smoothing and its options, by hand."""

from math import exp, sqrt

import pytest

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from support.tasks import scores_of

ENGINES = pytest.mark.parametrize("engine", [None, "official"])


@ENGINES
@pytest.mark.parametrize(
    ("prediction", "references", "options", "value"),
    [
        ("the cat sat", ["the cat ran"], {"max_ngram_order": 2}, 100 * sqrt(1 / 3)),
        ("the the the", ["the cat", "the the"], {"max_ngram_order": 1}, 200 / 3),
        ("the cat", ["the cat sat on"], {"max_ngram_order": 1}, 100 * exp(-1)),
        ("the cat", ["the", "the cat sat on"], {"max_ngram_order": 1}, 100.0),
        ("x y", ["a b"], {}, 0.0),
        ("a x", ["a b"], {"max_ngram_order": 2}, 100 * sqrt(1 / 2 * 1 / 2)),
        ("a x", ["a b"], {"max_ngram_order": 2, "smooth_method": "floor"}, 100 * sqrt(1 / 2 * 0.1)),
        (
            "a x",
            ["a b"],
            {"max_ngram_order": 2, "smooth_method": "add-k"},
            100 * sqrt(1 / 2 * 1 / 2),
        ),
        ("a b", ["a b"], {"effective_order": True}, 100.0),
    ],
)
def test_by_hand(prediction, references, options, value, engine):
    """Precisions 2/3 and 1/2; `the` matches twice at most; half the length costs exp(1 - 4/2).

    Of two words one matches and the one bigram does not: exp halves one match, floor adds 0.1, and
    add-k counts one match of two.
    """
    record = {"prediction": prediction, "references": references}
    found = scores_of("bleu", [record], options, engine=engine)
    assert found == {"bleu": pytest.approx(value)}


def test_counts_are_summed_over_outputs():
    """3 of 8 words of two outputs match, and not the mean of 1/6 and 1."""
    records = [
        {"prediction": "a x y z w v", "references": ["a b c d e f"]},
        {"prediction": "a b", "references": ["a b"]},
    ]
    assert scores_of("bleu", records, {"max_ngram_order": 1})["bleu"] == pytest.approx(100 * 3 / 8)


@pytest.mark.parametrize(
    "options",
    [
        {"smooth_value": 1.0},
        {"smooth_method": "floor", "smooth_value": -1.0},
        {"max_ngram_order": 0},
    ],
)
def test_refused(options):
    """Options without effect or out of range are refused."""
    with pytest.raises(UsageError, match=next(reversed(options))):
        metrics.get("bleu")(**options)
