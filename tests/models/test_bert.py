"""BERT, RoBERTa and the encoder: states and heads depend on the text alone."""

import json
import subprocess
import sys

import numpy as np
import pytest

from sacreval.errors import InputError
from sacreval.models import encoder as encoder_module
from sacreval.models.bert import bert
from sacreval.models.comet_heads import (
    estimator,
    feed_forward,
    linear,
    mix,
    unified_head,
    unified_mixes,
)
from sacreval.models.encoder import Encoder, RowCounts
from sacreval.models.loading import load
from sacreval.models.model_batches import Shape
from sacreval.models.pooling import Mix, softmax, sparsemax
from sacreval.models.tokenization import tokenizer
from sacreval.models.weights.comet_checkpoint import comet_checkpoint
from sacreval.models.weights.weights import checkpoint
from support import tiny_comet, tiny_models

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

    tiny = checkpoint(str(tiny_models.build(kind)))
    whole = AutoModel.from_pretrained(str(tiny.folder), dtype=getattr(torch, dtype)).eval()
    padding = tiny.config()["pad_token_id"]
    for shape in BATCHES:
        ids, mask = batch(*shape, padding)
        with torch.inference_mode():
            expected = whole(ids, mask, output_hidden_states=True).hidden_states
            states = bert(tiny, 3, dtype)(ids, mask, output_hidden_states=True).hidden_states
            cut = bert(tiny, 2, dtype)(ids, mask).last_hidden_state
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


TEXTS = [f"{'the cat sat on the mat ' * n}{'x' * n}" for n in range(8)] + ["", "a", "a"]


@pytest.fixture(params=["bert", "roberta"])
def found(request):
    """The checkpoint of a tiny model."""
    tiny_models.needed()
    return checkpoint(str(tiny_models.build(request.param)))


def made(checkpoint, layers=(2,), pool="tokens", dtype="float32"):
    """Return an encoder that has encoded nothing yet."""
    return Encoder(checkpoint, layers, dtype, "cpu", pool)


def ids_of(checkpoint):
    """Return the ids of all texts."""
    return [tokens.ids for tokens in tokenizer(checkpoint).encode(TEXTS)]


@pytest.mark.parametrize("size", [1, 3])
def test_states_do_not_depend_on_neighbours(found, size):
    """Encoded in parts of any size and in reverse, a text has equal bytes."""
    ids = ids_of(found)
    together = made(found).encode(ids)
    apart = made(found)
    parts = [apart.encode(ids[i : i + size]) for i in range(0, len(ids), size)][::-1]
    alone = [state for part in parts[::-1] for state in part]
    assert [a.tobytes() for a in together] == [b.tobytes() for b in alone]
    backwards = made(found).encode(ids[::-1])[::-1]
    assert [a.tobytes() for a in together] == [b.tobytes() for b in backwards]


def test_states_do_not_depend_on_threads(found):
    """One thread and two of torch have equal bytes."""
    import torch

    before = torch.get_num_threads()
    states = []
    try:
        for threads in (1, 2):
            torch.set_num_threads(threads)
            states.append([a.tobytes() for a in made(found).encode(ids_of(found))])
    finally:
        torch.set_num_threads(before)
    assert states[0] == states[1]


def test_states_are_those_of_the_model_alone(found):
    """States equal those of one text without padding, to 1e-5."""
    import torch
    from transformers import AutoModel

    model = AutoModel.from_pretrained(str(found.folder), dtype=torch.float32).eval()
    for ids, state in zip(ids_of(found), made(found, (1, 3)).encode(ids_of(found)), strict=True):
        with torch.inference_mode():
            hidden = model(torch.tensor([ids]), output_hidden_states=True).hidden_states
        expected = np.stack([hidden[layer][0].numpy() for layer in (1, 3)])
        np.testing.assert_allclose(state, expected, atol=1e-5)


def test_each_text_is_encoded_once(found):
    """A text that is repeated, in one call or in another, is encoded once."""
    encoder = made(found)
    encoder.encode(ids_of(found))
    encoder.encode(ids_of(found)[:3])
    assert encoder.store.computed == len(set(ids_of(found)))


@pytest.mark.parametrize("pool", ["mean", "first", "max"])
def test_pooled_states(found, pool):
    """Pooled states are the mean, the first or the largest of the states of tokens."""
    ids = ids_of(found)
    rule = {"mean": lambda a: a.mean(1), "first": lambda a: a[:, 0], "max": lambda a: a.max(1)}
    for pooled, states in zip(
        made(found, pool=pool).encode(ids), made(found).encode(ids), strict=True
    ):
        np.testing.assert_array_equal(pooled, rule[pool](states))


def test_a_smaller_type_differs(found):
    """In bfloat16 states differ in the third digit, and are returned as float32."""
    ids = ids_of(found)[3:4]
    (exact,), (rough,) = made(found).encode(ids), made(found, dtype="bfloat16").encode(ids)
    assert rough.dtype == np.float32
    assert 1e-4 < np.abs(exact - rough).max() < 0.2


@pytest.mark.parametrize("kind", ["bert", "roberta"])
def test_mixes_and_embeddings(kind):
    """A mix is the weighted sum of the states of layers, of which the embeddings are layer 0."""
    tiny_models.needed()
    tiny = checkpoint(str(tiny_models.build(kind)))
    ids = ids_of(tiny)
    layers, mixes = (0, 1, 2, 3), (Mix((0.5, 0.0, -1.0, 2.0)), Mix((1.0, 0.0, 0.0, 0.0)))
    mixed = Encoder(tiny, layers, "float32", "cpu", "mean", mixes=mixes).encode(ids)
    every = made(tiny, layers).encode(ids)
    alone = made(tiny, (0,)).encode(ids)
    for pooled, states, first in zip(mixed, every, alone, strict=True):
        expected = np.tensordot(mixes[0].weights, states, 1).mean(axis=0)
        np.testing.assert_allclose(pooled[0], expected, atol=1e-6)
        np.testing.assert_array_equal(pooled[1], states[0].mean(axis=0))
        np.testing.assert_array_equal(first[0], states[0])


def test_a_head_decides_what_is_kept(found):
    """A function is called with the states of each text, and its result is kept in their place."""

    def shape(states):
        return np.array(states.shape)

    ids = ids_of(found)
    kept = made(found, (1, 2), pool=shape).encode(ids)
    assert [tuple(size) for size in kept] == [(2, len(tokens), 32) for tokens in ids]


def tiny_model(kind="bert"):
    """Return the checkpoint of a tiny model, and its encoder."""
    tiny_models.needed()
    tiny = checkpoint(str(tiny_models.build(kind)))
    return tiny, load(tiny, 3, "float32", "cpu")


@pytest.mark.parametrize("kind", ["bert", "roberta"])
def test_numbers_of_rows_are_tried(kind):
    """A number of rows is tried once; the shape is smaller if bytes are equal, else as it was."""
    rows = RowCounts(tiny_model(kind)[1])
    whole = Shape(16, 16)
    for texts in (1, 5):
        equal = rows._are_equal(whole, texts)
        assert rows.needed(whole, texts) == (Shape(texts, 16) if equal else whole)
    rows._are_equal = lambda *_: pytest.fail("it is tried again")
    rows.needed(whole, 5)
    assert rows.needed(whole, 13) == rows.needed(whole, 16) == whole


def test_a_processor_that_adds_in_another_order(monkeypatch):
    """Where states differ in a bit, empty rows stay."""
    _, model = tiny_model()
    true = RowCounts._first_layer

    def differing(self, ids, mask):
        states = true(self, ids, mask).clone()
        states[0, 1, 2] += len(ids) * 1e-7
        return states

    monkeypatch.setattr(RowCounts, "_first_layer", differing)
    assert RowCounts(model).needed(Shape(16, 16), 3) == Shape(16, 16)


def test_the_first_layer():
    """The states that are compared are those of the model's first layer."""
    checkpoint, model = tiny_model()
    (tokens,) = tokenizer(checkpoint).encode(["the cat sat on the mat"])
    import torch

    ids = torch.tensor([tokens.ids])
    states = RowCounts(model)._first_layer(ids, torch.ones_like(ids))
    expected = Encoder(checkpoint, (1,), "float32", "cpu", "tokens").encode([tokens.ids])[0]
    np.testing.assert_allclose(states.numpy(), expected, atol=1e-5)
    assert model(input_ids=ids).last_hidden_state.shape == (*ids.shape, states.shape[-1])


def test_layers_that_are_not_alike():
    """A model whose first layer does not stand for the others keeps its empty rows."""
    _, model = tiny_model()
    import torch

    plain = torch.nn.Linear(2, 2)
    assert RowCounts(plain).needed(Shape(16, 16), 3) == Shape(16, 16)
    model.conv = torch.nn.Conv1d(2, 2, 1)
    try:
        assert RowCounts(model).needed(Shape(16, 16), 3) == Shape(16, 16)
    finally:
        del model.conv
    assert not encoder_module._alike([plain, torch.nn.Linear(2, 3)])


@pytest.mark.parametrize("kind", ["bert", "roberta"])
def test_states_are_equal_with_and_without_empty_rows(kind, monkeypatch):
    """States have equal bytes whether empty rows are left out where they may be, or nowhere."""
    checkpoint, _ = tiny_model(kind)
    texts = [f"{'the cat sat on the mat ' * n}{'x' * n}" for n in range(12)]
    ids = [tokens.ids for tokens in tokenizer(checkpoint).encode(texts)]
    without = Encoder(checkpoint, (2, 3), "float32", "cpu", "tokens").encode(ids)
    monkeypatch.setattr(encoder_module, "MOST", -1.0)
    encoder = Encoder(checkpoint, (2, 3), "float32", "cpu", "tokens")
    assert [a.tobytes() for a in without] == [b.tobytes() for b in encoder.encode(ids)]


def comet_model(kind):
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

    comet = comet_model(kind)
    stored = load_file(comet.encoder.weights[0])
    w = [stored[f"layerwise_attention.scalar_parameters.{i}"][0] for i in range(4)]
    gamma = stored["layerwise_attention.gamma"][0]
    np.testing.assert_allclose(mix(comet).weights, gamma * shares(np.array(w, float)), rtol=1e-6)
    assert mix(comet).normalise == tiny_comet.KINDS[kind]["layer_norm"]
    assert (0 in mix(comet).weights) == (shares is sparsemax)


def test_one_layer():
    """A model that reads one layer has a mix of that layer; labels of tokens have another."""
    assert mix(comet_model("one-layer")).weights == (1, 0, 0, 0)
    assert [mix.weights for mix in unified_mixes(comet_model("xcomet"))][1] == (0, 0, 1, 0)
    assert len(unified_mixes(comet_model("kiwi"))) == 1


def test_the_head_of_a_unified_model():
    """The head returns the score of the first token, then the probabilities of each label."""
    states = np.random.default_rng(1).normal(size=(2, 5, 32)).astype(np.float32)
    comet = comet_model("xcomet")
    result = unified_head(comet)(states)
    assert result.shape == (1 + 5 * 4,)
    assert result[0] == estimator(comet)(states[0, :1])[0, 0]
    np.testing.assert_allclose(result[1:].reshape(5, 4).sum(axis=1), 1, rtol=1e-6)
    assert unified_head(comet_model("kiwi"))(states).shape == (1,)


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
    comet = comet_checkpoint(str(folder))
    with pytest.raises(InputError, match=sentence):
        (unified_head if comet.settings.is_unified else mix)(comet)


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


W = {
    "0.weight": [[1.0, 2.0], [0.0, -1.0], [0.5, 0.5]],
    "0.bias": [0.1, 0.2, 0.3],
    "3.weight": [[1.0, -1.0, 2.0]],
    "3.bias": [0.4],
}


def comet_heads_made(final=None, activation="Tanh"):
    """Build the network of `W`."""
    tiny_models.needed()
    import torch

    tensors = {name: torch.tensor(value) for name, value in W.items()}
    return feed_forward(tensors, activation, final, "model")


@pytest.mark.parametrize("final", [None, "Sigmoid"])
def test_the_formula(final):
    """By hand: W2 tanh(W1 x + b1) + b2, and the last function of it."""
    x = np.array([0.3, -0.4])
    hidden = np.tanh([0.3 - 0.8 + 0.1, 0.4 + 0.2, 0.15 - 0.2 + 0.3])
    y = hidden @ [1.0, -1.0, 2.0] + 0.4
    expected = 1 / (1 + np.exp(-y)) if final else y
    scores = comet_heads_made(final)(x[None].astype(np.float32))
    assert scores.shape == (1, 1)
    assert scores[0, 0] == pytest.approx(expected, abs=1e-6)


def test_rows_do_not_depend_on_their_neighbours():
    """Rows of any number have the bytes of each alone, where layers are wide too."""
    tiny_models.needed()
    import torch

    torch.manual_seed(1)
    shapes = {"0.weight": (48, 192), "0.bias": (48,), "3.weight": (1, 48), "3.bias": (1,)}
    tensors = {name: torch.randn(shape) for name, shape in shapes.items()}
    network = feed_forward(tensors, "Tanh", None, "model")
    rows = np.random.default_rng(1).normal(size=(53, 192))
    together = network(rows)
    alone = np.concatenate([network(rows[i : i + 1]) for i in range(len(rows))])
    assert together.tobytes() == alone.tobytes()
    assert network(rows[:0]).shape == (0, 1)


def test_what_cannot_be_built():
    """Missing parameters and unknown functions are refused with the folder."""
    with pytest.raises(InputError, match="model: the estimator has the activation 'Swish'"):
        comet_heads_made(activation="Swish")
    with pytest.raises(InputError, match="model: the weights lack those of the estimator"):
        feed_forward({}, "Tanh", None, "model")
    with pytest.raises(InputError, match=r"model: the weights lack tag\.weight"):
        linear({}, "tag.", "model")
