"""Frequencies of tokens, by hand."""

import gc
import pickle

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.metrics.neural import _token_weights
from sacreval.metrics.neural._token_weights import (
    Idf,
    PairIdf,
    counted,
    match,
    outputs_of,
    references_of,
    weighted,
)
from support import tiny_models


def test_frequencies():
    """A token of n of N references weighs log((N + 1) / (n + 1))."""
    table = counted([(2, 5, 5, 3), (2, 7, 3)])
    assert table == Idf(2, {2: 2, 3: 2, 5: 1, 7: 1})
    assert [table.weight(x) for x in (2, 5, 9)] == pytest.approx([0, np.log(1.5), np.log(3)])


def test_frequencies_of_both():
    """The SHA-256 is of references and of outputs, each in its place."""
    first, second = counted([(2, 3)]), counted([(2, 5), (2,)])
    pairs = [(first, second), (second, first), (first, first)]
    assert len({PairIdf(*pair).sha256() for pair in pairs}) == 3


def test_texts_that_are_counted():
    """Equal texts of an input count once, or in every record; ids default to lines."""
    records = [
        Instance(prediction="a", references=["r", "s"]),
        Instance(prediction="a", references=["r", "r"]),
    ]
    batches = [Batch(records), Batch(records[:1], system="t")]
    assert references_of(batches, "inputs") == ["r", "s", "r"]
    assert references_of(batches, "records") == ["r", "s", "r", "r", "r", "s"]
    assert outputs_of(batches, "inputs") == ["a", "a"]
    assert outputs_of(batches, "records") == ["a", "a", "a"]


def test_matching():
    """By hand: weights 0, 1, 1 against 1, 3; a token without weight can be matched to."""
    output = weighted(np.array([[0.0, 2.0], [3.0, 0.0], [1.0, 1.0]]), np.array([0.0, 1.0, 1.0]))
    reference = weighted(np.array([[5.0, 0.0], [0.0, -1.0]]), np.array([1.0, 3.0]))
    root = 0.5**0.5
    p, r = (1 + root) / 2, (1 * 1 + 3 * 0) / 4
    assert match(output, reference) == pytest.approx((p, r, 2 * p * r / (p + r)))


def test_toy_vectors_of_lighteval():
    """lighteval 0.13.0 gives 0.9, 0.6 and 0.72 for these; where P + R is 0, F1 is 0."""
    weights = np.array([0.0, 1.0, 1.0, 1.0, 0.0])
    end = [-1.0, 0.0]
    output = weighted(np.array([end, [1.0, 0.0], [0.0, 1.0], end]), weights[[0, 1, 2, 4]])
    reference = weighted(np.array([end, [1.0, 0.0], [0.6, 0.8], [0.0, -1.0], end]), weights)
    assert match(output, reference) == pytest.approx((0.9, 0.6, 0.72))
    first = weighted(np.array([end, [1.0, 0.0], end]), weights[[0, 1, 4]])
    other = weighted(np.array([end, [-1.0, 0.0], end]), weights[[0, 1, 4]])
    assert match(first, other) == (-1.0, 1.0, 0.0)


def test_a_best_cosine_below_zero():
    """Padding is never matched: opposite vectors score -1, not 0."""
    first, other = (weighted(np.array([[x, 0.0]]), np.ones(1)) for x in (1.0, -1.0))
    assert match(first, other) == (-1.0, -1.0, -1.0)


RECORDS = [
    Instance(instance_id=str(i), prediction="the cat", references=references)
    for i, references in enumerate([["the cat"], ["a cat sat", "the dog barked", ""]])
]


def bertscore(kind="bert", **options):
    """Create BERTScore on a tiny model."""
    tiny_models.needed()
    return metrics.get("bertscore")(model=str(tiny_models.build(kind)), layer=2, **options)


def test_it_is_sent_with_its_frequencies():
    """A pickle has the frequencies, which another process does not have."""
    settled = bertscore(idf="inputs").settle([Batch(RECORDS)])
    sent = pickle.dumps(settled)
    _token_weights._TABLES.clear()
    assert not from_signature(settled.signature()).is_settled()
    assert pickle.loads(sent).is_settled()  # noqa: S301 - its own


def test_frequencies_live_as_long_as_a_metric():
    """A copy of a metric finds its frequencies; when the last metric is gone, so are they."""
    other = Instance(instance_id="9", prediction="a", references=["nobody else has this"])
    settled = bertscore(idf="inputs").settle([Batch([other])])
    name = settled.idf_sha256
    assert settled.with_engine("official").is_settled()
    del settled
    gc.collect()
    assert _token_weights.recall(name) is None


def test_a_single_input_has_a_notice():
    """Where every token is in all references, it weighs 0, and a notice says what to do."""
    (alone,) = bertscore(idf="inputs").settle([Batch(RECORDS[:1])])._unweighted()
    assert "so that all scores are 0; give --idf none" in alone.notices()[0]
    assert bertscore(idf="inputs").settle([Batch(RECORDS)])._unweighted() == []
    assert bertscore()._unweighted() == []
