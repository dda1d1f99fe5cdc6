"""Batches leave out empty rows only where a model computes equal bytes without them."""

import numpy as np
import pytest

from sacreval.models import encoder as encoder_module
from sacreval.models.encoder import Encoder, RowCounts
from sacreval.models.loading import load
from sacreval.models.running import Shape
from sacreval.models.tokens import tokenizer
from sacreval.models.weights.weights import checkpoint
from support import tiny_models


def made(kind="bert"):
    """Return the checkpoint of a tiny model, and its encoder."""
    tiny_models.needed()
    found = checkpoint(str(tiny_models.build(kind)))
    return found, load(found, 3, "float32", "cpu")


@pytest.mark.parametrize("kind", ["bert", "roberta"])
def test_numbers_of_rows_are_tried(kind):
    """A number of rows is tried once; the shape is smaller if bytes are equal, else as it was."""
    rows = RowCounts(made(kind)[1])
    whole = Shape(16, 16)
    for texts in (1, 5):
        equal = rows._are_equal(whole, texts)
        assert rows.needed(whole, texts) == (Shape(texts, 16) if equal else whole)
    rows._are_equal = lambda *_: pytest.fail("it is tried again")
    rows.needed(whole, 5)
    assert rows.needed(whole, 13) == rows.needed(whole, 16) == whole


def test_a_processor_that_adds_in_another_order(monkeypatch):
    """Where states differ in a bit, empty rows stay."""
    _, model = made()
    true = RowCounts._first_layer

    def differing(self, ids, mask):
        states = true(self, ids, mask).clone()
        states[0, 1, 2] += len(ids) * 1e-7
        return states

    monkeypatch.setattr(RowCounts, "_first_layer", differing)
    assert RowCounts(model).needed(Shape(16, 16), 3) == Shape(16, 16)


def test_the_first_layer():
    """The states that are compared are those of the model's first layer."""
    found, model = made()
    (one,) = tokenizer(found).encode(["the cat sat on the mat"])
    import torch

    ids = torch.tensor([one.ids])
    states = RowCounts(model)._first_layer(ids, torch.ones_like(ids))
    expected = Encoder(found, (1,), "float32", "cpu", "tokens").encode([one.ids])[0]
    np.testing.assert_allclose(states.numpy(), expected, atol=1e-5)
    assert model(input_ids=ids).last_hidden_state.shape == (*ids.shape, states.shape[-1])


def test_layers_that_are_not_alike():
    """A model whose first layer does not stand for the others keeps its empty rows."""
    _, model = made()
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
    found, _ = made(kind)
    texts = [f"{'the cat sat on the mat ' * n}{'x' * n}" for n in range(12)]
    ids = [one.ids for one in tokenizer(found).encode(texts)]
    without = Encoder(found, (2, 3), "float32", "cpu", "tokens").encode(ids)
    monkeypatch.setattr(encoder_module, "MOST", -1.0)
    encoder = Encoder(found, (2, 3), "float32", "cpu", "tokens")
    assert [a.tobytes() for a in without] == [b.tobytes() for b in encoder.encode(ids)]
