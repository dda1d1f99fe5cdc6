"""Inputs that are cut are counted, over all batches."""

from sacreval.core.records import Batch, Instance
from sacreval.metrics.neural._truncation import CutInputs
from sacreval.models.pair_tokens import Joint

BATCH = Batch([Instance(prediction="a")])


def test_cut_inputs():
    """Inputs and tokens of several batches are added; without cuts there is no notice."""
    watch = CutInputs("m", 9, lambda _: [[Joint((1,), (0,), 4), Joint((1,), (0,), 0)]])
    assert watch.notices() == []
    watch.add(BATCH)
    watch.add(BATCH)
    (notice,) = watch.notices()
    assert notice.startswith("m cuts 2 of 4 inputs of the model after 9 tokens, and leaves out 8")


def test_a_model_without_a_limit():
    """Nothing is tokenized for a model that reads texts of any length."""
    watch = CutInputs("m", 0, lambda _: 1 / 0)
    watch.add(BATCH)
    assert watch.notices() == []
