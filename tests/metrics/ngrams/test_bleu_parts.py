"""The parts of BLEU, by hand."""

from math import exp

import numpy as np
import pytest

from sacreval.metrics.ngrams._bleu_parts import Parts, brevity_penalty, named


def test_brevity_penalty():
    """Half the length costs exp(1 - 2); long and missing texts cost nothing, empty ones all."""
    sys_len = np.array([[2.0, 4.0, 6.0], [0.0, 0.0, 3.0]])
    ref_len = np.array([[4.0, 0.0, 3.0], [4.0, 0.0, 3.0]])
    found = brevity_penalty(sys_len, ref_len)
    assert found.tolist() == [pytest.approx(row) for row in ([exp(-1), 1.0, 1.0], [0.0, 1.0, 1.0])]


def test_named():
    """Precisions have the number of their order; a ratio without references is 0."""
    parts = Parts([np.array([50.0, 0.0]), np.array([25.0, 0.0])], np.array([0.5, 1.0]))
    found = named(parts, np.array([3.0, 2.0]), np.array([4.0, 0.0]))
    assert list(found) == ["precision_1", "precision_2", "bp", "ratio", "sys_len", "ref_len"]
    assert found["precision_2"].tolist() == [25.0, 0.0]
    assert found["ratio"].tolist() == [0.75, 0.0]


@pytest.mark.parametrize("smooth", ["exp", "coco", "mteval"])
def test_the_score_is_made_of_them(smooth):
    """The geometric mean of precisions times the penalty is the score."""
    from sacreval.core.metric import metrics

    metric = metrics.get("bleu")(smooth_method=smooth)
    sums = np.array([7.0, 9.0, 6.0, 4.0, 2.0, 1.0, 7.0, 6.0, 5.0, 4.0])
    found = metric.details(sums)
    product = np.prod([found[f"precision_{n}"] for n in (1, 2, 3, 4)])
    assert metric.reduce(sums)["bleu"] == pytest.approx(found["bp"] * product**0.25)
