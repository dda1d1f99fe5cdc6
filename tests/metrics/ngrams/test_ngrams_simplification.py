"""SARI and D-SARI: by hand, and beside the authors' script."""

from math import exp

import numpy as np
import pytest
from msgspec.structs import replace

from sacreval.core.contract.leave_one_out import rows_with_leave_one_out
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.metrics.ngrams.d_sari import Context, penalties
from support.tasks import scores_of

RECORDS = [
    Instance(prediction="a cat", references=["a cat sat", "the cat"], sources=["the big cat sat"]),
    Instance(prediction="", references=["x"], sources=["x y", "z"]),
]
SOURCE = (
    "marengo is a town in and the county seat of iowa county , iowa , united states . it has "
    "served as the county seat since august 1845 , even though it was not incorporated until july "
    "1859 . the population was 2,528 in the 2010 census , a decline from 2,535 in 2000 ."
)
SHORT = "in the US , 2,528 in 2010 . it is marengo ."
REFERENCE = "marengo is a city in iowa , the US . the population was 2,528 in 2010 ."


@pytest.mark.parametrize("name", ["sari", "d-sari"])
def test_left_out_references(name):
    """Rows without each reference are those of records that do not have it, on both engines."""
    record = RECORDS[0]
    apart = [replace(record, references=[text]) for text in reversed(record.references)]
    for engine in ("native", "official"):
        metric = metrics.get(name)().with_engine(engine)
        rows, without = rows_with_leave_one_out(metric, Batch([record]))
        assert np.allclose(rows, metric.rows(Batch([record])), rtol=0, atol=1e-12)
        assert np.allclose(without, metric.rows(Batch(apart)), rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", ["sari", "d-sari"])
def test_sources_are_one_text(name):
    """Several sources count as one text with blanks between them, on both engines."""
    joined = Instance(prediction="", references=["x"], sources=["x y z"])
    for engine in ("native", "official"):
        metric = metrics.get(name)().with_engine(engine)
        assert np.array_equal(metric.rows(Batch([RECORDS[1]])), metric.rows(Batch([joined])))


@pytest.mark.parametrize(
    ("prediction", "keep", "delete"),
    [("a", 100.0, 100.0), ("a b", 100 * (2 / 3 + 0 + 1 + 1) / 4, 100.0)],
)
def test_by_hand(prediction, keep, delete):
    """Of `a b` the reference keeps `a`; keeping all has word precision 1/2 and recall 1.

    The kept bigram is wrong, longer n-grams do not occur and count as right, and where nothing is
    deleted nothing is deleted wrongly. Nothing is added, and nothing is to be added.
    """
    record = {"sources": ["a b"], "prediction": prediction, "references": ["a"]}
    found = scores_of("sari", [record])
    assert found["sari_keep"] == pytest.approx(keep)
    assert found["sari_delete"] == pytest.approx(delete)
    assert found["sari_add"] == pytest.approx(100.0)
    assert found["sari"] == pytest.approx((100 + keep + delete) / 3)


def test_sari_of_nothing():
    """An empty output counts as one empty word, as in Hugging Face evaluate 0.4.6."""
    record = {"sources": ["x y"], "prediction": "", "references": ["x"]}
    assert scores_of("sari", [record])["sari"] == pytest.approx(79.1666666667)
    record |= {"sources": [""], "references": [""]}
    assert scores_of("sari", [record])["sari"] == pytest.approx(100.0)


@pytest.mark.parametrize(
    ("prediction", "references", "wanted"),
    [
        # The script of the authors (D_SARIsent), 2026-11-22; sentences are counted by our rule.
        (
            SHORT,
            [REFERENCE],
            (44.51480260177695, 22.11202947130655, 22.894078398665556, 88.53829993535875),
        ),
        (
            f"{REFERENCE} {SHORT}",
            [REFERENCE, SHORT],
            (64.44294999152356, 95.92901630770695, 29.99715804546617, 67.40267562139756),
        ),
    ],
)
def test_original(prediction, references, wanted):
    """Mean, added, kept and deleted n-grams are those of the script."""
    record = {"prediction": prediction, "references": references, "sources": [SOURCE]}
    found = scores_of("d-sari", [record], {"tokenize": "none"})
    assert list(found) == ["d_sari", "d_sari_add", "d_sari_keep", "d_sari_delete"]
    assert list(found.values()) == pytest.approx(wanted, abs=1e-9)


def test_penalties():
    """Shorter, longer and equal outputs, for references 20 tokens shorter than the source."""
    context = Context(source=[], references=[], size=1, source_length=30, length=10, sentences=2)
    assert penalties(5, 2, context) == (pytest.approx(exp(-5 / 5)), 1.0, 1.0)
    assert penalties(14, 3, context) == (1.0, exp(-4 / 20), exp(-1 / 3))
    assert penalties(10, 0, context) == (1.0, 1.0, exp(-2 / 2))


def test_nothing_to_do():
    """A part without n-grams to keep, delete or add is 0, unlike in sari."""
    record = {"prediction": "a b", "references": ["a b"], "sources": ["a b"]}
    found = scores_of("d-sari", [record], {"tokenize": "none"})
    assert found == pytest.approx(
        {"d_sari": 50 / 3, "d_sari_add": 0.0, "d_sari_keep": 50.0, "d_sari_delete": 0.0}
    )
