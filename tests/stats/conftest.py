"""The golden numbers, and matrices with ties, holes and constant columns."""

import json
from typing import Any

import numpy as np
import pytest

from support.mirror import CHECKOUT

GOLDEN = CHECKOUT / "tests" / "meta" / "golden.json"


@pytest.fixture(scope="session")
def golden() -> dict[str, Any]:
    """Give the reference numbers by group."""
    groups: dict[str, Any] = json.loads(GOLDEN.read_text())["groups"]
    return groups


@pytest.fixture(params=["continuous", "tied", "tied with holes"])
def three(request):
    """Give two metrics and people, 7 x 12."""
    rng = np.random.default_rng(0)
    x, y, z = rng.normal(size=(3, 7, 12))
    if request.param != "continuous":
        x, y, z = np.round(x), np.round(y * 2) / 2, np.round(z)
        x[:, 5], y[:, 6], z[:, 7] = 1, 2, 0
    y[0] = x[0]
    if request.param == "tied with holes":
        holes = rng.random((7, 12)) < 0.2
        holes[:, 3] = True
        holes[1:, 4] = True
        x[holes], y[holes], z[holes] = np.nan, np.nan, np.nan
    return x, y, z
