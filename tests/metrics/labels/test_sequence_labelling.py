"""Sequence labelling equals seqeval's on random input."""

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


@pytest.mark.parametrize("scheme", ["lenient", "IOB2", "IOBES"])
def test_sequence_labelling(scheme):
    """Scores are seqeval's, in its default and its strict mode."""
    from seqeval import metrics as seqeval
    from seqeval import scheme as schemes

    rng = np.random.default_rng(0)
    prefixes = "BIES" if scheme == "IOBES" else "BI"
    tags = ["O", *(f"{b}-{t}" for b in prefixes for t in ("PER", "LOC"))]
    y, p = ([rng.choice(tags, 8).tolist() for _ in range(40)] for _ in range(2))
    p = [a if i % 3 else b for i, (a, b) in enumerate(zip(y, p, strict=True))]
    records = [{"prediction": a, "references": [b]} for a, b in zip(p, y, strict=True)]
    found = scores_of("sequence-labelling", records, {"scheme": scheme})
    mode = {} if scheme == "lenient" else {"mode": "strict", "scheme": getattr(schemes, scheme)}
    for average in ("micro", "macro", "weighted"):
        want = seqeval.f1_score(y, p, average=average, zero_division=0, **mode)
        assert found[f"{average}_f1"] == pytest.approx(want, **CLOSE)
    assert found["tag_accuracy"] == pytest.approx(seqeval.accuracy_score(y, p), **CLOSE)
