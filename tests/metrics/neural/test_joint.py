"""Inputs of a record, and probabilities of their classes."""

import json

import numpy as np

from sacreval.metrics.neural import _joint
from sacreval.metrics.neural._joint import Grid, softmax
from support import tiny_classifiers, tiny_models


def test_inputs_of_a_grid():
    """Each first text is joined with each second one, as a pair or as one text."""
    assert Grid(("a", "b"), ("c", "d")).inputs() == [
        ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d")]  # fmt: skip
    assert Grid(("a",), ("c", "d"), "|").inputs() == [("a|c",), ("a|d",)]
    assert Grid(("a",), None).inputs() == [("a",)]
    assert Grid(("a",), None).shape == (1, 1)
    assert Grid(("a",), ()).shape == (1, 0)


def test_parts(monkeypatch):
    """Records are split so that a part has few inputs; one with more is a part alone."""
    monkeypatch.setattr(_joint, "AT_ONCE", 3)
    grids = [Grid(("a",) * n, ("b",)) for n in (1, 2, 1, 5, 0)]
    assert [[one.shape[0] for one in part] for part in _joint._parts(grids)] == [
        [1, 2],
        [1],
        [5],
        [0],
    ]


def test_softmax():
    """Probabilities are e^x over their sum, also of large logits."""
    np.testing.assert_allclose(softmax(np.log([[1.0, 3.0]])), [[0.25, 0.75]])
    np.testing.assert_array_equal(softmax(np.array([2000.0, 0.0])), [1, 0])


def test_a_million_characters(sacreval, tmp_path):
    """An output and a source of a million characters, in sentences, end in one sentence."""
    tiny_models.needed()
    record = {"prediction": "the cat sat. " * 77_000, "sources": ["the cat sat on it. " * 53_000]}
    (tmp_path / "a.jsonl").write_text(json.dumps(record))
    model = str(tiny_classifiers.build("bert", tiny_classifiers.NLI))
    words = ("summac-zs", tmp_path / "a.jsonl", "--model", model, "--splitting", "rule")
    code, out, err = sacreval("evaluate", *words)
    assert (code, out) == (2, "")
    assert "summac-zs would read 100 parts of the sources with each of 77000 parts" in err
