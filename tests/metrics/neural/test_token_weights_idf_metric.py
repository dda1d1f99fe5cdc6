"""A metric holds its frequencies, and takes them to other processes."""

import gc
import pickle

from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.metrics.neural import _token_weights
from support import tiny_models

RECORDS = [
    Instance(instance_id=str(i), prediction="the cat", references=references)
    for i, references in enumerate([["the cat"], ["a cat sat", "the dog barked", ""]])
]


def made(kind="bert", **options):
    """Create BERTScore on a tiny model."""
    tiny_models.needed()
    return metrics.get("bertscore")(model=str(tiny_models.build(kind)), layer=2, **options)


def test_it_is_sent_with_its_frequencies():
    """A pickle has the frequencies, which another process does not have."""
    settled = made(idf="inputs").settle([Batch(RECORDS)])
    sent = pickle.dumps(settled)
    _token_weights._TABLES.clear()
    assert not from_signature(settled.signature()).is_settled()
    assert pickle.loads(sent).is_settled()  # noqa: S301 - its own


def test_frequencies_live_as_long_as_a_metric():
    """A copy of a metric finds its frequencies; when the last metric is gone, so are they."""
    other = Instance(instance_id="9", prediction="a", references=["nobody else has this"])
    settled = made(idf="inputs").settle([Batch([other])])
    name = settled.idf_sha256
    assert settled.with_engine("official").is_settled()
    del settled
    gc.collect()
    assert _token_weights.recall(name) is None


def test_a_single_input_has_a_notice():
    """Where every token is in all references, it weighs 0, and a notice says what to do."""
    (alone,) = made(idf="inputs").settle([Batch(RECORDS[:1])])._unweighted()
    assert "so that all scores are 0; give --idf none" in alone.notices()[0]
    assert made(idf="inputs").settle([Batch(RECORDS)])._unweighted() == []
    assert made()._unweighted() == []
