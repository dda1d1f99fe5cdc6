"""The golden numbers, and small sets of scores."""

import numpy as np
import pytest

from sacreval.features.correlate.data.score_grid import score_set
from sacreval.features.correlate.data.score_set import Row, ScoreSet
from support.scores import load_scores

SUMMEVAL = (
    "raw.githubusercontent.com/CogComp/stat-analysis-experiments/"
    "7b05bd874defac6c047deb2313c398318f2113e3/experiments/statistical-analysis/data/fabbri2020"
)
WMT23 = (
    "raw.githubusercontent.com/wmt-conference/ErrorSpanAnnotation/"
    "e7f88b51a5d36dd5a9c9c1d80556f69637716cd4/data/mt-metrics-eval-v2/wmt23"
)


@pytest.fixture(scope="session")
def summeval(mirror) -> ScoreSet:
    """Return the SummEval judgments and metrics as published."""
    return load_scores(sorted((mirror / SUMMEVAL).glob("*.jsonl")))


@pytest.fixture(scope="session")
def wmt23(mirror) -> ScoreSet:
    """Return WMT23 English-German in the layout of mt-metrics-eval."""
    return load_scores([mirror / WMT23], language_pair="en-de")


@pytest.fixture
def small() -> ScoreSet:
    """Return 6 systems and a reference on 8 instances, with three raters and some holes."""
    return score_set(_rows())


@pytest.fixture
def small_rows() -> list[Row]:
    """Return the rows of the small set."""
    return _rows()


def _rows() -> list[Row]:
    """Create the rows of the small set."""
    rng = np.random.default_rng(0)
    rows = []
    for system in range(7):
        for instance in range(8):
            quality = system / 3 + rng.normal()
            ratings = [
                float(np.clip(np.round(3 + quality + e), 1, 5)) for e in rng.normal(size=3) / 2
            ]
            good, poor = quality + rng.normal() / 2, quality + 3 * rng.normal()
            scores = {"good": good, "poor": poor, "flat": 1.0}
            judgments = {"quality": ratings} if (system, instance) != (2, 3) else {}
            kind = "reference" if system == 6 else "peer"
            rows.append(Row(f"s{system}", f"i{instance}", kind, scores, judgments, "memory"))
    return rows
