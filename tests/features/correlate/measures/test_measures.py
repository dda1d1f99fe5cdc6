"""Measures of agreement: thresholds of ties, and means over every input."""

import numpy as np
import pytest

from sacreval.features.correlate.data.score_set import ScoreSet
from support.correlations import correlate

QUICK = {"resamples": 20}


def test_full_test_set_system_scores():
    """With every_input the metric's mean is over all inputs, people's over those they judged."""
    x = np.array([[1.0, 9.0], [2.0, 1.0], [3.0, 2.0]])
    z = np.array([[1.0, np.nan], [2.0, np.nan], [3.0, np.nan]])
    data = ScoreSet(("a", "b", "c"), ("1", "2"), scores={"m": x}, judgments={"h": z})
    options = {"human": "h", "level": ["system"], "coefficient": ["spearman"], **QUICK}
    assert correlate(data, **options).results[0].value == pytest.approx(1)
    found = correlate(data, every_input=True, **options).results[0]
    assert found.value == pytest.approx(-0.5)
    assert "inputs:all" in found.signature


def test_judged_inputs_in_any_case():
    """SPA and acc-eq are over judged inputs with every_input too, and a note says so."""
    x = np.array([[1.0, 9.0, 2.0], [2.0, 1.0, 2.5], [3.0, 2.0, 4.0]])
    z = np.array([[1.0, np.nan, 3.0], [2.0, np.nan, 1.0], [3.0, np.nan, 2.0]])
    data = ScoreSet(("a", "b", "c"), ("1", "2", "3"), scores={"m": x}, judgments={"h": z})
    options = {"human": "h", "level": ["system"], "coefficient": ["spa", "acc-eq"], **QUICK}
    judged = correlate(data, **options)
    report = correlate(data, every_input=True, **options)
    assert [one.value for one in report.results] == [one.value for one in judged.results]
    assert all("inputs:judged" in one.signature for one in report.results)
    said = "--every-input does not change spa, acc-eq"
    assert [said in " ".join(one.notes) for one in (judged, report)] == [False, True]


def test_held_out_epsilon(small):
    """A given epsilon is used and stands in the signature; a fitted one cannot do worse."""
    options = {
        "human": "quality",
        "metrics": ["good"],
        "level": ["item"],
        "coefficient": ["acc-eq"],
    }
    fitted = correlate(small, **options, **QUICK).results[0]
    given = correlate(small, epsilon=0.25, **options, **QUICK).results[0]
    assert given.epsilon == 0.25
    assert "eps:0.25" in given.signature
    assert fitted.value >= given.value
