"""Metrics as arguments in Python."""

import pytest

import sacreval
from sacreval.errors import UsageError
from sacreval.python.python_arguments import entry_of

OUTPUTS, REFERENCES = ["a b", "C"], ["a b", "c"]


def same_length(prediction, references):
    """Return 1 if the texts have the same length."""
    return float(len(prediction) == len(references[0]))


def test_a_function_is_a_metric():
    """A function is the metric that `py:MODULE:NAME` names, also after it was defined anew."""
    found = sacreval.evaluate(OUTPUTS, REFERENCES, metrics=[same_length, "exact-match"])
    assert (found["same_length"], found["exact_match"]) == (1.0, 0.5)
    (first, _) = found.report.results
    assert first.signature.startswith(f"py:{__name__}:same_length")
    assert sacreval.evaluate(OUTPUTS, REFERENCES, metrics=same_length)["same_length"] == 1.0


def test_a_function_without_a_place():
    """A function that no module has under its name is refused, since signatures cannot name it."""

    def inner(prediction):
        return float(bool(prediction))

    with pytest.raises(UsageError, match="not at the top of a module"):
        sacreval.evaluate(OUTPUTS, REFERENCES, metrics=inner)


def test_options_as_a_mapping():
    """A mapping from one name to its options is that metric with these options."""
    given = {"exact-match": {"normalize": "lower"}}
    for metrics in (given, [given]):
        assert sacreval.evaluate(OUTPUTS, REFERENCES, metrics=metrics)["exact_match"] == 1.0


@pytest.mark.parametrize("given", [{}, {"bleu": 1}, {"bleu": {}, "chrf": {}}, {1: {}}])
def test_other_mappings(given):
    """A mapping of another form is refused with an example."""
    with pytest.raises(UsageError, match="no metric; give one name with its options"):
        entry_of(given)


def test_what_is_no_metric():
    """A suite is named as one, with where it belongs; another value is no metric."""
    with pytest.raises(UsageError, match="gsm8k is a suite.*evaluate suite gsm8k FILE"):
        sacreval.evaluate(OUTPUTS, REFERENCES, metrics=["gsm8k"])
    with pytest.raises(UsageError, match="1 is no metric"):
        sacreval.evaluate(OUTPUTS, REFERENCES, metrics=1)
