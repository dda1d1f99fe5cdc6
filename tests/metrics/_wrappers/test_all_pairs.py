"""Scores of every output against every other, in blocks."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.metrics._wrappers import all_pairs as module
from sacreval.metrics._wrappers.all_pairs import all_pairs

TEXTS = ["a b c", "a b", "b", "a b", "x y z"]


def batch():
    """Return the outputs for one input."""
    return Batch([Instance(prediction=text) for text in TEXTS])


@pytest.mark.parametrize("pairs", [1, 7, 1000])
@pytest.mark.parametrize("name", ["chrf", "wer", "exact-match"])
@pytest.mark.parametrize("engine", ["official", "native"])
def test_blocks_do_not_change_scores(monkeypatch, name, engine, pairs):
    """The scores are the same however many pairs are scored at a time."""
    metric = metrics.get(name)().with_engine(engine).for_instances()
    score = metric.outputs[0]
    whole = all_pairs(metric, batch(), 0, 5, score, own=True)
    monkeypatch.setattr(module, "PAIRS", pairs)
    assert np.array_equal(all_pairs(metric, batch(), 0, 5, score, own=True), whole)
    assert np.array_equal(all_pairs(metric, batch(), 3, 5, score, own=True), whole[3:])


@pytest.mark.parametrize(("first", "last", "count"), [(0, 5, 10), (1, 3, 8)])
def test_symmetric_pairs_are_scored_once(monkeypatch, first, last, count):
    """All pairs of five outputs by a symmetric metric are ten; some rows alone are scored whole."""
    metric = metrics.get("exact-match")()
    seen = []
    pair_rows = module._pair_rows
    monkeypatch.setattr(
        module,
        "_pair_rows",
        lambda metric, pairs: (
            seen.extend(x for one in pairs for x in one.references),
            pair_rows(metric, pairs),
        )[1],
    )
    scores = all_pairs(metric, batch(), first, last, "exact_match", own=False)
    assert len(seen) == count
    equal = [[float(a == b) for b in TEXTS] for a in TEXTS]
    np.fill_diagonal(expected := np.array(equal), np.nan)
    assert np.array_equal(scores, expected[first:last], equal_nan=True)


def test_pairs_that_cannot_be_scored():
    """Where one text of a pair cannot be read, the pair is NaN and the others are scored."""
    metric = metrics.get("math")()
    texts = Batch([Instance(prediction=text) for text in ("1", "1", "2")])
    scores = all_pairs(metric, texts, 0, 3, metric.outputs[0], own=False)
    assert np.isnan(np.diagonal(scores)).all()
    assert scores[0, 1] == 1.0
