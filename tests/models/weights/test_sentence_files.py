"""What a folder of sentence-transformers states is read, or refused in one sentence."""

import json
import shutil

import numpy as np
import pytest

from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.models.weights.sentence_files import Renamed, load_renamed, sentence_model
from sacreval.models.weights.weights import checkpoint
from support import tiny_classifiers, tiny_models
from support.tiny_sentences import build, write

MEAN = ("Pooling", {"word_embedding_dimension": 32, "pooling_mode_mean_tokens": True})


def dense(activation):
    """Return a dense layer."""
    name = f"torch.nn.modules.{activation}"
    sizes = {"in_features": 32, "out_features": 8, "bias": True}
    return ("Dense", {**sizes, "activation_function": name})


@pytest.mark.parametrize("case", ["activation", "module", "pooling", "task", "lost", "elsewhere"])
def test_what_is_not_supported(case, tmp_path):
    """What is not supported, and a lost file, is refused in one sentence."""
    tiny_models.needed()
    modules = {
        "activation": [MEAN, dense("activation.Softplus")],
        "module": [MEAN, ("WordWeights", {})],
        "pooling": [("Pooling", {"pooling_mode": "attention"})],
    }
    folder = build(tmp_path, *modules.get(case, [MEAN, dense("activation.Tanh")]))
    if case == "task":
        write(folder / "sentence_bert_config.json", {"transformer_task": "fill-mask"})
    if case == "lost":
        (folder / "2_Dense/model.safetensors").unlink()
    if case == "elsewhere":
        listed = json.loads((folder / "modules.json").read_text())
        listed[2]["path"] = "../2_Dense"
        write(folder / "modules.json", listed)
    wanted = {
        "activation": (NotSetUpError, "the activation '.*Softplus' is not supported; use a model"),
        "module": (NotSetUpError, "modules WordWeights are not supported; use a model with"),
        "pooling": (NotSetUpError, "pooling 'attention' is not supported; use a model with one"),
        "task": (NotSetUpError, "a transformer for 'fill-mask' is not supported; use a model"),
        "lost": (InputError, r"2_Dense: no weights \(model.safetensors\); copy all files"),
        "elsewhere": (InputError, "'../2_Dense' lies elsewhere; move it into the model"),
    }
    kind, sentence = wanted[case]
    with pytest.raises(kind, match=sentence):
        sentence_model(str(folder))


def test_pickled_layers(tmp_path):
    """A layer whose weights are a pickle needs --pickles, and then has the same scores."""
    tiny_models.needed()
    import torch
    from safetensors.torch import load_file

    folder = build(tmp_path / "a", MEAN, dense("activation.Tanh"))
    other = shutil.copytree(folder, tmp_path / "b")
    torch.save(load_file(other / "2_Dense/model.safetensors"), other / "2_Dense/pytorch_model.bin")
    (other / "2_Dense/model.safetensors").unlink()
    with pytest.raises(UsageError, match="2_Dense: the weights are a pickle"):
        sentence_model(str(other))
    pickled, safe = sentence_model(str(other), pickles=True), sentence_model(str(folder))
    np.testing.assert_array_equal(pickled.layers[0].weight, safe.layers[0].weight)
    assert pickled.whole.pickled
    assert not safe.whole.pickled


def test_an_older_layout(tmp_path):
    """A transformer in a folder of its own is read, and its files are hashed under their paths."""
    tiny_models.needed()
    folder = build(tmp_path / "a", MEAN, max_seq_length=9)
    inner = tmp_path / "b" / "0_Transformer"
    shutil.copytree(folder, inner)
    shutil.move(inner / "1_Pooling", inner.parent / "1_Pooling")
    listed = json.loads((inner / "modules.json").read_text())
    listed[0]["path"] = inner.name
    write(inner.parent / "modules.json", listed)
    model = sentence_model(str(inner.parent))
    assert model.most == 9
    assert model.encoder.folder == inner
    assert "0_Transformer/model.safetensors" in model.whole.files
    assert "0_Transformer/sentence_bert_config.json" in model.whole.files


BERT = Renamed("bert", (("bleurt.", "bert."), ("classifier.", "classifier.")), (("num_labels", 1),))


@pytest.fixture
def folder(tmp_path):
    """A tiny BLEURT."""
    tiny_models.needed()
    tiny_classifiers.bleurt(tmp_path)
    return tmp_path


def test_weights_are_found_by_their_new_names(folder):
    """Every weight of the classifier is that of the file, and random numbers are left alone."""
    import torch
    from safetensors.torch import load_file

    state = torch.random.get_rng_state()
    model = load_renamed(checkpoint(str(folder)), BERT, "float32", "cpu")
    assert torch.equal(state, torch.random.get_rng_state())
    weights = load_file(folder / "model.safetensors")
    for name, tensor in model.state_dict().items():
        assert torch.equal(tensor, weights[name.replace("bert.", "bleurt.")])
    assert not model.training


@pytest.mark.parametrize(
    ("names", "kind", "sentence"),
    [((("bleurt.", "bert."),), "bert", "'classifier.bias' is no weight of this kind of model"),
     ((("bleurt.", "bert."), ("classifier.", "")), "bert", "the weights lack classifier"),
     ((("bleurt.", "bert."), ("classifier.", "bert.pooler.dense.")), "bert", "do not fit"),
     (BERT.names, "none", "no configuration of a none")],
)  # fmt: skip
def test_names_that_do_not_fit(folder, names, kind, sentence):
    """Unknown, missing and misshapen weights, and unknown kinds of models, are refused."""
    wrong = Renamed(kind, names, (("num_labels", 1),))
    with pytest.raises(InputError, match=sentence):
        load_renamed(checkpoint(str(folder)), wrong, "float32", "cpu")
