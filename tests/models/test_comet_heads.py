"""The heads of a model of COMET are read under the names that it gives them."""

import json

import numpy as np
import pytest

from sacreval.errors import InputError
from sacreval.models.comet_heads import estimator, mix, unified_head, unified_mixes
from sacreval.models.pooling import softmax, sparsemax
from sacreval.models.weights.comet_checkpoint import comet_checkpoint
from support import tiny_comet, tiny_models


def found(kind):
    """Return the checkpoint of a tiny model."""
    tiny_models.needed()
    return comet_checkpoint(str(tiny_comet.build(kind)))


@pytest.mark.parametrize(
    ("kind", "shares"),
    [("regression", sparsemax), ("normalised", softmax), ("kiwi", softmax), ("unite", sparsemax)],
)
def test_the_mix(kind, shares):
    """Weights of layers are gamma times softmax or sparsemax; `sparsemax_patch` is softmax."""
    tiny_models.needed()
    from safetensors.numpy import load_file

    one = found(kind)
    stored = load_file(one.encoder.weights[0])
    w = [stored[f"layerwise_attention.scalar_parameters.{i}"][0] for i in range(4)]
    gamma = stored["layerwise_attention.gamma"][0]
    np.testing.assert_allclose(mix(one).weights, gamma * shares(np.array(w, float)), rtol=1e-6)
    assert mix(one).normalise == tiny_comet.KINDS[kind]["layer_norm"]
    assert (0 in mix(one).weights) == (shares is sparsemax)


def test_one_layer():
    """A model that reads one layer has a mix of that layer; labels of tokens have another."""
    assert mix(found("one-layer")).weights == (1, 0, 0, 0)
    assert [one.weights for one in unified_mixes(found("xcomet"))][1] == (0, 0, 1, 0)
    assert len(unified_mixes(found("kiwi"))) == 1


def test_the_head_of_a_unified_model():
    """The head returns the score of the first token, then the probabilities of each label."""
    states = np.random.default_rng(1).normal(size=(2, 5, 32)).astype(np.float32)
    one = found("xcomet")
    result = unified_head(one)(states)
    assert result.shape == (1 + 5 * 4,)
    assert result[0] == estimator(one)(states[0, :1])[0, 0]
    np.testing.assert_allclose(result[1:].reshape(5, 4).sum(axis=1), 1, rtol=1e-6)
    assert unified_head(found("kiwi"))(states).shape == (1,)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"layer": 7}, "hparams.yaml names layer 7 of an encoder with layers 0 to 3"),
        ({"class_identifier": "xcomet_metric"}, r"the weights lack weight; copy the model anew"),
    ],
)
def test_what_does_not_fit(changes, sentence, tmp_path):
    """Settings that the weights do not fit are refused."""
    tiny_models.needed()
    folder = tiny_comet.copied("regression", tmp_path)
    path = folder / "hparams.yaml"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))
    one = comet_checkpoint(str(folder))
    with pytest.raises(InputError, match=sentence):
        (unified_head if one.settings.is_unified else mix)(one)


def test_weights_without_a_mix(tmp_path):
    """Weights without those of the layers are refused by name."""
    tiny_models.needed()
    from safetensors.numpy import load_file, save_file

    folder = tiny_comet.copied("regression", tmp_path)
    path = folder / "model.safetensors"
    kept = {k: v for k, v in load_file(path).items() if not k.endswith("gamma")}
    save_file(kept, path)
    with pytest.raises(InputError, match=r"the weights lack layerwise_attention\.gamma"):
        mix(comet_checkpoint(str(folder)))
