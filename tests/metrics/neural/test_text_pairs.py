"""Pairs of texts are scored in parts that fit in memory, each once."""

from sacreval.core.contract.leave_one_out import rows_with_leave_one_out
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.metrics.neural import _text_pairs
from sacreval.models.encoder import encoder
from sacreval.models.weights.store import Store
from support import tiny_models

RECORDS = [
    Instance(instance_id=str(i), prediction=f"the cat {'sat ' * i}", references=references)
    for i, references in enumerate(
        [["the cat"], ["a cat sat", "the dog barked", ""], ["four boys", "the cat sat sat"]]
    )
]


def made(kind="bert", **options):
    """Create BERTScore on a tiny model."""
    tiny_models.needed()
    return metrics.get("bertscore")(model=str(tiny_models.build(kind)), layer=2, **options)


def fresh(monkeypatch):
    """Forget all states and scores of pairs."""
    encoder.cache_clear()
    monkeypatch.setattr(_text_pairs, "SCORES", Store())


def test_the_memory_of_a_part(monkeypatch):
    """Batches whose states do not fit at once are split by records, with equal rows."""
    metric = made()
    whole = metric.rows(Batch(RECORDS))
    monkeypatch.setattr(_text_pairs, "AT_ONCE", 5)
    fresh(monkeypatch)
    assert [len(part) for part in metric._parts(Batch(RECORDS))] == [1, 1, 1]
    assert metric.rows(Batch(RECORDS)).tobytes() == whole.tobytes()


def test_each_pair_once(monkeypatch):
    """Rows and jackknife rows of the same records compare each of six pairs once."""
    fresh(monkeypatch)
    metric = made()
    metric.rows(Batch(RECORDS))
    rows_with_leave_one_out(metric, Batch(RECORDS[1:]))
    assert _text_pairs.SCORES.computed == 6
