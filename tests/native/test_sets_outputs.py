"""The kernels of outputs beside the definitions of their metrics, which they equal."""

from random import Random

import numpy as np
import pytest
from random_texts import instance, near, text

from sacreval import native
from sacreval.core.contract.leave_one_out import rows_with_leave_one_out
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from support.program import ends
from support.sizes import few

OPTIONS = {
    "sari": (
        {},
        {"lowercase": False},
        {"tokenize": "char"},
        {"tokenize": "none"},
        {"tokenize": "intl"},
        {"tokenize": "ptb"},
    ),
    "d-sari": ({}, {"lowercase": False}, {"tokenize": "none"}, {"tokenize": "intl"}),
    "repetition": (
        {},
        {"unit": "character"},
        {"unit": "word"},
        {"orders": (7, 2)},
        {"orders": (1000,)},
    ),
    "extractiveness": ({}, {"unit": "token"}, {"unit": "character"}, {"lowercase": False}),
}
CASES = [(name, options) for name, every in OPTIONS.items() for options in every]


def records(seed, size):
    draw = Random(seed)
    made = []
    for _ in range(size):
        output, own = instance(draw)
        sources = [near(draw, output), text(draw)][: draw.randint(1, 2)]
        made.append(Instance(prediction=output, references=["", *own, output], sources=sources))
    return Batch(made, workers=2)


@few(10, ("name", "options"), CASES, ids=str)
def test_as_defined(name, options):
    """Random Unicode with one source or two and several references has the definition's rows."""
    metric, some = metrics.get(name)(**options), records(5, 60)
    ours = metric.with_engine("native").rows(some)
    np.testing.assert_array_equal(ours, metric.with_engine("official").rows(some))


@few(5, ("name", "options"), [case for case in CASES if case[0].endswith("sari")], ids=str)
def test_references_left_out(name, options):
    """SARI without each reference is computed in the same pass, as by the definition."""
    metric, some = metrics.get(name)(**options), records(6, 20)
    ours = metric.with_engine("native")
    both = rows_with_leave_one_out(ours, some)
    for mine, defined in zip(both, rows_with_leave_one_out(metric, some), strict=True):
        np.testing.assert_array_equal(mine, defined)
    np.testing.assert_array_equal(ours.leave_one_out_rows(some), both[1])


@pytest.mark.parametrize("references", [[], ["source"]])
def test_sari_without_references(references):
    """An instance without a source or without a reference is an error."""
    with pytest.raises(ValueError, match="too few references"):
        native.sari(native.Texts(["a"], [references]), tokenize="none", lowercase=False)


def test_fragments_by_hand():
    """Of `a b x b c` the source `b c a b` has `a b` and `b c`: 4 tokens, with squares 8."""
    rows = native.fragment_pairs(native.Texts(["a b x b c", ""], [["b c a b", ""], ["a"]]))
    assert rows.tolist() == [[4, 8, 5, 4], [0, 0, 5, 0], [0, 0, 0, 1]]


@pytest.mark.long
def test_fragments_of_many_sources():
    """Time grows with the words of an instance, not with their product with the sources."""
    texts = native.Texts(["w0 w0 w99999"], [[f"w{k}" for k in range(300_000)]])
    with ends():
        rows = native.fragment_pairs(texts)
    assert rows[[0, 1, 99_999]].tolist() == [[2, 2, 3, 1], [0, 0, 3, 1], [1, 1, 3, 1]]
    assert rows.sum(axis=0).tolist() == [3, 3, 900_000, 300_000]


def test_repetition_by_hand():
    """`a b a b a` has three repeated words of five and two repeated bigrams of four."""
    texts = native.Texts(["a b a b a", ""], [["a"], []])
    rows = native.repeated_ngrams(texts, unit="token", lowercase=False, orders=(2, 1))
    assert rows.tolist() == [[2, 4, 3, 5], [0, 0, 0, 0]]
