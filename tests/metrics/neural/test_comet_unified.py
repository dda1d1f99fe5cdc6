"""Texts are joined, cut and counted as unified models of COMET read them."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.metrics.neural._comet import Triple
from support import tiny_comet, tiny_models


def made(kind="kiwi", **options):
    """Create a metric on a tiny unified model."""
    tiny_models.needed()
    return metrics.get("comet-kiwi")(model=str(tiny_comet.build(kind)), **options)


def test_joined_tokens():
    """Texts are <s> a </s></s> b </s>: two separators between texts, one at the end."""
    metric = made("unite")
    (joined,) = metric._join([("a", "b", "c")])
    a, b, c = (metric._tokens([text])[0].ids for text in "abc")
    end = a[-1:]
    assert joined.ids == a + end + b[1:] + end + c[1:]
    assert (joined.words, joined.cut) == (3, 0)


def test_which_texts_are_joined():
    """A model of all three texts runs with the source, with the reference, and with both."""
    found = made("unite").passes([Triple("a", "b", "c")])
    assert [len(some) for some in found] == [3]
    (alone,) = made("unite", reference_free=True).passes([Triple("a", "b", "")])
    assert alone[0].score == found[0][0].score
    assert len(alone) == 1
    assert found[0][2].labels.shape == (3, 3)  # of <s>, a, </s>: none, minor, major


def test_bert_is_refused(tmp_path):
    """A unified model on BERT, which tells its texts apart by types, is refused."""
    tiny_models.needed()
    folder = tiny_comet.copied("kiwi", tmp_path)
    path = folder / "hparams.yaml"
    path.write_text(path.read_text().replace("XLM-RoBERTa", "BERT"))
    with pytest.raises(UsageError, match="does not read a unified model on BERT; use one on"):
        metrics.get("comet-kiwi")(model=str(folder))


def test_joined_texts_that_are_cut():
    """Tokens beyond the most that the encoder reads are counted, of each text and of the joined."""
    watch = made().watch()
    watch.add(Batch([
        Instance(prediction="a" * 150, sources=["b" * 150]),
        Instance(prediction="a" * 300, sources=["b"]),
        Instance(prediction="a", sources=["b"]),
    ]))  # fmt: skip
    notice, _ = watch.notices()
    # 150 + 150 + 4 of 198; and of 300 the 106 beyond 194, with 2 special tokens, then 5 more of 203
    lost = (304 - 198) + 106 + (196 + 3 - 198)
    assert "comet-kiwi cuts 2 of 3 texts after 198 tokens" in notice
    assert f"leaves out {lost} tokens" in notice
