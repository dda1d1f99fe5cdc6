"""A network on top of a model computes each row by itself."""

import numpy as np
import pytest

from sacreval.errors import InputError
from sacreval.models.comet_heads import feed_forward, linear
from support import tiny_models

W = {
    "0.weight": [[1.0, 2.0], [0.0, -1.0], [0.5, 0.5]],
    "0.bias": [0.1, 0.2, 0.3],
    "3.weight": [[1.0, -1.0, 2.0]],
    "3.bias": [0.4],
}


def made(final=None, activation="Tanh"):
    """Build the network of `W`."""
    tiny_models.needed()
    import torch

    found = {name: torch.tensor(value) for name, value in W.items()}
    return feed_forward(found, activation, final, "model")


@pytest.mark.parametrize("final", [None, "Sigmoid"])
def test_the_formula(final):
    """By hand: W2 tanh(W1 x + b1) + b2, and the last function of it."""
    x = np.array([0.3, -0.4])
    hidden = np.tanh([0.3 - 0.8 + 0.1, 0.4 + 0.2, 0.15 - 0.2 + 0.3])
    y = hidden @ [1.0, -1.0, 2.0] + 0.4
    expected = 1 / (1 + np.exp(-y)) if final else y
    found = made(final)(x[None].astype(np.float32))
    assert found.shape == (1, 1)
    assert found[0, 0] == pytest.approx(expected, abs=1e-6)


def test_rows_do_not_depend_on_their_neighbours():
    """Rows of any number have the bytes of each alone, where layers are wide too."""
    tiny_models.needed()
    import torch

    torch.manual_seed(1)
    shapes = {"0.weight": (48, 192), "0.bias": (48,), "3.weight": (1, 48), "3.bias": (1,)}
    found = {name: torch.randn(shape) for name, shape in shapes.items()}
    network = feed_forward(found, "Tanh", None, "model")
    rows = np.random.default_rng(1).normal(size=(53, 192))
    together = network(rows)
    alone = np.concatenate([network(rows[i : i + 1]) for i in range(len(rows))])
    assert together.tobytes() == alone.tobytes()
    assert network(rows[:0]).shape == (0, 1)


def test_what_cannot_be_built():
    """Missing parameters and unknown functions are refused with the folder."""
    with pytest.raises(InputError, match="model: the estimator has the activation 'Swish'"):
        made(activation="Swish")
    with pytest.raises(InputError, match="model: the weights lack those of the estimator"):
        feed_forward({}, "Tanh", None, "model")
    with pytest.raises(InputError, match=r"model: the weights lack tag\.weight"):
        linear({}, "tag.", "model")
