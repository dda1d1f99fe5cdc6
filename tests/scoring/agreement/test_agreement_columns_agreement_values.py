"""Scores of rows by the metrics of the table."""

from sacreval.core.records import Instance
from sacreval.scoring.agreement.agreement_columns import MISSING, derived, metric_of, of_assertions
from sacreval.scoring.agreement.agreement_rows import Row
from sacreval.scoring.agreement.agreement_rule import rule_for


def value(tool, score, record):
    """Derive a score of a record."""
    rule = rule_for(tool, score, Instance(prediction="x"), {})
    (found,) = derived(metric_of(rule, score), rule, [Row(score, score, None, 0, record)], {})
    return found


def test_missing_outputs():
    """A record without an output has the tool's score of such records, or none."""
    lost = Instance(error="unparsed", references=["a"])
    assert value("helm", "exact_match", lost)[:2] == (0.0, MISSING)
    assert value("inspect", "includes", lost)[:2] == (None, MISSING)


def test_unscorable():
    """A record that a metric cannot score has the reason."""
    found = value("helm", "exact_match", Instance(prediction=3, references=["a"]))
    assert found.value is None
    assert "needs" in found.why


def test_assertions():
    """promptfoo's success is that of all assertions, and named scores are of their own."""
    verdicts = [
        {"type": "equals", "value": "a b"},
        {"type": "contains", "value": "c", "metric": "named"},
    ]
    record = Instance(prediction="a b", meta={"assertions": verdicts})
    assert of_assertions(record) == {"success": 0.0, "score": 0.5, "named": 0.0}
    unknown = Instance(prediction="a", meta={"assertions": [{"type": "llm-rubric"}]})
    assert of_assertions(unknown) == {"success": None, "score": None}
    failed = Instance(error="failed", meta={"assertions": verdicts[:1]})
    assert of_assertions(failed) == {"success": 0.0, "score": 0.0}
