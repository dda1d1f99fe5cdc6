"""The two sides of a correlation: official scores of systems."""

import numpy as np
import pytest

from sacreval.features.correlate.data.score_set import ScoreSet
from support.correlations import correlate


def test_official_system_scores():
    """With --system-scores files the system level correlates what the files say."""
    data = ScoreSet(
        systems=("a", "b", "c"),
        instances=("1",),
        scores={"m": np.array([[1.0], [2.0], [3.0]])},
        judgments={"h": np.array([[1.0], [2.0], [3.0]])},
        system_scores={"m": np.array([3.0, 2.0, 1.0])},
        system_judgments={"h": np.array([1.0, 2.0, 3.0])},
    )
    options = {"human": "h", "level": ["system"], "coefficient": ["pearson"], "interval": "none"}
    assert correlate(data, system_scores="mean", **options).results[0].value == pytest.approx(1)
    for source in ("files", "auto"):
        found = correlate(data, system_scores=source, **options).results[0]
        assert found.value == pytest.approx(-1)
        assert "scores:files" in found.signature
