"""BLEU and its relatives: precisions, brevity, smoothing and parts, by hand."""

from math import exp, sqrt

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.metrics.ngrams._bleu_parts import Parts, brevity_penalty, named
from support.tasks import check_scores, pairs, scores_of

ENGINES = pytest.mark.parametrize("engine", [None, "official"])
ROWS = {
    "bleu": ("the cat sat", ["the cat ran"], [3, 3, 2, 1, 0, 0, 3, 2, 1, 0]),
    "ter": ("c d a b", ["a b c d"], [1, 4]),
    "chrf": ("abc", ["abd"], [3, 3, 2, 2, 2, 1, 1, 1, 0, *[0] * 9]),
}


BY_HAND = [
    # Precisions 2/3 and 1/2; `the` matches twice at most; half the length costs exp(1 - 4/2).
    ("bleu", "the cat sat", ["the cat ran"], {"max_ngram_order": 2}, 100 * sqrt(1 / 3)),
    ("bleu", "the the the", ["the cat", "the the"], {"max_ngram_order": 1}, 200 / 3),
    ("bleu", "the cat", ["the cat sat on"], {"max_ngram_order": 1}, 100 * exp(-1)),
    ("bleu", "the cat", ["the", "the cat sat on"], {"max_ngram_order": 1}, 100.0),
    ("bleu", "x y", ["a b"], {}, 0.0),
    ("bleu", "a b", ["a b"], {"effective_order": True}, 100.0),
    # Of two words one matches and the one bigram does not: exp halves one match, floor adds 0.1,
    # and add-k counts one match of two.
    *(
        ("bleu", "a x", ["a b"], {"max_ngram_order": 2, **smooth}, 100 * sqrt(1 / 2 * value))
        for smooth, value in (
            ({}, 1 / 2), ({"smooth_method": "floor"}, 0.1), ({"smooth_method": "add-k"}, 1 / 2)
        )
    ),
    # Three words have 3 + 2 + 1 n-grams, of which `the`, `cat` and `the cat` match.
    ("google-bleu", "the cat sat", ["the cat ran"], {}, 3 / 6),
    ("google-bleu", "the cat sat", ["x", "the cat ran"], {"max_len": 1}, 2 / 3),
    ("google-bleu", "the cat sat", ["the cat ran"], {"min_len": 2}, 1 / 3),
    ("google-bleu", "the", ["the cat"], {}, 1 / 3),
    ("google-bleu", "The", ["the"], {"lowercase": True}, 1.0),
    ("google-bleu", "", [""], {}, 0.0),
]  # fmt: skip


@ENGINES
@pytest.mark.parametrize("case", BY_HAND)
def test_by_hand(case, engine):
    """Scores are those that the comment above them computes."""
    check_scores(case, engine=engine)


def test_counts_are_summed_over_outputs():
    """3 of 8 words match, not the mean of 1/6 and 1; 1 of 1 and 0 of 3 n-grams are 1 of 4."""
    records = pairs(["a x y z w v", "a b"], ["a b c d e f", "a b"])
    assert scores_of("bleu", records, {"max_ngram_order": 1})["bleu"] == pytest.approx(100 * 3 / 8)
    records = pairs(["a", "x y"], ["a", "a b"])
    assert scores_of("google-bleu", records) == {"google_bleu": 0.25}


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


def test_brevity_penalty():
    """Half the length costs exp(1 - 2); long and missing texts cost nothing, empty ones all."""
    sys_len = np.array([[2.0, 4.0, 6.0], [0.0, 0.0, 3.0]])
    ref_len = np.array([[4.0, 0.0, 3.0], [4.0, 0.0, 3.0]])
    bp = brevity_penalty(sys_len, ref_len)
    assert bp.tolist() == [pytest.approx(row) for row in ([exp(-1), 1.0, 1.0], [0.0, 1.0, 1.0])]


def test_named():
    """Precisions have the number of their order; a ratio without references is 0."""
    parts = Parts([np.array([50.0, 0.0]), np.array([25.0, 0.0])], np.array([0.5, 1.0]))
    details = named(parts, np.array([3.0, 2.0]), np.array([4.0, 0.0]))
    assert list(details) == ["precision_1", "precision_2", "bp", "ratio", "sys_len", "ref_len"]
    assert details["precision_2"].tolist() == [25.0, 0.0]
    assert details["ratio"].tolist() == [0.75, 0.0]


@pytest.mark.parametrize("smooth", ["exp", "coco", "mteval"])
def test_the_score_is_made_of_them(smooth):
    """The geometric mean of precisions times the penalty is the score."""
    metric = metrics.get("bleu")(smooth_method=smooth)
    sums = np.array([7.0, 9.0, 6.0, 4.0, 2.0, 1.0, 7.0, 6.0, 5.0, 4.0])
    details = metric.details(sums)
    product = np.prod([details[f"precision_{n}"] for n in (1, 2, 3, 4)])
    assert metric.reduce(sums)["bleu"] == pytest.approx(details["bp"] * product**0.25)


@pytest.mark.parametrize(
    ("texts", "options", "value"),
    [
        (["a b c d"] * 3, {}, 100.0),
        (["a b c d", "e f g h"], {}, 0.0),
        (["a b", "a c", "a b"], {"max_ngram_order": 1}, 100 * (1 + 0.5 + 1) / 3),
        (["a b c d"], {}, 0.0),
    ],
)
def test_self_bleu_by_hand(texts, options, value):
    """Equal outputs score 100; of `a c` half is in the others; one output has no others."""
    scores = scores_of("self-bleu", [{"prediction": text} for text in texts], options)
    assert scores == {"self_bleu": pytest.approx(value)}


@pytest.mark.parametrize("name", ROWS)
def test_sacrebleu_by_hand(name):
    """BLEU has lengths, matches and n-grams by order; TER edits and words; chrF three by order."""
    prediction, references, row = ROWS[name]
    metric = metrics.get(name)(engine="official")
    assert list(metric.row(prediction, metric.prepare(references))) == row
