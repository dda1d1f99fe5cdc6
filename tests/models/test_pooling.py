"""Ways of pooling the states of tokens, by hand."""

import numpy as np
import pytest

from sacreval.models.pooling import MODES, Pooling, pooled

STATES = np.array([[[1.0, -8.0], [2.0, 0.0], [6.0, 2.0]]], dtype=np.float32)


@pytest.mark.parametrize(
    ("mode", "skip", "wanted"),
    [
        ("cls", 0, [1, -8]),
        ("cls", 1, [2, 0]),
        ("lasttoken", 0, [6, 2]),
        ("max", 1, [6, 2]),
        ("mean", 0, [3, -2]),
        ("mean", 1, [4, 1]),
        ("mean_sqrt_len_tokens", 0, [9 / 3**0.5, -6 / 3**0.5]),
        ("weightedmean", 0, [23 / 6, -2 / 6]),
        ("weightedmean", 1, [22 / 5, 6 / 5]),
    ],
)
def test_modes(mode, skip, wanted):
    """Each mode with and without the tokens of a prompt."""
    np.testing.assert_allclose(pooled(STATES, Pooling((mode,), skip))[0], wanted, rtol=1e-6)


def test_several_modes():
    """Vectors of several modes are concatenated in their order."""
    assert pooled(STATES, Pooling(("lasttoken", "cls"))).tolist() == [[6, 2, 1, -8]]


@pytest.mark.parametrize("mode", MODES)
def test_no_tokens(mode):
    """Without a token the vector is zero."""
    assert pooled(STATES, Pooling((mode,), 3)).tolist() == [[0, 0]]
