"""The notice of texts that are cut counts distinct texts and their tokens."""

from sacreval.core.records import Batch, Instance
from sacreval.metrics.neural._truncation import Truncation
from sacreval.models.tokens import TokenIds


def tokens(texts):
    """Cut each text after three words."""
    return [TokenIds((), 0, max(0, len(text.split()) - 3), 0) for text in texts]


RECORD = Instance(prediction="a b c d", references=["a", "a b c d e"], sources=["a b c d e f"])


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
