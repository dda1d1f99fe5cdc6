"""Results of correlations as JSON values."""

from dataclasses import fields

import msgspec
import numpy as np

from sacreval.features.correlate.correlation_results import (
    REASONS,
    CorrelationReport,
    IntervalFound,
    to_plain,
)
from sacreval.stats.association.levels import Undefined
from support.correlations import compare_metrics


def test_values_become_plain():
    """NumPy numbers and arrays become Python's, tuples become lists, NaN and infinity None."""
    values = {"a": np.float64(0.5), 2: (np.int64(1), np.nan), "b": np.array([1.0, np.inf])}
    assert to_plain(values) == {"a": 0.5, "2": [1, None], "b": [1.0, None]}
    assert type(to_plain(np.int64(1))) is int
    assert [to_plain(value) for value in ("a", True, None)] == ["a", True, None]


def test_dataclasses_become_objects():
    """Every field is a key, and nested dataclasses become nested objects."""
    interval = IntervalFound(0.1, np.float64("nan"), "percentile-both", 0.95)
    plain = to_plain([interval])[0]
    assert list(plain) == [field.name for field in fields(IntervalFound)]
    assert (plain["low"], plain["high"], plain["seed"]) == (0.1, None, None)


def test_parts_for_other_code_are_not_in_json(small):
    """A report has its correlations, tests, ranking and notes; no groups' values, no families."""
    report = compare_metrics(small, human="quality", metrics=["good", "poor"], resamples=20)
    plain = report.to_json()
    assert list(plain) == ["results", "tests", "ranking", "notes"]
    assert "each" not in plain["results"][0]
    assert len(report.results[0].each) > 1
    assert msgspec.json.decode(msgspec.json.encode(plain)) == plain


def test_empty_report():
    """A report without results has empty lists."""
    assert set(map(str, CorrelationReport().to_json().values())) == {"[]"}


def test_every_code_has_a_reason():
    """Each reason why a value is undefined has words of its own."""
    assert REASONS.keys() == set(Undefined) - {Undefined.DEFINED}
    assert len(set(REASONS.values())) == len(REASONS)
