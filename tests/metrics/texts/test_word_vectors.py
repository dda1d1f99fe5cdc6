"""Scores of word vectors, by hand and by nlg-eval's formulas, written out here with loops."""

import math
import re

import numpy as np
import pytest

from sacreval.core.contract.metric_records import rows_with_leave_one_out
from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import NotSetUpError, UsageError
from sacreval.metrics.texts.embedding_extrema import extrema
from support.mirror import CHECKOUT
from support.tasks import scores_of

VECTORS = str(CHECKOUT / "tests" / "golden" / "word_vectors.txt")
NAMES = ("average", "greedy", "extrema")
TEXTS = [
    ("the cat sat", ["a dog barked", "the boys ran on", "cat"]),
    ("unknown The running dog", ["the cat", "barked boys", "nobody said this"]),
    ("boys said", ["boys said", "boy", "a the on"]),
]
RECORDS = [
    Instance(instance_id=str(i), prediction=output, references=references)
    for i, (output, references) in enumerate(TEXTS)
]


def metric_of(name, vectors=VECTORS, **options):
    """Create one of the metrics."""
    return metrics.get(f"embedding-{name}")(vectors=str(vectors), **options)


def table():
    """Read the vectors: word to numbers."""
    lines = [line.split() for line in open(VECTORS, encoding="utf-8").read().splitlines()[1:]]  # noqa: PTH123, SIM115
    return {word: [float(np.float32(x)) for x in numbers] for word, *numbers in lines}


def cosine(a, b):
    """Return the cosine of two lists."""
    dot = sum(x * y for x, y in zip(a, b, strict=True))
    return dot / math.sqrt(sum(x * x for x in a) * sum(y * y for y in b))


def expected(name, output, reference):
    """Score a pair as nlg-eval's evaluate.py does (Maluuba/nlg-eval, nlgeval/word2vec)."""
    known = table()
    mean = [sum(column) / len(known) for column in zip(*known.values(), strict=True)]
    a, b = ([known.get(word, mean) for word in text.split()] for text in (output, reference))
    if name == "average":
        return cosine(*([sum(column) for column in zip(*x, strict=True)] for x in (a, b)))
    if name == "extrema":
        ends = [[(max(c), min(c)) for c in zip(*x, strict=True)] for x in (a, b)]
        return cosine(*([high if high > abs(low) or low > 0 else low for high, low in x]
                        for x in ends))  # fmt: skip
    rows = [[cosine(x, y) for y in b] for x in a]
    first = sum(max(row) for row in rows) / len(a)
    return (first + sum(max(column) for column in zip(*rows, strict=True)) / len(b)) / 2


@pytest.mark.parametrize("name", NAMES)
def test_formulas(name):
    """The best of several references counts, and words without a vector have the mean of all."""
    metric = metric_of(name)
    pairs = [[expected(name, output, text) for text in texts] for output, texts in TEXTS]
    rows, left = rows_with_leave_one_out(metric, Batch(RECORDS))
    np.testing.assert_allclose(rows[:, 0], np.max(pairs, axis=1), atol=1e-6)
    others = [max(np.delete(some, j)) for some in pairs for j in range(3)]
    np.testing.assert_allclose(left[:, 0], others, atol=1e-6)
    np.testing.assert_array_equal(metric.rows(Batch(RECORDS)), rows)
    for record, row in zip(RECORDS, rows, strict=True):
        assert metric.row(record.prediction, record.references) == tuple(row)
    assert metric.outputs == (f"embedding_{name}",)


@pytest.mark.parametrize("name", NAMES)
def test_unknown_words_and_case(name):
    """Unknown words may be left out, and case ignored; a text without vectors then scores 0."""
    texts = ["a", "A", "a nobody"]
    batch = Batch([Instance(prediction=text, references=["the dog"]) for text in texts])
    usual = metric_of(name).rows(batch)[:, 0]
    assert len(set(usual)) == 3
    assert metric_of(name, lowercase=True).rows(batch)[1, 0] == usual[0]
    assert metric_of(name, unknown="skip").rows(batch)[2, 0] == usual[0]
    empty = Batch([Instance(prediction=x, references=["cat"]) for x in ("nobody", "", "cat")])
    np.testing.assert_allclose(
        metric_of(name, unknown="skip").rows(empty)[:, 0], [0, 0, 1], atol=1e-12
    )


def test_words():
    """NLTK's words separate punctuation marks, blanks do not."""
    assert metric_of("average")._split("The cat's mat.") == ["The", "cat", "'s", "mat", "."]
    assert metric_of("average", tokenize="word")._split("The cat's mat.") == [
        "The",
        "cat",
        "s",
        "mat",
    ]
    assert metric_of("average", tokenize="whitespace", lowercase=True)._split("A b.") == ["a", "b."]


def test_unknown_words_are_counted():
    """The share of words without a vector is what a run warns of."""
    assert metric_of("average").tokenization().unknown("the cat nobody knows") == 0.5


def test_the_file():
    """The signature has the SHA-256 of the file; without a file one sentence says what to name."""
    metric = metric_of("average")
    assert re.search(r"vectors_sha256:[0-9a-f]{64}\b", metric.signature())
    assert from_signature(metric.signature()) == metric
    assert str(metric.rests_on()[0]) == VECTORS
    with pytest.raises(NotSetUpError, match="embedding-greedy needs a file of word vectors"):
        metrics.get("embedding-greedy")()
    with pytest.raises(UsageError, match="not the file of the signature"):
        metric_of("average", vectors_sha256="0" * 64)


def test_embedding_average_by_hand(tmp_path):
    """(1, 0) + (0, 1) against (0, 2) is a cosine of 1 / sqrt 2; vectors that cancel score 0."""
    path = tmp_path / "two.vec"
    path.write_text("a 1 0\nb 0 1\nc 0 2\nd -1 0\n")
    options = {"vectors": str(path)}
    (score,) = scores_of(
        "embedding-average", [{"prediction": "a b", "references": ["c"]}], options
    ).values()
    assert score == pytest.approx(0.5**0.5)
    (score,) = scores_of(
        "embedding-average", [{"prediction": "a d", "references": ["c"]}], options
    ).values()
    assert score == 0


def test_embedding_extrema_by_hand():
    """The value farthest from 0, the smallest of equally far ones, and 0 where that is smallest."""
    vectors = np.array([[1.0, -3.0, 2.0, 0.0, -1.0], [2.0, 1.0, -2.0, 5.0, -4.0]])
    assert extrema(vectors).tolist() == [2, -3, -2, 0, -4]


def test_embedding_greedy_by_hand(tmp_path):
    """The output's words have cosines 1 and 0.6, those of the reference 1: (0.8 + 1) / 2."""
    path = tmp_path / "two.vec"
    path.write_text("a 1 0\nb 0.6 0.8\n")
    record = {"prediction": "a b", "references": ["a"]}
    (score,) = scores_of("embedding-greedy", [record], {"vectors": str(path)}).values()
    assert score == pytest.approx(0.9)
