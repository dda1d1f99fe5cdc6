"""Classification equals scikit-learn's on random input, resamples among it."""

import warnings

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch
from sacreval.readers._base import convert
from sacreval.scoring.evaluate import evaluate
from support import missing
from support.sizes import few
from support.tasks import pairs, scores_of

sk = missing.module("sklearn.metrics", "numbers of scikit-learn")

LABELS = ["a", "b", "c", "d"]
CLOSE = {"rel": 1e-12, "abs": 1e-12}


@pytest.fixture(autouse=True)
def _quiet():
    """scikit-learn warns where a class is missing, which is the point here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@few(3, "seed", range(8))
def test_classification(seed):
    """Accuracy, averages, MCC, kappa and balanced accuracy are scikit-learn's."""
    rng = np.random.default_rng(seed)
    y, p = (rng.choice(LABELS, size=int(rng.integers(2, 60))) for _ in range(2))
    p = rng.choice(LABELS[: 2 + seed % 3], size=len(y))
    found = scores_of(
        "classification",
        pairs(p.tolist(), y.tolist()),
        {"average": ["macro", "micro", "weighted", "per-class"]},
    )
    assert found["accuracy"] == pytest.approx(sk.accuracy_score(y, p), **CLOSE)
    assert found["balanced_accuracy"] == pytest.approx(sk.balanced_accuracy_score(y, p), **CLOSE)
    assert found["mcc"] == pytest.approx(sk.matthews_corrcoef(y, p), **CLOSE)
    assert found["kappa"] == pytest.approx(sk.cohen_kappa_score(y, p), **CLOSE)
    for average in ("macro", "micro", "weighted"):
        want = sk.precision_recall_fscore_support(y, p, average=average, zero_division=0)
        got = [found[f"{average}_{part}"] for part in ("precision", "recall", "f1")]
        assert got == pytest.approx(want[:3], **CLOSE)
    each = sk.f1_score(y, p, average=None, zero_division=0)
    for label, f1 in zip(sorted({*y, *p}), each, strict=True):
        assert found[f"f1_{label}"] == pytest.approx(f1, **CLOSE)


def test_macro_averages_are_of_a_system():
    """A label that only another system predicts leaves a macro average as it is alone."""
    right, said = ["a", "b", "a", "c"], ["a", "b", "b", "c"]
    alone = [one | {"system_id": "x"} for one in pairs(said, right)]
    other = [one | {"system_id": "y"} for one in pairs(["a", "b", "?", "c"], right)]
    want = sk.f1_score(right, said, average="macro", zero_division=0)
    named = sk.f1_score(right, said, average="macro", zero_division=0, labels=["?", "a", "b", "c"])
    for absent, value in (("leave", want), ("zero", named)):
        metric = metrics.get("classification")(absent=absent)
        batch = Batch([convert(record, "here") for record in [*alone, *other]])
        report = evaluate([batch], metric).report()
        found = {(r.system_id, r.output): r.value for r in report.results}
        assert found["x", "macro_f1"] == pytest.approx(value, **CLOSE)
    assert scores_of("classification", alone)["macro_f1"] == pytest.approx(want, **CLOSE)


def test_macro_averages_of_resamples():
    """The macro average of a resample is scikit-learn's of those records."""
    rng = np.random.default_rng(5)
    y, p = rng.choice(LABELS, size=(2, 12))
    metric = metrics.get("classification")(labels=tuple(LABELS))
    rows = metric.rows(Batch([convert(x, "here") for x in pairs(p.tolist(), y.tolist())]))
    for _ in range(20):
        drawn = rng.integers(0, 12, 5)
        want = sk.f1_score(y[drawn], p[drawn], average="macro", zero_division=0)
        found = metric.reduce(rows[drawn].sum(axis=0))["macro_f1"]
        assert found == pytest.approx(want, **CLOSE)
