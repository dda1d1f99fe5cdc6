"""The authors' own code, in a Python of its own, returns sacreval's scores on tiny models."""

import json

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from support import original_code, tiny_classifiers, tiny_models, tiny_punkt, tiny_seq2seq

TOKENIZERS = {  # as transformers' own tokenizers need them, which the authors' code uses
    "bert": {"tokenizer_class": "BertTokenizerFast", "model_max_length": 64},
    "roberta": {"tokenizer_class": "RobertaTokenizer", "model_max_length": 68},
}
LONG = "The cat sat. A dog barked at boys. " * 130
BATCH = Batch(
    [Instance(instance_id=str(i), system_id="s", prediction=a, references=b, sources=c)
     for i, (a, b, c) in enumerate([
         ("the cat sat on the mat. it is here.", ["a cat sat", "mr. dog barked at boys"],
          ["the cat sat. a dog barked"]),
         ("three boys running", ["four boys", "three boys barked"],
          ["boys were running here.", "there is nothing, said mr. dog."]),
         ("the dog barked! at the boys " * 40, ["the dog"], ["nothing in common. " * 60]),
         ("every word, once", ["the first line", "second line here", "it"], [LONG]),
     ])]
)  # fmt: skip


@pytest.fixture
def folder(alone, tmp_path, monkeypatch):
    """A folder, with a punkt of our own."""
    del alone
    tiny_models.needed()
    tiny_punkt.set_up(monkeypatch, tmp_path)
    return tmp_path


def bartscore(folder, **options):
    """Create BARTScore, whose authors' script reads the older files of vocabularies."""
    model = tiny_seq2seq.copied("bart", folder)
    stated = json.loads((model / "tokenizer.json").read_text(encoding="utf-8"))["model"]
    (model / "vocab.json").write_text(json.dumps(stated["vocab"]), encoding="utf-8")
    (model / "merges.txt").write_text("#version: 0.2\n", encoding="utf-8")
    return metrics.get("bartscore")(model=str(model), **options)


def unieval(folder, **options):
    """Create UniEval."""
    del folder
    return metrics.get("unieval")(model=str(tiny_seq2seq.build("t5")), **options)


def moverscore(folder, **options):
    """Create MoverScore, with a stop word."""
    (folder / "stop").write_text("the at", encoding="utf-8")
    words = str(folder / "stop")
    return metrics.get("moverscore")(
        model=str(tiny_models.build("bert")), stop_words=words, **options
    ).settle([BATCH])


def alignscore(folder, kind="bert", **options):
    """Create AlignScore on a tiny checkpoint, with the head that its authors' code also loads."""
    tiny_classifiers.alignscore(kind, folder)
    model = tiny_models.copied(kind, folder)
    (model / "tokenizer_config.json").write_text(json.dumps(TOKENIZERS[kind]), encoding="utf-8")
    checkpoint = str(folder / "align.ckpt")
    return metrics.get("alignscore")(model=str(model), weights=checkpoint, pickles=True, **options)


@pytest.mark.long
@pytest.mark.parametrize(
    ("make", "options", "within"),
    [
        (bartscore, {}, 1e-5),
        (bartscore, {"directions": ("f", "precision", "recall", "faithfulness")}, 1e-5),
        (bartscore, {"directions": ("f", "recall"), "multi_reference": "best"}, 1e-5),
        (unieval, {}, 1e-6),
        (unieval, {"dimensions": ("relevance", "coherence"), "max_tokens": 30}, 1e-6),
        (moverscore, {}, 1e-6),
        (moverscore, {"idf": "records", "multi_reference": "max"}, 1e-6),
        (moverscore, {"idf": "none"}, 1e-6),
        (alignscore, {}, 1e-6),
        (alignscore, {"kind": "roberta"}, 1e-6),
        (alignscore, {"mode": "bin_sp"}, 1e-6),
    ],
)
def test_equal_numbers(make, options, within, folder):
    """Rows equal those of the authors' code, and so do those without each reference."""
    own = make(folder, **options)
    original_code.set_up(own.name)
    theirs = own.with_engine("official")
    assert (own.computed_by(), theirs.computed_by()) == ("definition", "official")
    np.testing.assert_allclose(theirs.rows(BATCH), own.rows(BATCH), atol=within)
    several = Batch([one for one in BATCH if len(one.references) > 1])
    if "references" in own.needs:
        expected = own.leave_one_out_rows(several)
        np.testing.assert_allclose(theirs.leave_one_out_rows(several), expected, atol=within)


@pytest.mark.long
def test_equal_texts(folder):
    """Equal texts score 1; in MoverScore's script up to some 1e-4 less, which verify allows."""
    own = moverscore(folder, idf="none")
    original_code.set_up("moverscore")
    theirs = own.with_engine("official")
    texts = ("a dog barked", "three boys running", "the first line here")
    equal = Batch([Instance(prediction=text, references=[text]) for text in texts])
    assert own.rows(equal)[:, 0].min() > 1 - 1e-6
    assert 1e-6 < 1 - theirs.rows(equal)[:, 0].min() < theirs.verified_within() == 1e-3


def test_options_that_the_code_does_not_have(folder):
    """What the authors' code does not have stays with sacreval's own definition."""
    for one, other in (
        (bartscore(folder), {"weights": str(folder / "bart" / "model.safetensors")}),
        (unieval(folder), {"sentences": "rule"}),
        (moverscore(folder), {"layer": 1}),
        (alignscore(folder), {"mode": "nli"}),
    ):
        assert one.covers_original()
        assert not type(one)(
            **{name: getattr(one, name) for name in ("model", "pickles")} | other
        ).covers_original()
