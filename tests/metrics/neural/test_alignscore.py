"""AlignScore and faithfulness: entailment of each sentence."""

import json

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.metrics.neural import _joint
from sacreval.metrics.neural.alignscore import chunks
from support import tiny_classifiers, tiny_models
from support.summac_records import PAIRS
from support.tiny_classifiers import NLI, build, official_probabilities

LONG = "The cat sat. A dog barked at boys. " * 130

BATCH = Batch(
    [Instance(prediction=output, sources=[source])
     for source, output in (*PAIRS, (LONG, PAIRS[0][1]), ("", "a dog sat."))]
)  # fmt: skip

OFFICIAL = {
    "bert": [0.0257484, 0.0276017, 0.0262367, 0.0268014, 0.0252866, 0.0275289, 0.0249324, 0.025137,
             0.0218189, 0.0264486],
    "roberta": [0.0124617, 0.0127819, 0.0125033, 0.0125344, 0.0128846, 0.0128603, 0.0129319,
                0.0128386, 0.0127985, 0.0108683],
}  # fmt: skip


def alignscore(kind, folder, file="align.ckpt", **options):
    """Create the metric on a tiny checkpoint of AlignScore."""
    tiny_models.needed()
    if not (folder / file).is_file():
        tiny_classifiers.alignscore(kind, folder)
    return metrics.get("alignscore")(
        model=str(tiny_models.build(kind)),
        weights=str(folder / file),
        **({"splitting": "rule", "pickles": file.endswith(".ckpt")} | options),
    )


@pytest.mark.parametrize("kind", ["bert", "roberta"])
def test_official_numbers(kind, tmp_path):
    """Scores equal nli_sp of alignscore-speedofmagic 0.1.4, the authors' code on PyPI."""
    scores = alignscore(kind, tmp_path).rows(BATCH)[:, 0]
    np.testing.assert_allclose(scores, OFFICIAL[kind], atol=1e-6)


def test_modes(tmp_path):
    """The other modes read the layer of two classes, or whole texts, as the authors' code."""
    bins = alignscore("bert", tmp_path, mode="bin_sp").rows(BATCH)[:, 0]
    np.testing.assert_allclose(bins[:3], [0.4256244, 0.4262885, 0.4198031], atol=1e-6)
    whole = alignscore("bert", tmp_path, mode="nli").rows(BATCH)[:, 0]
    np.testing.assert_allclose(whole[-2:], [0.0216954, 0.0264486], atol=1e-6)
    both = alignscore("bert", tmp_path, mode="bin").rows(BATCH)[:, 0]
    np.testing.assert_allclose(both[-2:], [0.403346, 0.3573442], atol=1e-6)


def test_safetensors_have_the_same_numbers(tmp_path):
    """The same weights as safetensors, or in the folder of the model, have equal bytes."""
    rows = alignscore("bert", tmp_path).rows(BATCH)
    assert alignscore("bert", tmp_path, "align.safetensors").rows(BATCH).tobytes() == rows.tobytes()
    folder = tiny_models.copied("bert", tmp_path)
    (folder / "model.safetensors").write_bytes((tmp_path / "align.safetensors").read_bytes())
    metric = metrics.get("alignscore")(model=str(folder), splitting="rule")
    assert metric.rows(BATCH).tobytes() == rows.tobytes()


def test_chunks():
    """Chunks have the same number of sentences; 260 sentences of 910 words are three and two."""
    assert chunks([], 0) == ("",)
    assert chunks(["a", "b", "c"], 3) == ("a b c",)
    assert chunks(["a", "b", "c", "d", "e"], 700) == ("a", "b", "c", "d", "e")
    assert [len(chunk.split()) for chunk in chunks(["a b"] * 7, 350)] == [6, 6, 2]


def test_an_output_without_sentences(tmp_path):
    """An empty output scores 0."""
    empty = Batch([Instance(prediction=" ", sources=["A cat."])])
    assert alignscore("bert", tmp_path).rows(empty)[0, 0] == 0


def test_weights_that_do_not_fit(tmp_path):
    """Pickles must be allowed; other weights, missing ones and another model are refused."""
    metric = alignscore("bert", tmp_path)
    with pytest.raises(UsageError, match="the weights are a pickle"):
        alignscore("bert", tmp_path, pickles=False).rows(BATCH)
    with pytest.raises(InputError, match="name the file: --weights FILE"):
        metrics.get("alignscore")(model=metric.model, weights="none.ckpt", splitting="rule")
    plain = metrics.get("alignscore")(model=metric.model, splitting="rule")
    with pytest.raises(InputError, match="'embeddings.LayerNorm.bias' is no weight of this kind"):
        plain.rows(BATCH)
    other = metrics.get("alignscore")(
        model=str(tiny_models.build("roberta")), weights=metric.weights, pickles=True,
        splitting="rule")  # fmt: skip
    with pytest.raises(InputError, match="do not fit the configuration|the weights lack"):
        other.rows(BATCH)
    with pytest.raises(UsageError, match="is not that of the signature"):
        alignscore("bert", tmp_path, weights_sha256="0" * 64)


def test_the_signature_rebuilds_it(tmp_path):
    """A signature has the hash of the weights, on which rows rest."""
    metric = alignscore("bert", tmp_path)
    assert from_signature(metric.signature()) == metric
    assert tmp_path / "align.ckpt" in metric.rests_on()


SOURCES = ["The cat sat on the mat. Three boys barked.", "Nothing is in common here."]

RECORDS = [
    Instance(instance_id="0", prediction="A cat sat. Boys barked!", sources=SOURCES),
    Instance(instance_id="1", prediction="the dog", sources=SOURCES[:1]),
    Instance(instance_id="2", prediction="", sources=SOURCES[:1]),
]


def nli_faithfulness(kind="bert", labels=NLI, **options):
    """Create the metric on a tiny classifier."""
    return metrics.get("nli-faithfulness")(model=str(build(kind, labels)), **options)


@pytest.mark.parametrize("kind", ["bert", "roberta"])
def test_scores_are_those_of_transformers(kind):
    """Scores equal probabilities of transformers, the best source of each sentence averaged."""
    scores = nli_faithfulness(kind).rows(Batch(RECORDS))[:, 0]
    folder = build(kind, NLI)
    sentences = ["A cat sat.", "Boys barked!"]
    pairs = [(source, sentence) for sentence in sentences for source in SOURCES]
    entailed = official_probabilities(folder, pairs)[:, 2].reshape(2, 2)
    (single,) = official_probabilities(folder, [(SOURCES[0], "the dog")])[:, 2]
    np.testing.assert_allclose(scores, [entailed.max(axis=1).mean(), single, 0], atol=1e-6)


def test_options():
    """The whole output, the minimum over sentences, and joined sources are as they are named."""
    folder = build("bert", NLI)
    whole = nli_faithfulness(claims="whole", documents="joined").rows(Batch(RECORDS[:1]))[0, 0]
    (expected,) = official_probabilities(
        folder, [("\n".join(SOURCES), RECORDS[0].prediction)], truncation="only_first",
        max_length=64)[:, 2]  # fmt: skip
    assert whole == pytest.approx(expected, abs=1e-6)
    pairs = [(SOURCES[0], "A cat sat."), (SOURCES[0], "Boys barked!")]
    instance = Instance(prediction=RECORDS[0].prediction, sources=SOURCES[:1])
    least = nli_faithfulness(over_claims="min").rows(Batch([instance]))[0, 0]
    assert least == pytest.approx(official_probabilities(folder, pairs)[:, 2].min(), abs=1e-6)


@pytest.mark.parametrize("size", [1, 2])
def test_any_batch_size(size, monkeypatch):
    """Rows of parts of any size have equal bytes, also where few inputs fit in memory."""
    whole = nli_faithfulness().rows(Batch(RECORDS))
    _joint.classifier.cache_clear()
    monkeypatch.setattr(_joint, "AT_ONCE", size)
    parts = [nli_faithfulness().rows(Batch(RECORDS[i : i + size])) for i in range(0, 3, size)]
    assert np.concatenate(parts).tobytes() == whole.tobytes()


def test_the_definition_equals_the_batch():
    """Scores of one record by the definition are its row."""
    metric = nli_faithfulness()
    rows = metric.rows(Batch(RECORDS))
    for record, row in zip(RECORDS, rows, strict=True):
        assert tuple(row) == metric.row(record.prediction, metric.prepare(record.sources))


def test_labels_are_found_by_name():
    """The class of entailment is found in any order and spelling, or named by an option."""
    rows = {}
    for labels in (NLI, ("Entailment", "neutral", "contradiction"), ("a", "SUPPORTS", "REFUTES")):
        rows[labels] = nli_faithfulness(labels=labels).rows(Batch(RECORDS))
    first = metrics.get("nli-faithfulness")(
        model=str(build("bert", ("LABEL_0", "LABEL_1", "LABEL_2"))),
        labels=("entailment", "neutral", "contradiction"),
    )
    assert first._entailment() == 0
    assert len({scores.tobytes() for scores in rows.values()}) == 3


@pytest.mark.parametrize(
    ("labels", "options", "sentence"),
    [(("LABEL_0", "LABEL_1"), {}, "none of the labels LABEL_0, LABEL_1 is entailment; name the"),
     (("entailment", "supports"), {}, "is entailment; name the classes in the order"),
     (NLI, {"labels": ("entailment", "other")}, "2 labels are given for the 3 classes of bert"),
     (NLI, {"labels": ("entailment", "x", "x")}, "Two labels of bert-.* are equal")],
)  # fmt: skip
def test_labels_that_do_not_fit(labels, options, sentence):
    """A model without a class of entailment is refused, and so are wrong names of classes."""
    with pytest.raises(UsageError, match=sentence):
        metrics.get("nli-faithfulness")(model=str(build("bert", labels)), **options)


def test_a_cut_source_is_told():
    """A source longer than the model reads loses its end, and the notice counts its tokens."""
    batch = Batch([Instance(prediction="a cat", sources=["dog " * 100])])
    (watch,) = nli_faithfulness().watches()
    watch.add(batch)
    (notice,) = watch.notices()
    assert "nli-faithfulness cuts 1 of 1 inputs of the model after 64 tokens" in notice
    assert "leaves out 41 tokens" in notice
    (watch,) = nli_faithfulness().watches()
    watch.add(Batch(RECORDS))
    assert watch.notices() == []


def test_the_signature_rebuilds_it_of_nli_faithfulness():
    """A signature has the hash of the model and all options."""
    metric = nli_faithfulness(over_claims="min")
    assert from_signature(metric.signature()) == metric
    with pytest.raises(UsageError, match="is not that of the signature"):
        nli_faithfulness(model_sha256="0" * 64)


def test_without_a_model():
    """Without a model the message says how to name one."""
    tiny_models.needed()
    with pytest.raises(NotSetUpError, match="nli-faithfulness needs a model"):
        metrics.get("nli-faithfulness")()


def test_a_command(cli, tmp_path):
    """`evaluate nli-faithfulness` reads sources and prints the mean."""
    tiny_models.needed()
    lines = [{"prediction": r.prediction, "sources": r.sources} for r in RECORDS]
    (tmp_path / "a.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    model = str(tiny_classifiers.build("bert", NLI))
    done = cli("evaluate", "nli-faithfulness", "a.jsonl", "--model", model, "--format", "json")
    assert done.code == 0, done.err
    mean = nli_faithfulness().rows(Batch(RECORDS))[:, 0].mean()
    assert f"{mean:.6f}"[:6] in done.out
    (tmp_path / "b.jsonl").write_text('{"prediction": "a", "references": ["b"]}\n')
    done = cli("evaluate", "nli-faithfulness", "b.jsonl", "--model", model)
    assert done.code == 2
    assert "sources" in done.err
