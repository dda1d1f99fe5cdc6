"""Measures of agreement: coefficients by name, thresholds, orders and outliers."""

import numpy as np
import pytest

from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.measures.orders import (
    mad_outliers,
    rank_clusters,
    similarity_order,
)
from support.correlations import correlate

QUICK = {"resamples": 20}


def test_full_test_set_system_scores():
    """With every_input the metric's mean is over all inputs, people's over those they judged."""
    x = np.array([[1.0, 9.0], [2.0, 1.0], [3.0, 2.0]])
    z = np.array([[1.0, np.nan], [2.0, np.nan], [3.0, np.nan]])
    data = ScoreSet(("a", "b", "c"), ("1", "2"), scores={"m": x}, judgments={"h": z})
    options = {"human": "h", "level": ["system"], "coefficient": ["spearman"], **QUICK}
    assert correlate(data, **options).results[0].value == pytest.approx(1)
    result = correlate(data, every_input=True, **options).results[0]
    assert result.value == pytest.approx(-0.5)
    assert "inputs:all" in result.signature


def test_judged_inputs_in_any_case():
    """SPA and acc-eq are over judged inputs with every_input too, and a note says so."""
    x = np.array([[1.0, 9.0, 2.0], [2.0, 1.0, 2.5], [3.0, 2.0, 4.0]])
    z = np.array([[1.0, np.nan, 3.0], [2.0, np.nan, 1.0], [3.0, np.nan, 2.0]])
    data = ScoreSet(("a", "b", "c"), ("1", "2", "3"), scores={"m": x}, judgments={"h": z})
    options = {"human": "h", "level": ["system"], "coefficient": ["spa", "acc-eq"], **QUICK}
    judged = correlate(data, **options)
    report = correlate(data, every_input=True, **options)
    assert [row.value for row in report.results] == [row.value for row in judged.results]
    assert all("inputs:judged" in row.signature for row in report.results)
    said = "--every-input does not change spa, acc-eq"
    assert [said in " ".join(report.notes) for report in (judged, report)] == [False, True]


def test_held_out_epsilon(small):
    """A given epsilon is used and stands in the signature; a fitted one cannot do worse."""
    options = {
        "human": "quality",
        "metrics": ["good"],
        "level": ["item"],
        "coefficient": ["acc-eq"],
    }
    fitted = correlate(small, **options, **QUICK).results[0]
    explicit = correlate(small, epsilon=0.25, **options, **QUICK).results[0]
    assert explicit.epsilon == 0.25
    assert "eps:0.25" in explicit.signature
    assert fitted.value >= explicit.value


def test_mad_outliers():
    """The rule of the WMT20 metrics task drops systems beyond 2.5 robust deviations."""
    human = np.array([0.1, 0.12, 0.08, 0.11, 0.09, -1.5, np.nan])
    assert mad_outliers(human).tolist() == [False] * 5 + [True, False]
    assert not mad_outliers(np.ones(5)).any()
    for far, outside in ((3.707, False), (3.708, True)):  # 2.5 times 1.483, of a deviation of 1
        assert mad_outliers(np.array([-1, -1, -1, 0, 1, 1, far])).any() == outside
    assert not mad_outliers(np.full(3, np.nan)).any()


def test_clusters_ask_the_current_cluster_only():
    """A metric opens a cluster if a member of the current one beats it; others are not asked."""
    p = np.full((4, 4), np.nan)
    p[0, 1], p[0, 2], p[1, 2], p[0, 3], p[1, 3], p[2, 3] = 0.2, 0.04, 0.3, 0.01, 0.01, 0.06
    assert rank_clusters(p).tolist() == [1, 1, 2, 2]


NAN = float("nan")


def blocks():
    """Return the similarities of two kinds of two rows each, mixed: 0 and 2, 1 and 3."""
    table = np.full((4, 4), 0.2)
    for a, b in ((0, 2), (1, 3)):
        table[a, b] = table[b, a] = 0.9
    np.fill_diagonal(table, 1.0)
    return table


def test_similar_rows_are_neighbours():
    """The end whose key is larger is first."""
    order = similarity_order(blocks(), np.array([0.1, 0.8, 0.1, 0.9]))
    assert {frozenset(order[:2]), frozenset(order[2:])} == {frozenset({1, 3}), frozenset({0, 2})}
    assert set(order[:2]) == {1, 3}
    order = similarity_order(blocks(), np.array([0.8, 0.1, 0.9, NAN]))
    assert set(order[:2]) == {0, 2}


def test_undefined_similarities():
    """Rows that are similar to none are still there, each once."""
    table = blocks()
    table[1, :] = table[:, 1] = NAN
    assert sorted(similarity_order(table, np.full(4, NAN))) == [0, 1, 2, 3]
    assert sorted(similarity_order(np.full((3, 3), NAN), np.zeros(3))) == [0, 1, 2]


def test_one_or_two_rows():
    """They are ordered by the key alone."""
    assert similarity_order(np.ones((1, 1)), np.ones(1)) == [0]
    assert similarity_order(np.ones((2, 2)), np.array([0.1, 0.2])) == [1, 0]
