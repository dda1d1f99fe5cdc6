"""BERT and RoBERTa by torch alone: the bytes of transformers, which is left to what is unknown."""

import json
import subprocess
import sys

import pytest

from sacreval.models.bert import bert
from sacreval.models.loading import load
from sacreval.models.weights.weights import checkpoint
from support import tiny_models

BATCHES = [(16, 16, 0), (16, 16, 5), (3, 40, 0), (3, 40, 9), (1, 8, 1), (1, 8, 0)]


@pytest.fixture
def folder(tmp_path):
    """A copy of the tiny BERT, which has three layers."""
    tiny_models.needed()
    return tiny_models.copied("bert", tmp_path)


def changed(folder, **options):
    """Change the configuration of a model, and return its checkpoint."""
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | options))
    return checkpoint(str(folder))


def renamed(folder, new):
    """Give the weights of a model the names that a function returns."""
    from safetensors.torch import load_file, save_file

    path = folder / "model.safetensors"
    save_file({new(name): x for name, x in load_file(path).items()}, path, {"format": "pt"})
    return checkpoint(str(folder))


def batch(rows, width, padded, padding):
    """Return ids and a mask; all rows but the first end with padding."""
    import torch

    ids = torch.randint(5, 60, (rows, width), generator=torch.Generator().manual_seed(1))
    mask = torch.ones_like(ids)
    mask[1 if rows > 1 else 0 :, width - padded :] = 0
    return ids.masked_fill(mask == 0, padding), mask


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16"])
@pytest.mark.parametrize("kind", ["bert", "roberta"])
def test_states_have_the_bytes_of_transformers(kind, dtype):
    """All hidden states are equal, with and without padding, and in a model that is cut."""
    tiny_models.needed()
    import torch
    from transformers import AutoModel

    found = checkpoint(str(tiny_models.build(kind)))
    whole = AutoModel.from_pretrained(str(found.folder), dtype=getattr(torch, dtype)).eval()
    padding = found.config()["pad_token_id"]
    for shape in BATCHES:
        ids, mask = batch(*shape, padding)
        with torch.inference_mode():
            expected = whole(ids, mask, output_hidden_states=True).hidden_states
            states = bert(found, 3, dtype)(ids, mask, output_hidden_states=True).hidden_states
            cut = bert(found, 2, dtype)(ids, mask).last_hidden_state
        assert len(states) == len(expected) == 4
        assert all(torch.equal(a, b) for a, b in zip(states, expected, strict=True)), shape
        assert torch.equal(cut, expected[2]), shape


@pytest.mark.parametrize("new", [
    "bert.{}".format,
    lambda name: name.replace("LayerNorm.weight", "LayerNorm.gamma"),
    lambda name: name.replace("LayerNorm.bias", "LayerNorm.beta"),
], ids=["with a head", "gamma", "beta"])  # fmt: skip
def test_other_names_of_weights(new, folder):
    """Weights of a model with a head, and of BERT's first checkpoints, are the same model."""
    import torch

    ids, mask = batch(3, 16, 4, 0)
    before = bert(checkpoint(str(folder)), 3, "float32")(ids, mask).last_hidden_state
    after = bert(renamed(folder, new), 3, "float32")(ids, mask).last_hidden_state
    assert torch.equal(before, after)


@pytest.mark.parametrize("options", [
    {"model_type": "electra"},
    {"hidden_act": "relu"},
    {"position_embedding_type": "relative_key"},
    {"is_decoder": True},
    {"num_attention_heads": 5},
    {"num_attention_heads": 0},
    {"num_attention_heads": None},
    {"num_hidden_layers": 2},
    {"hidden_size": 16},
    {"intermediate_size": 32},
    {"vocab_size": 1},
    {"max_position_embeddings": 64},
    {"model_type": "roberta", "pad_token_id": None},
])  # fmt: skip
def test_what_is_left_to_transformers(options, folder):
    """Another architecture, another option, and weights of other shapes are not computed here."""
    assert bert(checkpoint(str(folder)), 3, "float32") is not None
    assert bert(changed(folder, **options), 3, "float32") is None


def test_weights_that_are_left_to_transformers(folder):
    """Weights without those of a layer, or which cannot be read, are not read here."""
    whole = checkpoint(str(folder))
    assert bert(whole, 4, "float32") is bert(whole, 0, "float32") is None
    lacking = renamed(folder, lambda name: name.replace("layer.1", "layer.7"))
    assert bert(lacking, 1, "float32") is not None
    assert bert(lacking, 2, "float32") is None
    (folder / "model.safetensors").write_bytes(b"none")
    assert bert(lacking, 1, "float32") is None


def test_a_file_that_changes_while_the_model_runs(folder):
    """The weights are copied, so that a file which is written anew changes no state."""
    import torch

    ids, mask = batch(3, 16, 4, 0)
    model = load(checkpoint(str(folder)), 2, "float32", "cpu")
    before = model(ids, mask).last_hidden_state
    with (folder / "model.safetensors").open("r+b") as file:
        size = file.seek(0, 2)
        file.seek(size // 2)
        file.write(bytes(size // 2))
    assert torch.equal(model(ids, mask).last_hidden_state, before)


def test_transformers_is_not_imported(folder):
    """A process that loads and runs a BERT does not import transformers."""
    code = (
        "import sys; from sacreval.models.encoder import encoder\n"
        "from sacreval.models.weights.weights import checkpoint\n"
        "(states,) = encoder(checkpoint(sys.argv[1]), (1, 3)).encode([(5, 6, 7)])\n"
        "print(states.shape, 'transformers' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "(2, 3, 32) False\n"
