"""Entities on random input."""

import warnings

import numpy as np
import pytest

from support.tasks import scores_of

CLOSE = {"rel": 1e-12, "abs": 1e-12}


@pytest.fixture(autouse=True)
def _quiet():
    """scikit-learn warns where a class is missing, which is the point here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def test_entities():
    """Counts of bags are those of plain lists, with places taken away."""
    rng = np.random.default_rng(4)
    kinds, names = ["PER", "LOC"], ["Rome", "Dan", "rome"]
    records, hits, given, wanted = [], 0, 0, 0
    for _ in range(30):
        a, b = (
            [[str(rng.choice(names)), str(rng.choice(kinds))] for _ in range(rng.integers(0, 5))]
            for _ in range(2)
        )
        records.append({"prediction": a, "references": [b]})
        left = [tuple(one) for one in b]
        for one in map(tuple, a):
            if one in left:
                left.remove(one)
                hits += 1
        given, wanted = given + len(a), wanted + len(b)
    found = scores_of("entities", records)
    assert found["micro_precision"] == pytest.approx(hits / given, **CLOSE)
    assert found["micro_recall"] == pytest.approx(hits / wanted, **CLOSE)
    folded = scores_of("entities", records, {"normalize": "lower"})
    assert folded["micro_recall"] > found["micro_recall"]
