"""Layers on a vector equal torch's."""

import numpy as np
import pytest

from sacreval.models.sentence import ACTIVATIONS, Layer
from support import tiny_models

VECTOR = np.array([0.5, -1.5, 2.0])
WEIGHT = np.float32([[1, 2, 3], [-1, 0.5, 0.25]])
BIAS = np.float32([0.5, -0.5])


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_activations(name):
    """A dense layer with each activation equals torch's, to 1e-6."""
    tiny_models.needed()
    import torch

    summed = torch.tensor(WEIGHT @ np.float32(VECTOR) + BIAS)
    expected = getattr(torch.nn, name)()(summed).numpy()
    found = Layer("Dense", name, WEIGHT, BIAS).apply(VECTOR)
    np.testing.assert_allclose(found, expected, atol=1e-6)


def test_normalisation():
    """A normalised vector has length 1; zeros stay zeros; dropout changes nothing."""
    assert np.linalg.norm(Layer("Normalize").apply(VECTOR)) == pytest.approx(1)
    assert not Layer("Normalize").apply(np.zeros(3)).any()
    assert Layer("Dropout").apply(VECTOR) is VECTOR


def test_layer_norm():
    """By hand: mean 0 and variance 1, then scaled and shifted."""
    layer = Layer("LayerNorm", weight=np.float32([1, 2]), bias=np.float32([0, 1]))
    np.testing.assert_allclose(layer.apply(np.array([1.0, -1.0])), [1, -1], atol=1e-5)
