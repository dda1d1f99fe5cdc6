"""Layers are mixed by weights that sum to 1, as the formulas say."""

import numpy as np
import pytest

from sacreval.models.pooling import Mix, mixed, one_layer, softmax, sparsemax
from support import tiny_models


def test_softmax():
    """Shares are those of the exponentials, also of large numbers."""
    np.testing.assert_allclose(softmax(np.log([1.0, 3.0, 6.0])), [0.1, 0.3, 0.6])
    np.testing.assert_allclose(softmax(np.array([1e4, 1e4])), [0.5, 0.5])


@pytest.mark.parametrize(
    ("z", "shares"),
    [
        ([0.5, 0.5], [0.5, 0.5]),
        ([3.0, 1.0, 0.0], [1.0, 0.0, 0.0]),
        ([1.0, 0.8, -5.0], [0.6, 0.4, 0.0]),
        ([0.3, 0.2, 0.1], [13 / 30, 1 / 3, 7 / 30]),
    ],
)
def test_sparsemax(z, shares):
    """Shares by hand: numbers less a threshold that makes their sum 1, and none below 0."""
    np.testing.assert_allclose(sparsemax(np.array(z)), shares, atol=1e-12)


def test_sparsemax_is_nearest():
    """No other point of the simplex is nearer to z."""
    random = np.random.default_rng(1)
    z = random.normal(size=6)
    best = np.linalg.norm(sparsemax(z) - z)
    others = random.dirichlet(np.ones(6), size=500)
    assert (np.linalg.norm(others - z, axis=1) >= best).all()


@pytest.mark.parametrize("normalise", [False, True])
def test_mixing(normalise):
    """A mix is the weighted sum of layers, each first normalised over its text if asked."""
    tiny_models.needed()
    import torch

    random = np.random.default_rng(2)
    states = random.normal(2, 3, size=(3, 2, 5, 4)).astype(np.float32)
    lengths, weights = (5, 3), (0.5, 0.0, 2.0)
    mask = torch.tensor([[i < n for i in range(5)] for n in lengths]).long()
    found = mixed([torch.from_numpy(x) for x in states], mask, Mix(weights, normalise)).numpy()
    for text, n in enumerate(lengths):
        layers = states[:, text, :n]
        if normalise:
            mean, sd = (f(layers, axis=(1, 2), keepdims=True) for f in (np.mean, np.std))
            layers = (layers - mean) / sd
        expected = np.tensordot(weights, layers, 1)
        np.testing.assert_allclose(found[text, :n], expected, atol=1e-5)


def test_one_layer():
    """One layer alone is a mix with the bytes of that layer."""
    tiny_models.needed()
    import torch

    layers = [torch.full((1, 2, 3), x) for x in (float("inf"), 0.1, 7.0)]
    found = mixed(layers, torch.ones(1, 2), one_layer(1, 3))
    assert torch.equal(found, layers[1])
