"""Weights under other names are those of transformers' classifier, and all of them are there."""

import pytest

from sacreval.errors import InputError
from sacreval.models.weights.sentence_files import Renamed, load_renamed
from sacreval.models.weights.weights import checkpoint
from support import tiny_classifiers, tiny_models

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
