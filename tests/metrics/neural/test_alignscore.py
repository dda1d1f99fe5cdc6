"""AlignScore has the scores of its authors' code, from a checkpoint with their names."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.metrics.neural.alignscore import chunks
from support import tiny_classifiers, tiny_models
from support.summac_records import PAIRS

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


def made(kind, folder, file="align.ckpt", **options):
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
    found = made(kind, tmp_path).rows(BATCH)[:, 0]
    np.testing.assert_allclose(found, OFFICIAL[kind], atol=1e-6)


def test_modes(tmp_path):
    """The other modes read the layer of two classes, or whole texts, as the authors' code."""
    bins = made("bert", tmp_path, mode="bin_sp").rows(BATCH)[:, 0]
    np.testing.assert_allclose(bins[:3], [0.4256244, 0.4262885, 0.4198031], atol=1e-6)
    whole = made("bert", tmp_path, mode="nli").rows(BATCH)[:, 0]
    np.testing.assert_allclose(whole[-2:], [0.0216954, 0.0264486], atol=1e-6)
    both = made("bert", tmp_path, mode="bin").rows(BATCH)[:, 0]
    np.testing.assert_allclose(both[-2:], [0.403346, 0.3573442], atol=1e-6)


def test_safetensors_have_the_same_numbers(tmp_path):
    """The same weights as safetensors, or in the folder of the model, have equal bytes."""
    rows = made("bert", tmp_path).rows(BATCH)
    assert made("bert", tmp_path, "align.safetensors").rows(BATCH).tobytes() == rows.tobytes()
    folder = tiny_models.copied("bert", tmp_path)
    (folder / "model.safetensors").write_bytes((tmp_path / "align.safetensors").read_bytes())
    own = metrics.get("alignscore")(model=str(folder), splitting="rule")
    assert own.rows(BATCH).tobytes() == rows.tobytes()


def test_chunks():
    """Chunks have the same number of sentences; 260 sentences of 910 words are three and two."""
    assert chunks([], 0) == ("",)
    assert chunks(["a", "b", "c"], 3) == ("a b c",)
    assert chunks(["a", "b", "c", "d", "e"], 700) == ("a", "b", "c", "d", "e")
    assert [len(one.split()) for one in chunks(["a b"] * 7, 350)] == [6, 6, 2]


def test_an_output_without_sentences(tmp_path):
    """An empty output scores 0."""
    empty = Batch([Instance(prediction=" ", sources=["A cat."])])
    assert made("bert", tmp_path).rows(empty)[0, 0] == 0


def test_weights_that_do_not_fit(tmp_path):
    """Pickles must be allowed; other weights, missing ones and another model are refused."""
    metric = made("bert", tmp_path)
    with pytest.raises(UsageError, match="the weights are a pickle"):
        made("bert", tmp_path, pickles=False).rows(BATCH)
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
        made("bert", tmp_path, weights_sha256="0" * 64)


def test_the_signature_rebuilds_it(tmp_path):
    """A signature has the hash of the weights, on which rows rest."""
    metric = made("bert", tmp_path)
    assert from_signature(metric.signature()) == metric
    assert tmp_path / "align.ckpt" in metric.rests_on()
