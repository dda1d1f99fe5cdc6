"""States of a text depend on the text alone, to the byte, and each text is encoded once."""

import numpy as np
import pytest

from sacreval.models.encoder import Encoder
from sacreval.models.pooling import Mix
from sacreval.models.tokens import tokenizer
from sacreval.models.weights.weights import checkpoint
from support import tiny_models

TEXTS = [f"{'the cat sat on the mat ' * n}{'x' * n}" for n in range(8)] + ["", "a", "a"]


@pytest.fixture(params=["bert", "roberta"])
def found(request):
    """The checkpoint of a tiny model."""
    tiny_models.needed()
    return checkpoint(str(tiny_models.build(request.param)))


def made(found, layers=(2,), pool="tokens", dtype="float32"):
    """Return an encoder that has encoded nothing yet."""
    return Encoder(found, layers, dtype, "cpu", pool)


def ids_of(found):
    """Return the ids of all texts."""
    return [one.ids for one in tokenizer(found).encode(TEXTS)]


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
    found = checkpoint(str(tiny_models.build(kind)))
    ids = ids_of(found)
    layers, mixes = (0, 1, 2, 3), (Mix((0.5, 0.0, -1.0, 2.0)), Mix((1.0, 0.0, 0.0, 0.0)))
    mixed = Encoder(found, layers, "float32", "cpu", "mean", mixes=mixes).encode(ids)
    every = made(found, layers).encode(ids)
    alone = made(found, (0,)).encode(ids)
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
    assert [tuple(one) for one in kept] == [(2, len(one), 32) for one in ids]
