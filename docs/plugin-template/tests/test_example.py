"""The metric and the reader of the plug-in, loaded through sacreval."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError
from sacreval.readers._base import by_extension, readers


def score(prediction, *references, **options):
    metric = metrics.get("capitals")(**options)
    batch = Batch([Instance(prediction=prediction, references=list(references))])
    return float(metric.reduce(metric.rows(batch))["capitals"][0])


def test_capitals():
    """An output with as many capitals as any reference scores 1; `within` allows a difference."""
    assert score("A Cat", "the cat", "One Two") == 1.0
    assert score("A Cat", "a cat") == 0.0
    assert score("A Cat", "a cat", within=2) == 1.0


def test_pairs(tmp_path):
    """Lines are records; the error for a line without an arrow names it."""
    path = tmp_path / "x.pairs"
    path.write_text("A cat. -> The cat.\n", encoding="utf-8")
    reader = readers.get(by_extension(str(path)))()
    (batch,) = reader.read(str(path))
    assert (batch.predictions, batch.references) == (["A cat."], [["The cat."]])
    path.write_text("no arrow\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"x\.pairs:1: no ' -> ' in this line"):
        list(reader.read(str(path)))
