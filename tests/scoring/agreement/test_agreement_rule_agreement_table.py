"""The table of agreement."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.options.specs import split_spec
from sacreval.core.records import Instance
from sacreval.readers._base import readers
from sacreval.scoring.agreement.agreement_columns import metric_of
from sacreval.scoring.agreement.agreement_rule import RULES, is_known, rule_for

ALL = [(tool, rule) for tool, rules in RULES.items() for rule in rules]


def test_tools():
    """Every tool of the table has a reader."""
    assert set(RULES) <= set(readers)


@pytest.mark.parametrize(("tool", "rule"), ALL, ids=[f"{t} {r.score[:20]}" for t, r in ALL])
def test_metrics(tool, rule):
    """Every rule names a metric with valid options, and one of its outputs."""
    del tool
    score = {"pass": "pass@k:k=1&n=2"}.get(rule.score[:4], rule.score)
    score = "pass@2" if rule.score.startswith(r"pass@(?P") else score.replace(r"@\d+", "@5")
    metric = metric_of(rule, score.split("|")[0])
    assert split_spec(rule.metric.replace("<k>", "1"))[0] in metrics
    assert any(one.startswith(rule.output.partition("<")[0]) for one in metric.outputs)


def test_choice_of_rules():
    """A score has the rule that fits a record and its options; unknown scores have none."""
    choices = [{"text": "a", "logprob": -1.0}]
    single = rule_for("lm-eval", "acc", Instance(choices=choices), {})
    several = rule_for("lm-eval", "acc", Instance(choices=choices * 2), {})
    assert (single.metric, several.output) == ("greedy-match", "accuracy")
    begin = rule_for("inspect", "match", Instance(prediction="a"), {"location": "begin"})
    assert '"prefix"' in begin.metric
    assert rule_for("lm-eval", "odd", Instance(prediction="a"), {}) is None
    assert (is_known("code-samples", "pass@10"), is_known("helm", "odd")) == (True, False)
