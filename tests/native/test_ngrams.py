"""Kernels of all pairs: every text against every other, as the kernels of pairs count them."""

import subprocess
import sys
from math import fsum
from random import Random

import numpy as np
import pytest
from random_texts import instance

from sacreval import native
from sacreval.core.contract.metric_records import rows_with_leave_one_out
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
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


def single(texts, workers=1):
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
        counts = chrf_all_pairs(single(texts), (0, k), **options)
        assert np.array_equal(counts.reshape(k * k, -1), chrf_pairs(each(texts), **options))


@pytest.mark.parametrize("options", BLEU, ids=str)
@pytest.mark.parametrize("n", [1, 2, 9])
def test_bleu(options, n):
    """Random Unicode, equal and empty texts have the rows of `bleu` with one reference."""
    random = Random(n)
    for _ in range(8):
        texts = pool(random, n)
        k = len(texts)
        counts = bleu_all_pairs(single(texts), (0, k), **options)
        assert np.array_equal(counts.reshape(k * k, -1), bleu(each(texts), **options))


@pytest.mark.parametrize("lowercase", [False, True])
def test_scores_of_sacrebleu(lowercase):
    """The scores are sentence_chrf's and sentence_bleu's to 1e-12."""
    import sacrebleu.metrics as official

    texts = pool(Random(5), 12)
    k = len(texts)
    chrf = ChrF(word_order=2, lowercase=lowercase)
    counts = chrf_all_pairs(
        single(texts), (0, k), char_order=6, word_order=2, lowercase=lowercase, whitespace=False
    )
    scorer = official.CHRF(word_order=2, lowercase=lowercase)
    expected = [[scorer.sentence_score(a, [b]).score for b in texts] for a in texts]
    scores = chrf.reduce(counts.astype(float))["chrf"]
    np.testing.assert_allclose(scores, expected, rtol=0, atol=1e-12)

    rows = bleu_all_pairs(
        single(texts), (0, k), tokenize="13a", lowercase=lowercase, max_ngram_order=4
    )
    scorer = official.BLEU(effective_order=True, lowercase=lowercase)
    expected = [[scorer.sentence_score(a, [b]).score for b in texts] for a in texts]
    scores = Bleu(effective_order=True).reduce(rows.astype(float))["bleu"]
    np.testing.assert_allclose(scores, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("workers", [1, 3])
def test_many_texts(workers):
    """Texts with more n-grams than a block has room for, and with any one more than 255 times."""
    random = Random(2)
    texts = ["".join(random.choices("abcdefg", k=300)) for _ in range(90)]
    texts += ["a" * 700, "a" * 300 + "b" * 500, "ab" * 400]
    options = CHRF[0]
    k = len(texts)
    counts = chrf_all_pairs(single(texts, workers), (0, k), **options)
    assert np.array_equal(counts.reshape(k * k, -1), chrf_pairs(each(texts), **options))
    part = chrf_all_pairs(single(texts, workers), (70, 93), **options)
    assert np.array_equal(part, counts[70:93])
    assert chrf_all_pairs(single(texts), (5, 5), **options).shape == (0, k, 18)


@pytest.mark.parametrize("rows", [(0, 4), (-1, 2), (2, 1)])
def test_ranges_outside_the_texts(rows):
    """A range that is not among the texts is refused."""
    with pytest.raises(ValueError, match="range|negative|dimension"):
        bleu_all_pairs(single(["a", "b", "c"]), rows, **BLEU[0])


def test_several_instances():
    """The texts are those of one instance."""
    with pytest.raises(ValueError, match="one instance"):
        chrf_all_pairs(Texts(["a", "b"], [[], []]), (0, 1), **CHRF[0])


OPTIONS = (
    {},
    {"order": 1},
    {"order": 12},
    {"lowercase": True},
    {"tokenize": "char"},
    {"tokenize": "none", "lowercase": True},
    {"tokenize": "intl", "lowercase": True},
    {"tokenize": "ptb"},
)


def encodable(text):
    """Replace lone surrogates, which the hash of references refuses."""
    return "".join("?" if 0xD800 <= ord(x) < 0xE000 else x for x in text)


def batch(seed, size):
    draw = Random(seed)
    pairs = [instance(draw) for _ in range(size)]
    return Batch(
        [
            Instance(prediction=encodable(p), references=[*map(encodable, refs), "0 a 0 b", "0 B"])
            for p, refs in pairs
        ],
        workers=2,
    )


@pytest.mark.parametrize("definition", ["nltk", "mteval"])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_as_defined(options, definition):
    """Random Unicode with several references has the definition's rows, also without each."""
    records = batch(3, 50)
    metric = metrics.get("nist")(definition=definition, **options).settle([records])
    ours = metric.with_engine("native")
    both = rows_with_leave_one_out(ours, records)
    for mine, defined in zip(both, rows_with_leave_one_out(metric, records), strict=True):
        np.testing.assert_array_equal(mine, defined)
    np.testing.assert_array_equal(ours.rows(records), both[0])


def test_exact_sums():
    """Words of very different information add up as in math.fsum, in any order."""
    words = [chr(0x4E00 + k) for k in range(40)]
    references = [" ".join(words[: k + 1]) for k in range(40)]
    records = Batch([Instance(prediction=" ".join(words), references=[x]) for x in references])
    metric = metrics.get("nist")(order=1, tokenize="none").settle([records])
    rows = metric.with_engine("native").rows(records)
    total = sum(range(1, 41))
    bits = [np.log2(total / (40 - k)) for k in range(40)]
    assert rows[:, 0].tolist() == [fsum(bits[: k + 1]) for k in range(40)]


def test_references_that_were_not_counted():
    """An n-gram that the table lacks is the definition's error, or nothing if it is not shared."""
    metric = metrics.get("nist")().settle([batch(1, 3)]).with_engine("native")
    with pytest.raises(UsageError, match="no information on 'unheard'"):
        metric.rows(Batch([Instance(prediction="unheard", references=["unheard"])]))
    apart = Batch([Instance(prediction="b", references=["unheard"])])
    np.testing.assert_array_equal(metric.rows(apart), metric.with_engine("official").rows(apart))


@pytest.mark.long
def test_long_orders_take_no_memory_of_short_ones():
    """The table of each order has room for its own n-grams: one long text is no burden."""
    pytest.importorskip("resource")
    code = (
        "import resource; from sacreval import native\n"
        "texts = native.Texts(['a b'] * 250_000 + ['a ' * 500], [[]] * 250_001)\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "options = native.NistOptions('none', False, False, 500, False)\n"
        "native.NistTable(texts, options)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    grown = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert int(grown.stdout) < 400_000  # KiB; 8 MiB for each order would be 4 GiB


def test_too_few_references():
    """An instance without a reference, or with one to leave out, is an error."""
    options = native.NistOptions("none", False, False, 2, False)
    table = native.NistTable(native.Texts(["a b"], [[]]), options)
    for references, leave_one_out in (([], False), (["a"], True)):
        with pytest.raises(ValueError, match="too few references"):
            native.nist_rows(native.Texts(["a"], [references]), table, leave_one_out=leave_one_out)


def test_a_table_is_no_other_capsule():
    """Texts in the place of a table are an error."""
    texts = native.Texts(["a"], [["a"]])
    table = native.NistTable(texts, native.NistOptions("none", False, False, 2, False))
    table.handle = texts.handle
    with pytest.raises(TypeError, match="expected a table"):
        native.nist_rows(texts, table, leave_one_out=False)
