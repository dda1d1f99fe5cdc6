"""Kernels of all pairs: every text against every other, as the kernels of pairs count them."""

from random import Random

import numpy as np
import pytest
from random_texts import instance

from sacreval.metrics.ngrams.bleu import Bleu
from sacreval.metrics.ngrams.chrf import ChrF
from sacreval.native import Texts, bleu, bleu_all_pairs, chrf_all_pairs, chrf_pairs

CHRF = [
    {"char_order": 6, "word_order": 0, "lowercase": False, "whitespace": False},
    {"char_order": 0, "word_order": 3, "lowercase": True, "whitespace": False},
    {"char_order": 2, "word_order": 2, "lowercase": True, "whitespace": True},
]
BLEU = [
    {"tokenize": "13a", "lowercase": False, "max_ngram_order": 4},
    {"tokenize": "char", "lowercase": True, "max_ngram_order": 6},
    {"tokenize": "none", "lowercase": False, "max_ngram_order": 1},
]


def one(texts, workers=1):
    """Return a batch of one instance with these texts."""
    return Texts([texts[0]], [texts[1:]], workers=workers)


def each(texts):
    """Return a batch with an instance for each pair."""
    return Texts([a for a in texts for _ in texts], [[b] for _ in texts for b in texts])


def pool(random, n):
    """Draw texts, of which some are equal and one is empty."""
    drawn = [instance(random)[0] for _ in range(n)]
    return [*drawn, *drawn[: n // 3], ""] if n > 1 else drawn


@pytest.mark.parametrize("options", CHRF, ids=str)
@pytest.mark.parametrize("n", [1, 2, 9])
def test_chrf(options, n):
    """Random Unicode, equal and empty texts have the counts of `chrf_pairs`."""
    random = Random(n)
    for _ in range(8):
        texts = pool(random, n)
        k = len(texts)
        found = chrf_all_pairs(one(texts), (0, k), **options)
        assert np.array_equal(found.reshape(k * k, -1), chrf_pairs(each(texts), **options))


@pytest.mark.parametrize("options", BLEU, ids=str)
@pytest.mark.parametrize("n", [1, 2, 9])
def test_bleu(options, n):
    """Random Unicode, equal and empty texts have the rows of `bleu` with one reference."""
    random = Random(n)
    for _ in range(8):
        texts = pool(random, n)
        k = len(texts)
        found = bleu_all_pairs(one(texts), (0, k), **options)
        assert np.array_equal(found.reshape(k * k, -1), bleu(each(texts), **options))


@pytest.mark.parametrize("lowercase", [False, True])
def test_scores_of_sacrebleu(lowercase):
    """The scores are sentence_chrf's and sentence_bleu's to 1e-12."""
    import sacrebleu.metrics as official

    texts = pool(Random(5), 12)
    k = len(texts)
    chrf = ChrF(word_order=2, lowercase=lowercase)
    counts = chrf_all_pairs(
        one(texts), (0, k), char_order=6, word_order=2, lowercase=lowercase, whitespace=False
    )
    scorer = official.CHRF(word_order=2, lowercase=lowercase)
    expected = [[scorer.sentence_score(a, [b]).score for b in texts] for a in texts]
    found = chrf.reduce(counts.astype(float))["chrf"]
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)

    rows = bleu_all_pairs(
        one(texts), (0, k), tokenize="13a", lowercase=lowercase, max_ngram_order=4
    )
    scorer = official.BLEU(effective_order=True, lowercase=lowercase)
    expected = [[scorer.sentence_score(a, [b]).score for b in texts] for a in texts]
    found = Bleu(effective_order=True).reduce(rows.astype(float))["bleu"]
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("workers", [1, 3])
def test_many_texts(workers):
    """Texts with more n-grams than a block has room for, and with any one more than 255 times."""
    random = Random(2)
    texts = ["".join(random.choices("abcdefg", k=300)) for _ in range(90)]
    texts += ["a" * 700, "a" * 300 + "b" * 500, "ab" * 400]
    options = CHRF[0]
    k = len(texts)
    found = chrf_all_pairs(one(texts, workers), (0, k), **options)
    assert np.array_equal(found.reshape(k * k, -1), chrf_pairs(each(texts), **options))
    part = chrf_all_pairs(one(texts, workers), (70, 93), **options)
    assert np.array_equal(part, found[70:93])
    assert chrf_all_pairs(one(texts), (5, 5), **options).shape == (0, k, 18)


@pytest.mark.parametrize("rows", [(0, 4), (-1, 2), (2, 1)])
def test_ranges_outside_the_texts(rows):
    """A range that is not among the texts is refused."""
    with pytest.raises(ValueError, match="range|negative|dimension"):
        bleu_all_pairs(one(["a", "b", "c"]), rows, **BLEU[0])


def test_several_instances():
    """The texts are those of one instance."""
    with pytest.raises(ValueError, match="one instance"):
        chrf_all_pairs(Texts(["a", "b"], [[], []]), (0, 1), **CHRF[0])
