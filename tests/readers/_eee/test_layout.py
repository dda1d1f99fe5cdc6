"""Layout of Every Eval Ever."""

import msgspec

from sacreval.readers._eee.layout import AggregateResult


def result(**found):
    """Return a result."""
    made = {"evaluation_name": "toy", "score_details": {"score": 0.5}, **found}
    return msgspec.convert(made, AggregateResult)


def test_names():
    """A result has the name of its metric, or else of its evaluation."""
    assert result().name == "toy"
    assert result(metric_config={"metric_id": "acc"}).name == "acc"
    assert result(metric_config={"metric_id": "acc", "metric_name": "accuracy"}).name == "accuracy"


def test_errors():
    """The standard error is an object or, in older files, a number."""
    for stated in ({"value": 0.1}, 0.1):
        uncertainty = {"standard_error": stated, "num_samples": 10}
        found = result(score_details={"score": 0.5, "uncertainty": uncertainty})
        assert (found.error, found.samples) == (0.1, 10)
    assert (result().error, result().samples) == (None, None)
