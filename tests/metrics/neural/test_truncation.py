"""Texts that are cut are counted, each distinct one once in a batch."""

from sacreval.core.records import Batch, Instance
from sacreval.metrics.neural._truncation import Truncation
from sacreval.models.tokens import TokenIds


def tokens(texts):
    """Cut texts after two words."""
    return [TokenIds((1, 1), 2, max(0, len(text.split()) - 2), 0) for text in texts]


def test_counts():
    """Of three distinct texts, two are cut by 1 and 2 tokens; without a limit nothing is told."""
    batch = Batch([Instance(prediction="a b c", references=["a b c d", "a"])] * 2)
    for limit, wanted in ((2, ["m cuts 2 of 3 texts after 2 tokens"]), (0, [])):
        watch = Truncation("m", limit, tokens)
        watch.add(batch)
        assert [notice[:34] for notice in watch.notices()] == wanted
        assert all("leaves out 3 tokens" in notice for notice in watch.notices())
