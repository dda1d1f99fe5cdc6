"""The intervals of the script ROUGE-1.5.5."""

import pytest

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from support.known_populations import report


def test_another_metric_is_refused():
    """Only the metric of the script has them."""
    with pytest.raises(UsageError, match="is the script's, over records of the metric rouge-1.5.5"):
        report(name="rouge", method="rouge-1.5.5")


def test_all_outputs_are_computed_at_once(monkeypatch):
    """The draws of the script are made once for all its outputs."""
    metric = metrics.get("rouge-1.5.5")()
    calls = []
    compute = type(metric).own_bounds
    monkeypatch.setattr(
        type(metric), "own_bounds", lambda *args: calls.append(args) or compute(*args)
    )
    results = report(metric=metric, method="rouge-1.5.5").results
    assert len(results) > 1
    assert all(one.interval.method == "rouge-1.5.5" for one in results)
    assert len(calls) == 1
