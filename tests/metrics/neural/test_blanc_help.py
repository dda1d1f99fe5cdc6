"""BLANC-help counts the gaps that a summary helps to fill, as the authors' package does."""

import json

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.metrics.neural import blanc_help
from support import tiny_models, tiny_punkt, tiny_seq2seq

DOCUMENT = "three boys barked at nothing here. common lines mixed with running dogs. every cat sat."
RECORDS = [
    Instance(prediction="three boys barked nothing", sources=[DOCUMENT]),
    Instance(prediction="running dogs, mixed lines", sources=[DOCUMENT]),
    Instance(prediction="", sources=[DOCUMENT]),
    Instance(prediction="the cat", sources=["a b c", "d"]),
]


def blanc(kind="masked", **options):
    """Create BLANC-help on the tiny BERT with its head."""
    tiny_models.needed()
    options = {"sentences": "rule"} | options
    return metrics.get("blanc-help")(model=str(tiny_seq2seq.build(kind)), **options)


@pytest.fixture(scope="module")
def plain():
    """The published counts of one summary and the sentences of its document, by transformers."""
    tiny_models.needed()
    import torch
    from tokenizers import Tokenizer
    from transformers import AutoModelForMaskedLM

    folder = tiny_seq2seq.build("masked")
    model = AutoModelForMaskedLM.from_pretrained(str(folder), dtype=torch.float32).eval()
    words = Tokenizer.from_file(str(folder / "tokenizer.json"))

    def best(tokens):
        ids = torch.tensor([[words.token_to_id(token) for token in tokens]])
        with torch.inference_mode():
            return [words.id_to_token(i) for i in model(ids).logits[0].argmax(-1).tolist()]

    def counts(summary, sentences, gap):
        s = np.zeros((2, 2), dtype=int)
        summary = words.encode(summary, add_special_tokens=False).tokens
        for text in sentences:
            tokens = words.encode(text, add_special_tokens=False).tokens
            for first in range(gap):
                gaps = [i for i in range(first, len(tokens), gap) if maskable(tokens, i)]
                masked = ["[MASK]" if i in gaps else token for i, token in enumerate(tokens)]
                hits = []
                for before in ([*"." * len(summary)], summary):
                    predicted = best(["[CLS]", *before, *masked, "[SEP]"])[1 + len(summary) :]
                    hits.append([int(predicted[i] == tokens[i]) for i in gaps])
                for base, helped in zip(*hits, strict=True):
                    s[base, helped] += 1
        return s

    return counts


def maskable(tokens, i):
    """Return whether a word of 4 letters or more, or a first piece of 2 or more, is at a place."""
    follows = i + 1 < len(tokens) and tokens[i + 1].startswith("##")
    return not tokens[i].startswith("##") and len(tokens[i]) >= (2 if follows else 4)


@pytest.mark.parametrize("gap", [1, 2, 3])
def test_published_counts(plain, gap):
    """Both measures are those of the published counts of right and wrong gaps."""
    sentences = ["three boys barked at nothing here.", "common lines mixed with running dogs.",
                 "every cat sat."]  # fmt: skip
    relative = blanc(mask_every=gap).rows(Batch(RECORDS[:2]))
    improve = blanc(mask_every=gap, measure="improve").rows(Batch(RECORDS[:2]))
    for i, record in enumerate(RECORDS[:2]):
        s = plain(record.prediction, sentences, gap)
        assert s.sum() > 5
        assert relative[i] == pytest.approx(((s[0, 1] - s[1, 0]) / s.sum(), 1))
        assert improve[i] == pytest.approx((s[0, 1] / (s.sum() - s[1, 0]), 1))


def test_the_score():
    """By hand: of four gaps one is gained and two are lost."""
    helped, filler = np.array([1, 1, 0, 0], bool), np.array([0, 1, 1, 1], bool)
    assert blanc()._score(helped, filler) == pytest.approx(-1 / 4)
    assert blanc(measure="improve")._score(helped, filler) == pytest.approx(1 / 2)


class Copying:
    """A model that fills gaps with the first tokens of its input, one after the other."""

    def fill(self, texts):
        """Return the tokens after [CLS], one for each gap."""
        return [np.array(text.ids[1 : 1 + len(text.places)]) for text in texts]


def test_gaps_that_only_the_summary_fills(monkeypatch):
    """By hand: of three, boys, running and here a copied summary fills boys and running."""
    monkeypatch.setattr(blanc_help, "masked_model", lambda *_: Copying())
    record = Instance(prediction="boys running", sources=["three boys running here."])
    for measure in ("relative", "improve"):
        assert blanc(measure=measure).rows(Batch([record])).tolist() == [[0.5, 1]]
    other = Instance(prediction="running boys", sources=["three boys running here."])
    assert blanc().rows(Batch([other])).tolist() == [[0.0, 1]]


def test_nothing_to_fill():
    """An empty summary, and a document without long words, score 0."""
    for measure in ("relative", "improve"):
        assert blanc(measure=measure).rows(Batch(RECORDS[2:])).tolist() == [[0, 1], [0, 1]]


def test_what_does_not_fit(monkeypatch):
    """A sentence is cut to 100 tokens at least, then the summary is; both are told."""
    metric = blanc()
    monkeypatch.setattr(blanc_help, "_KEPT", 10)
    (sentence, summary), cut = metric._fitting(("three " * 80, "boys " * 20))
    assert (len(sentence), len(summary), cut) == (48, 20, 32)
    (sentence, summary), cut = metric._fitting(("three " * 80, "boys " * 60))
    assert (len(sentence), len(summary), cut) == (10, 58, 72)
    (sentence, summary), cut = metric._fitting(("three " * 4, "boys " * 70))
    assert (len(sentence), len(summary), cut) == (4, 64, 6)
    watch = metric.watch()
    record = Instance(prediction="boys " * 80, sources=["three boys."])
    watch.add(Batch([record]))
    assert "blanc-help cuts 1 of 1 texts after 70 tokens" in watch.notices()[0]
    assert np.isfinite(metric.rows(Batch([record]))).all()


def test_any_batch_size():
    """Rows of records one by one have equal bytes, and are those of the definition."""
    metric = blanc()
    whole = metric.rows(Batch(RECORDS))
    parts = [metric.rows(Batch([record])) for record in RECORDS]
    assert np.concatenate(parts).tobytes() == whole.tobytes()
    assert metric.row(RECORDS[0].prediction, metric.prepare([DOCUMENT])) == tuple(whole[0])
    assert from_signature(metric.signature()) == metric


def test_punkt(monkeypatch, tmp_path):
    """The default splits documents with punkt, whose files rows depend on."""
    english = tiny_punkt.set_up(monkeypatch, tmp_path)
    metric = blanc(sentences="punkt")
    assert english in metric.rests_on()
    pairs = list(metric._texts(Instance(prediction="a", sources=["mr. cat. é"])))
    assert pairs == [("mr. cat.", "a"), ("e\u0301", "a")]


def test_models_and_options_that_do_not_fit(tmp_path):
    """A model without a mask and a gap below 1 are refused."""
    with pytest.raises(UsageError, match="ForMaskedLM or …ForPreTraining, and this is a Bart"):
        blanc("bart")
    folder = tiny_seq2seq.copied("bart", tmp_path)
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"architectures": []}))
    with pytest.raises(InputError, match=r"no \[CLS\], \[SEP\], \[MASK\] and dot; use a BERT"):
        metrics.get("blanc-help")(model=str(folder), sentences="rule").rows(Batch(RECORDS))
    with pytest.raises(UsageError, match="mask_every must be 1 or more; correct it"):
        blanc(mask_every=0)
