"""Texts and inputs that are cut are counted, over all batches."""

from sacreval.core.records import Batch, Instance
from sacreval.metrics.neural._model_notices import CutInputs, Truncation
from sacreval.models.pairs import Joint
from sacreval.models.tokens import TokenIds

BATCH = Batch([Instance(prediction="a")])
RECORD = Instance(prediction="a b c d", references=["a", "a b c d e"], sources=["a b c d e f"])


def tokens(texts):
    """Cut each text after three words."""
    return [TokenIds((), 0, max(0, len(text.split()) - 3), 0) for text in texts]


def test_texts_of_a_record():
    """Outputs and references are counted, or the texts that the metric names."""
    named = ((), "2 of 3 texts", 3), ((lambda one: one.sources,), "1 of 1 texts", 3)
    for texts, expected, lost in named:
        watch = Truncation("own", 3, tokens, *texts)
        watch.add(Batch([RECORD, RECORD]))
        (notice,) = watch.notices()
        assert notice.startswith(f"own cuts {expected} after 3 tokens")
        assert f"leaves out {lost} tokens" in notice


def test_nothing_is_cut():
    """Without a limit, or without longer texts, there is no notice."""
    for limit, text in ((0, "a b c d"), (3, "a b")):
        watch = Truncation("own", limit, tokens)
        watch.add(Batch([Instance(prediction=text)]))
        assert watch.notices() == []


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
